/// Which rule of the text a value breaks.
package struct ModelError: Error, Hashable, CustomStringConvertible {
  /// The field: "uuids.counts".
  package let field: String
  package let reason: String

  package init(_ field: String, _ reason: String) {
    self.field = field
    self.reason = reason
  }

  package var description: String { "cannot read \(field): \(reason)" }

  /// The same of a field within another one.
  package func within(_ outer: String) -> Self { Self("\(outer).\(field)", reason) }
}
