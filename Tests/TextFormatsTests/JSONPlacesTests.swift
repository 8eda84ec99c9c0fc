internal import TestSupport
internal import Testing
internal import TextFormats

@Suite struct JSONPlacesTests {
  private func members(_ text: String) -> (names: [String], values: [String], isWhole: Bool) {
    let bytes = Array(text.utf8)
    let places = JSONPlaces(bytes)
    let found = places.members(of: places.all)
    return (
      found.members.map(\.name),
      found.members.map { String(decoding: bytes[$0.value], as: UTF8.self) }, found.flaw == nil
    )
  }

  @Test func `members and elements are found without being read`() throws {
    let text =
      " \u{FEFF}".dropFirst() + #" { "a" : [1, {"b":"]}"}, "\"[" ] ,"c\n": -1.5e3,"d":{} }"#
    let found = members(String(text))
    #expect(found.names == ["a", "c\n", "d"] && found.isWhole)
    #expect(found.values == [#"[1, {"b":"]}"}, "\"[" ]"#, "-1.5e3", "{}"])
    let bytes = Array(found.values[0].utf8)
    let places = JSONPlaces(bytes)
    let elements = places.elements(of: places.all)
    #expect(elements.flaw == nil && elements.elements.count == 3)
    #expect(try places.value(at: elements.elements[1])["b"]?.stringValue == "]}")
    #expect(members("{}").isWhole && members(" { } ").names.isEmpty)
  }

  @Test(arguments: ["", "[]", "7", "{", #"{"a""#, #"{"a":"#, #"{"a" 1}"#, #"{1:2}"#, #"{"a":1 2}"#])
  func `what is no object, or is cut, has a flaw`(text: String) {
    #expect(!members(text).isWhole)
  }

  @Test func `what is cut is told as far as it goes`() {
    let found = members(#"{"a":[1,2],"b":[3,4"#)
    #expect(found.names == ["a", "b"] && found.values == ["[1,2]", "[3,4"] && !found.isWhole)
  }

  @Test func `random values have the parts that a reader finds`() throws {
    var generator = SeededGenerator(seed: .random(in: 0...(.max)))
    func value(_ depth: Int) -> JSONValue {
      switch Int.random(in: 0...(depth > 3 ? 3 : 5), using: &generator) {
      case 0: .null
      case 1: .integer(.random(in: -99...99, using: &generator))
      case 2: .string(["", "]", "\\\"", "{[", "é\n"].randomElement(using: &generator) ?? "")
      case 3: .bool(true)
      case 4: .array((0..<3).map { _ in value(depth + 1) })
      default: .object((0..<3).map { .init("\($0)\"}", value(depth + 1)) })
      }
    }
    for _ in 0..<200 {
      let whole = JSONValue.object([
        .init("x", value(0)), .init("y", .array([value(0), value(1)])),
      ])
      let places = JSONPlaces(Array(whole.text.utf8))
      let members = places.members(of: places.all).members
      #expect(try members.map { try places.value(at: $0.value) } == [whole["x"], whole["y"]])
      let elements = places.elements(of: members[1].value).elements
      #expect(
        try elements.map { try places.value(at: $0) } == whole["y"]?.arrayValue,
        "seed \(generator.seed)")
    }
  }
}
