/// Reads a configuration: a small part of TOML.
///
/// A line is empty, a `[section]` or `key = value`, each with an optional `# comment`. A value is a
/// "text" with the escapes of TOML, a 'text' as it stands, a whole number, `true` or `false`, or a list
/// in brackets, which may go over lines. Names are letters, digits, "-" and "_".
package struct ConfigurationReader {
  /// More than any configuration of ours needs.
  package static let maximumByteCount = 64 * 1024
  /// A list in a list is the deepest that anything could mean.
  private static let maximumDepth = 4

  private let file: String
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var section = ""
  private var sections: Set<String> = []
  private var entries: [ConfigurationEntry] = []

  /// Reads all entries of a configuration.
  ///
  /// - Parameters:
  ///   - bytes: its text.
  ///   - file: what errors call it.
  /// - Returns: the entries in their order, no key twice.
  /// - Throws: what is wrong first.
  package static func entries(
    in bytes: [UInt8], file: String
  ) throws(ConfigurationError) -> [ConfigurationEntry] {
    var reader = ConfigurationReader(bytes, file: file)
    try reader.readAll()
    return reader.entries
  }

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  private mutating func readAll() throws(ConfigurationError) {
    guard bytes.count <= Self.maximumByteCount else {
      throw ConfigurationError(
        file: file, line: nil, "it is longer than \(Self.maximumByteCount) bytes")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw ConfigurationError(file: file, line: nil, "it is not UTF-8")
    }
    while position < bytes.count {
      skipSpaces()
      switch next {
      case nil: break
      case UInt8(ascii: "["): try readSection()
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"): break
      case _?: try readEntry()
      }
      try endLine()
    }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func failure(_ detail: String, advice: String? = nil) -> ConfigurationError {
    ConfigurationError(file: file, line: line, detail, advice: advice)
  }
}

// Lines.
extension ConfigurationReader {
  private mutating func readSection() throws(ConfigurationError) {
    position += 1
    skipSpaces()
    guard let name = readName() else { throw failure("expected the name of a section after '['") }
    skipSpaces()
    guard next == UInt8(ascii: "]") else { throw failure("expected ']' after [\(name)") }
    position += 1
    guard sections.insert(name).inserted else { throw failure("section [\(name)] is given twice") }
    section = name
  }

  private mutating func readEntry() throws(ConfigurationError) {
    guard let name = readName() else {
      throw failure("expected 'key = value', a [section] or a '# comment'")
    }
    let key = section.isEmpty ? name : "\(section).\(name)"
    skipSpaces()
    guard next == UInt8(ascii: "=") else { throw failure("expected '=' after \(key)") }
    position += 1
    skipSpaces()
    let start = line
    let value = try readValue(of: key, depth: 0)
    guard !entries.contains(where: { $0.key == key }) else {
      line = start
      throw failure("\(key) is given twice")
    }
    entries.append(ConfigurationEntry(key, value, line: start))
  }

  private mutating func endLine() throws(ConfigurationError) {
    skipSpaces()
    skipComment()
    if next == UInt8(ascii: "\r") { position += 1 }
    switch next {
    case nil: return
    case UInt8(ascii: "\n"):
      position += 1
      line += 1
    case _?: throw failure("expected the end of the line")
    }
  }

  private mutating func skipSpaces() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { position += 1 }
  }

  private mutating func skipComment() {
    guard next == UInt8(ascii: "#") else { return }
    while let byte = next, byte != UInt8(ascii: "\n") { position += 1 }
  }

  /// Skips what may stand between the values of a list.
  private mutating func skipLines() {
    while true {
      skipSpaces()
      skipComment()
      switch next {
      case UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "\n"):
        position += 1
        line += 1
      default: return
      }
    }
  }

  private mutating func readName() -> String? {
    let start = position
    while let byte = next, Self.isName(byte) { position += 1 }
    guard position > start else { return nil }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

// Values.
extension ConfigurationReader {
  private mutating func readValue(
    of key: String, depth: Int
  ) throws(ConfigurationError) -> ConfigurationValue {
    switch next {
    case UInt8(ascii: "\""): return .string(try readText(of: key))
    case UInt8(ascii: "'"): return .string(try readLiteralText(of: key))
    case UInt8(ascii: "["): return .array(try readList(of: key, depth: depth))
    default: break
    }
    let start = position
    while let byte = next, Self.isName(byte) || byte == UInt8(ascii: "+") { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      guard let number = Self.number(word) else {
        throw failure(
          "\(key) has no value that can be read",
          advice: "Texts and durations stand in quotes: \(key) = \"...\"")
      }
      return .integer(number)
    }
  }

  /// Digits with a sign, and single underscores between them.
  private static func number(_ word: String) -> Int? {
    let unsigned =
      word.utf8.first == UInt8(ascii: "-") || word.utf8.first == UInt8(ascii: "+")
      ? word.dropFirst() : word[...]
    let groups = unsigned.split(separator: "_", omittingEmptySubsequences: false)
    guard
      groups.allSatisfy({ group in
        !group.isEmpty && group.utf8.allSatisfy { (0x30...0x39).contains($0) }
      })
    else { return nil }
    return Int(word.filter { $0 != "_" })
  }

  private mutating func readList(
    of key: String, depth: Int
  ) throws(ConfigurationError) -> [ConfigurationValue] {
    guard depth < Self.maximumDepth else { throw failure("\(key) has too many lists in lists") }
    position += 1
    var values: [ConfigurationValue] = []
    while true {
      skipLines()
      if next == UInt8(ascii: "]") { break }
      values.append(try readValue(of: key, depth: depth + 1))
      skipLines()
      if next == UInt8(ascii: ",") {
        position += 1
      } else if next != UInt8(ascii: "]") {
        throw failure("expected ',' or ']' in the list of \(key)")
      }
    }
    position += 1
    return values
  }

  private mutating func readLiteralText(of key: String) throws(ConfigurationError) -> String {
    position += 1
    let start = position
    while let byte = next, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\n") { position += 1 }
    guard next == UInt8(ascii: "'") else { throw failure("the text of \(key) has no end") }
    defer { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readText(of key: String) throws(ConfigurationError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\n") {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try readEscape(of: key)
      default: text.append(byte)
      }
    }
    throw failure("the text of \(key) has no end")
  }

  private mutating func readEscape(of key: String) throws(ConfigurationError) -> [UInt8] {
    let letter = next ?? 0
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [letter]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "u"): return try readScalar(digits: 4, of: key)
    case UInt8(ascii: "U"): return try readScalar(digits: 8, of: key)
    default:
      throw failure("the text of \(key) has an unknown escape", advice: "A backslash is '\\\\'.")
    }
  }

  private mutating func readScalar(
    digits: Int, of key: String
  ) throws(ConfigurationError) -> [UInt8] {
    let end = min(position + digits, bytes.count)
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    guard text.utf8.count == digits, text.allSatisfy(\.isHexDigit),
      let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
    else { throw failure("the text of \(key) has an escape that is no character") }
    position = end
    return Array(String(scalar).utf8)
  }
}
