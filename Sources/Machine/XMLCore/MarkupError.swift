/// Why nothing of a document after a certain line can be read.
package struct MarkupError: Error, Hashable {
  package var line: Int
  /// The reason.
  package var detail: String

  package init(line: Int, detail: String) {
    self.line = line
    self.detail = detail
  }
}

extension MarkupError: CustomStringConvertible {
  /// "cannot read line LINE: REASON".
  package var description: String { "cannot read line \(line): \(detail)" }
}
