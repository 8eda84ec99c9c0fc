/// Why nothing of a document after a certain line can be read.
package struct MarkupError: Error, Hashable {
  package var line: Int
  /// The reason.
  package var detail: String
}

extension MarkupError: CustomStringConvertible {
  /// "cannot read line LINE: REASON".
  package var description: String { "cannot read line \(line): \(detail)" }
}
