package import SQLiteCore

/// A row of a table as text (RFC 4180).
package enum CSVLine {
  /// A spreadsheet takes a text that begins so for a formula, which may do anything, and who wrote it may be anybody.
  private static let formulas = Set("=+-@\t\r".utf8)

  /// Appends the row; bytes have no place in it.
  package static func append(_ row: [SQLValue], to bytes: inout [UInt8]) {
    for (index, cell) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch cell {
      case .null, .bytes: break
      case .integer(let number): bytes.append(contentsOf: "\(number)".utf8)
      case .number(let number): bytes.append(contentsOf: number.exportText.utf8)
      case .text(let text): append(text, to: &bytes)
      }
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let text = text.utf8.first.map(formulas.contains) ?? false ? "'" + text : text
    let isPlain = text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
    guard !isPlain else { return bytes.append(contentsOf: text.utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
