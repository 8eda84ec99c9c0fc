/// A question for the samples of one type.
package struct SampleQuery: Hashable, Sendable {
  package var type: ObjectType
  package var predicate: Predicate
  /// No keys means the order of insertion.
  package var order: [SortDescriptor]
  /// `nil` means all.
  package var limit: Int?
  /// Whether nobody looks at more than dates, values, units and sources: the rest may come as if nothing were said of it,
  /// and all UUIDs as zero.
  package var needsOnlyValues = false

  package init(
    _ type: ObjectType, where predicate: Predicate = .constant(true),
    order: [SortDescriptor] = [], limit: Int? = nil
  ) {
    self.type = type
    self.predicate = predicate
    self.order = order
    self.limit = limit
  }
}
