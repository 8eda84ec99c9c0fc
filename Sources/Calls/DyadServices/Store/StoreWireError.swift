/// What is wrong with a message of `Store` or `Operator`.
package struct StoreWireError: Error, Hashable {
  /// The field, with those that it is in: "predicate.terms".
  package var field: String
  /// Why it cannot be taken, without any health value.
  package var detail: String

  /// States it.
  package init(_ field: String, _ detail: String) {
    self.field = field
    self.detail = detail
  }
}

extension StoreWireError: CustomStringConvertible {
  package var description: String { "cannot read \(field): \(detail)" }
}
