internal import Testing
internal import TextFormats

@Suite struct JSONTextTests {
  @Test func `people get a line for each member and element`() throws {
    let json = try JSONValue(parsing: #"{"a":1,"b":[],"c":{"d":[true,{}],"e":"x"}}"#)
    #expect(
      JSONText.lines(json).joined(separator: "\n") == """
        {
          "a": 1,
          "b": [],
          "c": {
            "d": [
              true,
              {}
            ],
            "e": "x"
          }
        }
        """)
  }

  @Test func `nothing is left that a terminal would obey`() throws {
    let json = JSONValue.object([.init("\u{202E}k", .string("a\u{1B}[2J\u{2066}\u{85}\u{2028}b"))])
    let text = #"{"\u202ek":"a\u001b[2J\u2066\u0085\u2028b"}"#
    #expect(JSONText.line(json) == text)
    #expect(JSONText.lines(json)[1] == #"  "\u202ek": "a\u001b[2J\u2066\u0085\u2028b""#)
    #expect(try JSONValue(parsing: text) == json)
  }
}
