/// What a cell of SQLite holds.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case number(Double)
  case text(String)
  case bytes([UInt8])

  /// A text, or nothing.
  package init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }

  /// What it is as a number, where it is one.
  package var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .null, .text, .bytes: nil
    }
  }

  /// The text, where it is one.
  package var string: String? { if case .text(let text) = self { text } else { nil } }
}
