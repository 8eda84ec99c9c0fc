package import CommandLineCore
internal import TextFormats

/// Takes apart JSON values that follow each other, with or without space between them.
///
/// It looks for where values end and no further; whether they are any is found out by whoever reads
/// them. A value is handed out as soon as its last byte has come.
package struct JSONSplitter {
  /// One value.
  package struct Piece: Hashable, Sendable {
    /// Its place among all values, from 1.
    package var number: Int
    /// The line that it starts in, from 1.
    package var line: Int
    /// From its first byte to its last.
    package var bytes: [UInt8]
  }

  private enum Place {
    /// Between values.
    case between
    /// In an object or array, that many levels deep.
    case inside(depth: Int)
    /// In a text; 0 levels deep, it is the value itself.
    case text(depth: Int)
    /// Behind a backslash in a text.
    case escape(depth: Int)
    /// In a number or a word, or in what is neither.
    case word
  }

  private var bytes: [UInt8] = []
  private var position = 0
  private var start = 0
  private var startLine = 1
  private var line = 1
  private var count = 0
  private var place = Place.between
  private var isAtEnd = false

  /// Makes a splitter that has seen nothing.
  package init() {}

  /// Takes the next bytes.
  package mutating func receive(_ more: [UInt8]) {
    bytes.removeFirst(start)
    position -= start
    start = 0
    bytes += more
  }

  /// There are no more bytes.
  package mutating func finish() {
    isAtEnd = true
  }

  /// The next value that is there as a whole; at the end also what there is of one.
  ///
  /// - Throws: When a value is longer than any that is read.
  package mutating func next() throws(CommandLineError) -> Piece? {
    while position < bytes.count {
      let byte = bytes[position]
      guard !endsWord(before: byte) else { return take() }
      position += 1
      if byte == 0x0A { line += 1 }
      if step(byte) { return take() }
    }
    guard position - start <= JSONValue.maximumByteCount else {
      throw CommandLineError(
        .invalidInput, operation: "read message \(count + 1)",
        detail: "longer than \(JSONValue.maximumByteCount) bytes")
    }
    return isAtEnd && start < position ? take() : nil
  }

  private func endsWord(before byte: UInt8) -> Bool {
    guard case .word = place else { return false }
    return Self.isSpace(byte) || Self.isMark(byte)
  }

  /// Goes past a byte.
  ///
  /// - Returns: Whether a value ends with it.
  private mutating func step(_ byte: UInt8) -> Bool {
    switch place {
    case .between: return begin(byte)
    case .word: return false
    case .escape(let depth): place = .text(depth: depth)
    case .text(let depth):
      if byte == UInt8(ascii: "\\") { place = .escape(depth: depth) }
      guard byte == UInt8(ascii: "\"") else { return false }
      place = .inside(depth: depth)
      return depth == 0
    case .inside(let depth):
      switch byte {
      case UInt8(ascii: "\""): place = .text(depth: depth)
      case UInt8(ascii: "{"), UInt8(ascii: "["): place = .inside(depth: depth + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        place = .inside(depth: depth - 1)
        return depth == 1
      default: break
      }
    }
    return false
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    if Self.isSpace(byte) {
      start = position
      return false
    }
    startLine = line
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): place = .inside(depth: 1)
    case UInt8(ascii: "\""): place = .text(depth: 0)
    // No value begins so; alone, it is refused by whoever reads it.
    case _ where Self.isMark(byte): return true
    default: place = .word
    }
    return false
  }

  private mutating func take() -> Piece {
    count += 1
    let piece = Piece(number: count, line: startLine, bytes: Array(bytes[start..<position]))
    start = position
    place = .between
    return piece
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
