/// One pass over the bytes of a JSON text; messages give a place, never what stands there.
package struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether a byte may stand between the parts of a text.
  package static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  mutating func parseDocument() throws(TextFlaw) -> JSONValue {
    skipWhitespace()
    let value = try parseValue(depth: 0)
    skipWhitespace()
    guard position == bytes.count else { throw failure("expected nothing after the value") }
    return value
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func failure(_ reason: String, at place: Int? = nil) -> TextFlaw {
    TextFlaw(
      operation: "read JSON", detail: "\(reason) at byte \((place ?? position) + 1)")
  }

  private mutating func skipWhitespace() {
    while let byte = next, Self.isWhitespace(byte) {
      position += 1
    }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func parseValue(depth: Int) throws(TextFlaw) -> JSONValue {
    guard let first = next else { throw failure("expected a value") }
    switch first {
    case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
    case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", as: .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", as: .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", as: .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    default: throw failure("expected a value")
    }
  }

  private mutating func parseWord(
    _ word: StaticString, as value: JSONValue
  ) throws(TextFlaw) -> JSONValue {
    let expected = Array("\(word)".utf8)
    guard bytes[position...].starts(with: expected) else { throw failure("expected a value") }
    position += expected.count
    return value
  }

  private func checkDepth(_ depth: Int) throws(TextFlaw) {
    guard depth <= JSONValue.maximumDepth else {
      throw failure("nested deeper than \(JSONValue.maximumDepth) levels")
    }
  }

  private mutating func parseArray(depth: Int) throws(TextFlaw) -> JSONValue {
    try checkDepth(depth)
    position += 1
    skipWhitespace()
    var values: [JSONValue] = []
    if skip(UInt8(ascii: "]")) { return .array(values) }
    while true {
      skipWhitespace()
      values.append(try parseValue(depth: depth))
      skipWhitespace()
      if skip(UInt8(ascii: "]")) { return .array(values) }
      guard skip(UInt8(ascii: ",")) else { throw failure("expected ',' or ']'") }
    }
  }

  private mutating func parseObject(depth: Int) throws(TextFlaw) -> JSONValue {
    try checkDepth(depth)
    position += 1
    skipWhitespace()
    var members: [JSONValue.Member] = []
    var names: Set<[UInt8]> = []
    if skip(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipWhitespace()
      let start = position
      guard next == UInt8(ascii: "\"") else { throw failure("expected a name in quotes") }
      let name = try parseString()
      guard names.insert(Array(name.utf8)).inserted else {
        throw failure("a name is given twice", at: start)
      }
      skipWhitespace()
      guard skip(UInt8(ascii: ":")) else { throw failure("expected ':'") }
      skipWhitespace()
      members.append(JSONValue.Member(name, try parseValue(depth: depth)))
      skipWhitespace()
      if skip(UInt8(ascii: "}")) { return .object(members) }
      guard skip(UInt8(ascii: ",")) else { throw failure("expected ',' or '}'") }
    }
  }

  private mutating func parseString() throws(TextFlaw) -> String {
    let start = position
    position += 1
    var unescaped: [UInt8] = []
    var plainStart = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        unescaped.append(contentsOf: bytes[plainStart..<position])
        position += 1
        guard let text = String(validating: unescaped, as: UTF8.self) else {
          throw failure("the text is not UTF-8", at: start)
        }
        return text
      case UInt8(ascii: "\\"):
        unescaped.append(contentsOf: bytes[plainStart..<position])
        let scalar = try parseEscape()
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        plainStart = position
      case ..<0x20:
        throw failure("a control character must be escaped")
      default:
        position += 1
      }
    }
    throw failure("the text has no closing quote", at: start)
  }

  private mutating func parseEscape() throws(TextFlaw) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let kind = next else { throw failure("an escape is cut off", at: start) }
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try parseUnicodeEscape(from: start)
    default: throw failure("no such escape", at: start)
    }
  }

  private mutating func parseUnicodeEscape(
    from start: Int
  ) throws(TextFlaw) -> Unicode.Scalar {
    let first = try parseHexDigits(from: start)
    // Whatever is no surrogate is a scalar of its own.
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
      throw failure("half a surrogate pair", at: start)
    }
    let second = try parseHexDigits(from: start)
    guard (0xDC00...0xDFFF).contains(second) else {
      throw failure("half a surrogate pair", at: start)
    }
    let code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    guard let scalar = Unicode.Scalar(code) else {
      throw failure("half a surrogate pair", at: start)
    }
    return scalar
  }

  private mutating func parseHexDigits(from start: Int) throws(TextFlaw) -> UInt16 {
    var code: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("an escape needs four hexadecimal digits", at: start)
      }
      code = code << 4 | UInt16(digit)
      position += 1
    }
    return code
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    return position - start
  }

  private mutating func parseNumber() throws(TextFlaw) -> JSONValue {
    let start = position
    var isWhole = true
    let isNegative = skip(UInt8(ascii: "-"))
    let leading = next
    let wholeDigits = skipDigits()
    guard wholeDigits > 0, leading != UInt8(ascii: "0") || wholeDigits == 1 else {
      throw failure("not a number", at: start)
    }
    if skip(UInt8(ascii: ".")) {
      isWhole = false
      guard skipDigits() > 0 else { throw failure("not a number", at: start) }
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isWhole = false
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      guard skipDigits() > 0 else { throw failure("not a number", at: start) }
    }
    guard position - start <= JSONValue.maximumNumberByteCount else {
      throw failure("a number longer than \(JSONValue.maximumNumberByteCount) bytes", at: start)
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // Minus zero is a double's alone.
    if isWhole, let value = Int64(text), !(value == 0 && isNegative) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      throw failure("a number outside the range of doubles", at: start)
    }
    return .number(value)
  }
}
