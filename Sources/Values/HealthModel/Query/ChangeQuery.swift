/// A question for what happened to the samples of some types since an anchor.
package struct ChangeQuery: Hashable, Sendable {
  package var types: [ObjectType]
  /// Narrows what was saved; deletions are told whatever they were of.
  package var predicate: Predicate
  package var anchor: Anchor
  /// The most samples and deletions together; `nil`, and more than a page holds, mean as many as
  /// fit a page, whose `hasMore` says to go on.
  package var limit: Int?

  package init(
    _ types: [ObjectType], where predicate: Predicate = .constant(true),
    since anchor: Anchor = .beginning, limit: Int? = nil
  ) {
    self.types = types
    self.predicate = predicate
    self.anchor = anchor
    self.limit = limit
  }
}
