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
    let whole = members(String(text))
    #expect(whole.names == ["a", "c\n", "d"] && whole.isWhole)
    #expect(whole.values == [#"[1, {"b":"]}"}, "\"[" ]"#, "-1.5e3", "{}"])
    let bytes = Array(whole.values[0].utf8)
    let places = JSONPlaces(bytes)
    var elements = places.elements(of: places.all)
    let found = [elements.next(), elements.next(), elements.next()].compactMap(\.self)
    #expect(elements.next() == nil && elements.flaw == nil)
    #expect(try places.value(at: found[1])["b"]?.stringValue == "]}")
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

  @Test func `a long array is gone over, and told where it is cut`() {
    let places = JSONPlaces(Array(("[0" + String(repeating: ",0", count: 50_000)).utf8))
    var elements = places.elements(of: places.all)
    var count = 0
    while elements.next() != nil { count += 1 }
    #expect(count == 50_001 && elements.flaw?.detail.contains("it is cut") == true)
  }

  @Test func `of an object with very many members some are found, and it has a flaw`() {
    let found = members("{" + String(repeating: "\"a\":1,", count: 10_000) + "}")
    #expect(found.names.count == JSONPlaces.mostMembers && !found.isWhole)
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
      let elements = Array(places.elements(of: members[1].value))
      #expect(
        try elements.map { try places.value(at: $0) } == whole["y"]?.arrayValue,
        "seed \(generator.seed)")
    }
  }
}
