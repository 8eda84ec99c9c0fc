/// Part of what happened, in log order, and the anchor after it.
///
/// A page can be empty and still say that there is more: what a query leaves out is looked through
/// in bounded steps, and the anchor tells how far it came.
package struct ChangePage: Hashable, Sendable {
  package var added: [SampleRun]
  package var deleted: [DeletedObject]
  package var anchor: Anchor
  /// Whether there is more after the anchor already.
  package var hasMore: Bool

  package init(added: [SampleRun], deleted: [DeletedObject], anchor: Anchor, hasMore: Bool) {
    self.added = added
    self.deleted = deleted
    self.anchor = anchor
    self.hasMore = hasMore
  }

  /// How many samples and deletions it holds.
  package var count: Int { added.reduce(deleted.count) { $0 + $1.count } }
}
