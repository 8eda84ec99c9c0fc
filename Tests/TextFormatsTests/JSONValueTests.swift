internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct JSONValueTests {
  @Test(arguments: [
    ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)),
    ("0", .integer(0)), ("-17", .integer(-17)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number(9_223_372_036_854_775_808)),
    ("61.5", .number(61.5)), ("1e3", .number(1000)), ("1E-2", .number(0.01)),
    ("-0", .number(-0.0)), ("1e-999", .number(0)), ("5e-324", .number(.leastNonzeroMagnitude)),
    ("[]", .array([])), ("[1, 2]", .array([.integer(1), .integer(2)])),
    ("{}", .object([])),
    (
      "{\"b\":1,\"a\":[{}]}",
      .object([.init("b", .integer(1)), .init("a", .array([.object([])]))])
    ),
    (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u00e9\uD83D\ude00\u0000""#, .string("é😀\u{0}")),
    ("\"é😀\"", .string("é😀")),
  ])
  func `what the standard allows is read`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "True", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x10", "NaN",
    "Infinity", "1 2", "[1,]", "[,]", "[1 2]", "[", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
    "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"",
    "\"a\nb\"", "\"\u{1}\"", "]", "// 1", "\u{FEFF}1", "1e999", "-1e999", "١",
  ])
  func `what the standard forbids is refused`(text: String) {
    #expect(throws: TextFlaw.self) { try JSONValue(parsing: text) }
  }

  @Test(arguments: [
    #""\uD83D""#, #""\uD83Dx""#, #""\uD83D\n""#, #""\uD83D\u0041""#, #""\uDE00""#,
    #""\uDE00\uD83D""#,
  ])
  func `half a surrogate pair is refused`(text: String) throws {
    let error = try #require(throws: TextFlaw.self) { try JSONValue(parsing: text) }
    #expect(error.detail == "half a surrogate pair at byte 2")
  }

  @Test(arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]])
  func `text that is not UTF-8 is refused`(bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    #expect(throws: TextFlaw.self) { try JSONValue(parsing: [quote] + bytes + [quote]) }
  }

  @Test(arguments: [#"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"[{"":0,"":0}]"#])
  func `a name given twice is refused`(text: String) {
    #expect(throws: TextFlaw.self) { try JSONValue(parsing: text) }
  }

  @Test func `names that only mean the same are two names`() throws {
    let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value["\u{E9}"] == .integer(1))
    #expect(value["e\u{301}"] == .integer(2))
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `nesting is bounded`(opening: String) {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + "0" + String(repeating: closing, count: depth)
    }
    #expect(throws: Never.self) { try JSONValue(parsing: nested(JSONValue.maximumDepth)) }
    #expect(throws: TextFlaw.self) {
      try JSONValue(parsing: nested(JSONValue.maximumDepth + 1))
    }
    #expect(throws: TextFlaw.self) { try JSONValue(parsing: nested(100_000)) }
  }

  @Test func `length is bounded`() {
    let blank = [UInt8](repeating: 0x20, count: JSONValue.maximumByteCount)
    #expect(throws: TextFlaw.self) { try JSONValue(parsing: blank + [0x30]) }
    #expect(throws: Never.self) { try JSONValue(parsing: [0x30] + blank.dropLast()) }
    let digits = String(repeating: "1", count: JSONValue.maximumNumberByteCount + 1)
    #expect(throws: TextFlaw.self) { try JSONValue(parsing: "0.\(digits)") }
  }

  @Test func `a message gives the place and never the text`() throws {
    let error = try #require(throws: TextFlaw.self) {
      try JSONValue(parsing: #"{"value":secret61}"#)
    }
    #expect(error.description == "cannot read JSON: expected a value at byte 10")
  }

  @Test(arguments: [
    (0.1, "0.1"), (61, "61"), (-0.0, "-0.0"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
    (123_456_789.125, "123456789.125"), (.nan, "null"), (.infinity, "null"),
  ])
  func `a double is written with the fewest digits`(value: Double, text: String) {
    #expect(JSONValue.number(value).text == text)
  }

  @Test func `what a terminal would obey is escaped`() {
    #expect(
      JSONValue.string("a\u{1B}[2J\u{9B}\u{7F}\"\\\n\u{E9}").text
        == #""a\u001b[2J\u009b\u007f\"\\\n"# + "\u{E9}\"")
  }

  @Test func `accessors answer only to their kind`() {
    let value = JSONValue.object([
      .init("count", .integer(3)), .init("big", .integer(.max)), .init("half", .number(0.5)),
      .init("name", .string("n")), .init("on", .bool(true)), .init("list", .array([.null])),
    ])
    #expect(value["count"]?.integerValue == 3)
    #expect(value["count"]?.doubleValue == 3)
    #expect(value["big"]?.doubleValue == nil)
    #expect(value["half"]?.integerValue == nil)
    #expect(value["half"]?.doubleValue == 0.5)
    #expect(value["name"]?.stringValue == "n")
    #expect(value["name"]?.doubleValue == nil)
    #expect(value["on"]?.boolValue == true)
    #expect(value["list"]?.arrayValue == [.null])
    #expect(value["none"] == nil)
    #expect(value.objectValue?.map(\.name) == ["count", "big", "half", "name", "on", "list"])
    #expect(JSONValue.null["count"] == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what is written reads back the same`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let value = Self.randomValue(depth: 0, &random)
      #expect(try JSONValue(parsing: value.text) == value, "seed \(seed)")
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `spoilt bytes are read or refused and never trap`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes = Array(Self.randomValue(depth: 0, &random).text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.removeLast(bytes.count - index)
        }
      }
      // Whatever is read can be written, and reads the same again; "1.0" comes back as "1".
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      #expect((try? JSONValue(parsing: value.text))?.text == value.text, "seed \(seed)")
    }
  }

  private static func randomValue(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
    case 3:
      let value = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
      // A whole double reads back as the integer it is.
      return value.isFinite && Int64(exactly: value) == nil ? .number(value) : .number(0.25)
    case 4: return .string(randomText(&random))
    case 5, 6:
      let count = Int.random(in: 0..<5, using: &random)
      return .array((0..<count).map { _ in randomValue(depth: depth + 1, &random) })
    default:
      let count = Int.random(in: 0..<5, using: &random)
      return .object(
        (0..<count).map { index in
          .init("\(index)\(randomText(&random))", randomValue(depth: depth + 1, &random))
        })
    }
  }

  private static func randomText(_ random: inout SeededGenerator) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      let limit: UInt32 = Bool.random(using: &random) ? 0x80 : 0x10FFFF
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
