/// Reads the rows of a table that is a text: RFC 4180, and what spreadsheets make of it.
struct CSVReader {
  /// A row as text.
  struct Row: Hashable {
    /// Where it begins; the first is 1.
    var line: Int
    var cells: [String]
  }

  /// The bound of a row, which a quote that is not closed would make endless.
  private static let mostRowBytes = 1 << 20
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// What separates cells somewhere.
  private static let separators: [UInt8] = Array(",;\t|".utf8)

  private let next: () throws -> [UInt8]
  private let separator: UInt8
  private var bytes: [UInt8]
  private var position: Int
  private var line = 1

  /// - Parameters:
  ///   - beginning: The first bytes, by which the separator is found.
  ///   - separator: What separates cells; the most frequent of the first line, without it.
  ///   - next: The bytes that follow; none at the end.
  init(
    _ beginning: [UInt8], separator: UInt8? = nil, next: @escaping () throws -> [UInt8]
  ) {
    bytes = beginning
    position = beginning.starts(with: Self.mark) ? Self.mark.count : 0
    self.next = next
    self.separator = separator ?? Self.separator(of: beginning)
  }

  /// The next row that is not empty; `nil` at the end.
  ///
  /// - Throws: `ExportError` for a row that is too long, and what `next` throws.
  mutating func row() throws -> Row? {
    while true {
      let start = line
      guard let cells = try cells() else { return nil }
      if cells != [""] { return Row(line: start, cells: cells) }
    }
  }

  private mutating func cells() throws -> [String]? {
    guard try byte() != nil else { return nil }
    var cells: [String] = []
    var cell: [UInt8] = []
    var count = 0
    var isQuoted = false
    func text() -> String { String(decoding: cell, as: UTF8.self) }
    while let byte = try byte() {
      position += 1
      count += 1
      guard count <= Self.mostRowBytes else {
        throw ExportError("the row that begins in line \(line) has no end")
      }
      if isQuoted {
        if byte == UInt8(ascii: "\n") { line += 1 }
        if byte != UInt8(ascii: "\"") {
          cell.append(byte)
        } else if try self.byte() == UInt8(ascii: "\"") {
          position += 1
          cell.append(byte)
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where cell.isEmpty: isQuoted = true
      case separator:
        cells.append(text())
        cell.removeAll(keepingCapacity: true)
      case UInt8(ascii: "\r") where try self.byte() == UInt8(ascii: "\n"): continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        line += 1
        return cells + [text()]
      default: cell.append(byte)
      }
    }
    return cells + [text()]
  }

  /// The byte at the position; `nil` at the end.
  private mutating func byte() throws -> UInt8? {
    while position == bytes.count {
      bytes = try next()
      position = 0
      if bytes.isEmpty { return nil }
    }
    return bytes[position]
  }

  private static func separator(of beginning: [UInt8]) -> UInt8 {
    let first = beginning.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    var isQuoted = false
    var counts: [UInt8: Int] = [:]
    for byte in first {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, separators.contains(byte) { counts[byte, default: 0] += 1 }
    }
    return separators.max { counts[$0] ?? 0 < counts[$1] ?? 0 } ?? UInt8(ascii: ",")
  }
}
