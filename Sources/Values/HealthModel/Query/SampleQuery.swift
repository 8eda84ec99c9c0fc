/// A question for the samples of one type.
package struct SampleQuery: Hashable, Sendable {
  package var type: ObjectType
  package var predicate: Predicate
  /// No keys means the order of insertion.
  package var order: [SortDescriptor]
  /// `nil` means all.
  package var limit: Int?
  /// The columns that the caller reads; the answer may have more.
  package var needs = NeededColumns.all

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
