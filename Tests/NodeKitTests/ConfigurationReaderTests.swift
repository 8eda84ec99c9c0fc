internal import NodeKit
internal import Testing

@Suite struct ConfigurationReaderTests {
  private func entries(_ text: String) throws(ConfigurationError) -> [ConfigurationEntry] {
    try ConfigurationReader.entries(in: Array(text.utf8), file: "dyadd.toml")
  }

  @Test(arguments: [
    ("\"a b\"", ConfigurationValue.string("a b")), ("\"\"", .string("")),
    (#""\"\\\t\n\u00e9\U0001F600""#, .string("\"\\\t\né😀")), (#"'C:\n'"#, .string(#"C:\n"#)),
    ("\"# no comment\"", .string("# no comment")), ("7443", .integer(7443)),
    ("-5", .integer(-5)), ("+5", .integer(5)), ("1_000", .integer(1000)), ("true", .boolean(true)),
    ("false", .boolean(false)), ("[]", .array([])),
    ("[1, \"a\",]", .array([.integer(1), .string("a")])),
    ("[ # first\n  1,\n\n  2 # second\n]", .array([.integer(1), .integer(2)])),
    ("[[1], []]", .array([.array([.integer(1)]), .array([])])),
  ])
  func `a value is read`(text: String, value: ConfigurationValue) throws {
    let entries = try entries("key = \(text) # a comment\nnext=1")
    #expect(entries.map(\.key) == ["key", "next"])
    #expect(entries.first?.value == value)
  }

  @Test func `keys have the section before them and know their line`() throws {
    let text =
      "# head\r\n\r\na=1\r\n[ log ] # of lines\r\n\tlevel = \"debug\"\n[x-1]\nlist = [\n1]\nb_2 = 2"
    let read = try entries(text)
    #expect(
      read == [
        .init("a", .integer(1), line: 3), .init("log.level", .string("debug"), line: 5),
        .init("x-1.list", .array([.integer(1)]), line: 7), .init("x-1.b_2", .integer(2), line: 9),
      ])
  }

  @Test(arguments: ["", "\n\n", "# only a comment", "  \t"])
  func `nothing is said by nothing`(text: String) throws {
    #expect(try entries(text).isEmpty)
  }

  @Test(arguments: [
    ("a", 1, "expected '=' after a"), ("\na = ", 2, "a has no value that can be read"),
    ("a = 30s", 1, "a has no value that can be read"), ("a = 1__0", 1, "a has no value"),
    ("a = 99999999999999999999", 1, "a has no value"), ("a = 1.5", 1, "expected the end"),
    ("a = 1 b = 2", 1, "expected the end of the line"), ("a = \"x", 1, "the text of a has no end"),
    ("a = \"x\ny\"", 1, "the text of a has no end"), ("a = 'x", 1, "the text of a has no end"),
    (#"a = "\x""#, 1, "an unknown escape"), (#"a = "\ud800""#, 1, "an escape that is no character"),
    (#"a = "\u12"#, 1, "an escape that is no character"), ("a = \"\\", 1, "an unknown escape"),
    ("a = [1", 1, "expected ',' or ']' in the list of a"),
    ("a = [\n1\n2]", 3, "expected ',' or ']' in the list of a"), ("a = [", 1, "a has no value"),
    ("a = [,]", 1, "a has no value"), ("a = [[[[[1]]]]]", 1, "a has too many lists in lists"),
    ("[", 1, "expected the name of a section"), ("[a", 1, "expected ']' after [a"),
    ("[a]\n[b]\n[a]", 3, "section [a] is given twice"), ("a=1\nb=2\na=3", 3, "a is given twice"),
    ("= 1", 1, "expected 'key = value'"), ("é = 1", 1, "expected 'key = value'"),
    ("a.b = 1", 1, "expected '=' after a"),
  ])
  func `what cannot be read names its line`(text: String, line: Int, reason: String) {
    let error = #expect(throws: ConfigurationError.self) { try entries(text) }
    #expect(error?.line == line)
    #expect(error?.detail.contains(reason) == true, "\(error?.detail ?? "")")
    #expect(error?.description.hasPrefix("cannot use dyadd.toml, line \(line): ") == true)
  }

  @Test func `what is no text, or too long, is refused whole`() {
    let notText = #expect(throws: ConfigurationError.self) {
      try ConfigurationReader.entries(in: [0x61, 0xFF], file: "f")
    }
    #expect(notText?.description == "cannot use f: it is not UTF-8")
    let count = ConfigurationReader.maximumByteCount
    let long = [UInt8](repeating: 0x0A, count: count)
    #expect(throws: Never.self) { try ConfigurationReader.entries(in: long, file: "f") }
    #expect(throws: ConfigurationError.self) {
      try ConfigurationReader.entries(in: long + [0x0A], file: "f")
    }
  }
}
