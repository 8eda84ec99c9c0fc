internal import ProtobufWire
internal import Testing

@Suite struct WireMessageTests {
  private static let full = Reading(
    name: "é", count: -2, level: -1, change: -3, isGood: true, value: 1.5, ratio: -0.5,
    mark: .max, small: 7, picture: [0, 255], numbers: [0, -1, 300], names: ["", "b"],
    inner: [Reading(), Reading(count: 1)], best: .number(0), wide: .max)

  @Test func `a message comes back as it was`() throws {
    #expect(try Reading(decoding: Self.full.encoded()) == Self.full)
    let text = Reading(best: .text(""))
    #expect(try Reading(decoding: text.encoded()) == text)
  }

  @Test func `what stands for nothing takes no bytes`() {
    #expect(Reading().encoded().isEmpty)
    #expect(Holder().encoded().isEmpty)
    #expect(Holder(reading: Reading()).encoded() == bytes("0a 00"))
    #expect(Reading(value: -0.0).encoded() == bytes("31 00 00 00 00 00 00 00 80"))
  }

  @Test(arguments: [
    (Reading(name: "testing"), "0a 07 74 65 73 74 69 6e 67"),
    (Reading(count: 150), "10 96 01"),
    (Reading(level: -1), "18 ff ff ff ff ff ff ff ff ff 01"),
    (Reading(change: -1), "20 01"),
    (Reading(isGood: true), "28 01"),
    (Reading(value: 1), "31 00 00 00 00 00 00 f0 3f"),
    (Reading(ratio: 1), "3d 00 00 80 3f"),
    (Reading(mark: 1), "41 01 00 00 00 00 00 00 00"),
    (Reading(small: 1), "4d 01 00 00 00"),
    (Reading(numbers: [3, 270, 86_942]), "5a 06 03 8e 02 9e a7 05"),
    (Reading(names: ["a", ""]), "62 01 61 62 00"),
    (Reading(inner: [Reading(count: 1)]), "6a 02 10 01"),
    (Reading(best: .number(0)), "78 00"),
    (Reading(wide: 1), "80 01 01"),
  ])
  func `bytes are what others write`(reading: Reading, text: String) throws {
    #expect(reading.encoded() == bytes(text))
    #expect(try Reading(decoding: bytes(text)) == reading)
  }

  @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 70_000])
  func `a message inside may have any length`(count: Int) throws {
    let holder = Holder(reading: Reading(picture: Array(repeating: 7, count: count), wide: 1))
    #expect(try Holder(decoding: holder.encoded()) == holder)
  }

  @Test func `unknown fields of all wire types are passed over`() throws {
    let unknown = "a0 06 01 a1 06 0000000000000000 a2 06 01 61 a3 06 08 01 a4 06 a5 06 00000000"
    let reading = try Reading(decoding: bytes(unknown + "10 05" + unknown))
    #expect(reading == Reading(count: 5))
  }

  @Test func `the last of a single field counts, and messages are merged`() throws {
    #expect(try Reading(decoding: bytes("10 01 10 02")).count == 2)
    #expect(try Reading(decoding: bytes("72 01 61 78 07")).best == .number(7))
    let holder = try Holder(decoding: bytes("0a 02 10 01 0a 02 28 01"))
    #expect(holder.reading == Reading(count: 1, isGood: true))
  }

  @Test func `a message may be a group`() throws {
    #expect(try Holder(decoding: bytes("0b 10 01 0c")).reading == Reading(count: 1))
  }

  @Test func `what is wrong inside is named from outside`() throws {
    let inner = bytes("6a 05 6a 03 0a 01 ff")
    let error = try #require(throws: WireError.self) { try Reading(decoding: inner) }
    #expect(error.field == "test.Reading.inner.inner.name")
    #expect("\(error)" == "cannot decode test.Reading.inner.inner.name: the text is not UTF-8")
    let cut = try #require(throws: WireError.self) { try Reading(decoding: bytes("6a 01 10")) }
    #expect(cut.field == "test.Reading.inner")
    #expect(cut.code == .truncated)
  }

  @Test func `depth is bounded`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      var reading = Reading()
      for _ in 0..<depth { reading = Reading(inner: [reading]) }
      return reading.encoded()
    }
    #expect(throws: Never.self) { try Reading(decoding: nested(WireReader.maximumDepth)) }
    let error = try #require(throws: WireError.self) {
      try Reading(decoding: nested(WireReader.maximumDepth + 1))
    }
    #expect(error.code == .tooDeep)
  }

  @Test func `groups inside messages count as depth`() throws {
    var groups = WireWriter()
    func open(_ depth: Int, _ writer: inout WireWriter) {
      writer.writeGroup(field: 100) { inner in if depth > 1 { open(depth - 1, &inner) } }
    }
    open(60, &groups)
    #expect(throws: Never.self) { try Reading(decoding: groups.bytes) }
    var message = groups.bytes
    for _ in 0..<60 {
      var writer = WireWriter()
      writer.write(message, field: 13)
      message = writer.bytes
    }
    let error = try #require(throws: WireError.self) { try Reading(decoding: message) }
    #expect(error.code == .tooDeep)
  }
}
