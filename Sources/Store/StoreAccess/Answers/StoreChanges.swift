package import HealthModel

/// A question for what happened to samples since an anchor.
package struct StoreChangeQuery: Hashable, Sendable {
  /// An app asks for one type at a time.
  package var types: [ObjectType]
  /// Narrows what was saved; deletions are told whatever they were of.
  package var predicate: Predicate
  package var anchor: StoreAnchor
  /// The most samples and deletions of a page together; `nil` for as many as are convenient.
  package var limit: Int?
  /// The name of a subscription, which then is heard from; at the beginning it goes on where that stands.
  package var subscriber: String?

  package init(
    _ types: [ObjectType], where predicate: Predicate = .constant(true),
    since anchor: StoreAnchor = .beginning, limit: Int? = nil, subscriber: String? = nil
  ) {
    self.types = types
    self.predicate = predicate
    self.anchor = anchor
    self.limit = limit
    self.subscriber = subscriber
  }
}

/// Part of what happened, in log order, and what is known of the time.
package struct StoreChanges: Hashable, Sendable {
  package var added: [SampleRun]
  package var deleted: [DeletedObject]
  /// Where to go on from.
  package var anchor: StoreAnchor
  /// Whether there is more already.
  package var hasMore: Bool
  /// What is known; `nil` where a daemon left it out.
  package var coverage: StoreCoverage?

  /// How many samples and deletions it holds.
  package var count: Int { added.reduce(deleted.count) { $0 + $1.count } }
}
