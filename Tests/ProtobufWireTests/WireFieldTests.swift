internal import ProtobufWire
internal import Testing

@Suite struct WireFieldTests {
  private func field(_ text: String) throws -> WireField {
    var reader = WireReader(bytes(text))
    return try #require(try reader.nextField())
  }

  @Test(arguments: [
    ("08 ff ff ff ff ff ff ff ff ff 01", Int64(-1), Int32(-1), UInt32.max),
    ("08 80 80 80 80 10", 0x1_0000_0000, 0, 0),
    ("08 ff ff ff ff 0f", 0xFFFF_FFFF, -1, .max),
    ("08 07", 7, 7, 7),
  ])
  func `of longer numbers the low bits count`(
    text: String, long: Int64, short: Int32, unsigned: UInt32
  ) throws {
    let field = try field(text)
    #expect(try field.int64("x") == long)
    #expect(try field.int32("x") == short)
    #expect(try field.uint32("x") == unsigned)
    #expect(try field.bool("x"))
  }

  @Test(arguments: [
    (UInt64(0), Int64(0)), (1, -1), (2, 1), (3, -2), (.max, .min), (.max - 1, .max),
  ])
  func `zigzag coding folds and unfolds`(folded: UInt64, number: Int64) {
    #expect(WireField.unfold(folded) == number)
    #expect(WireWriter.fold(number) == folded)
  }

  @Test func `repeated numbers may be packed or not`() throws {
    #expect(try field("0a 03 01 96 01").varints("x") == [1, 150])
    #expect(try field("08 96 01").varints("x") == [150])
    #expect(try field("0a 00").varints("x") == [])
    #expect(try field("0a 08 01 00 00 00 02 00 00 00").fixed32s("x") == [1, 2])
    #expect(try field("0d 01 00 00 00").fixed32s("x") == [1])
    #expect(try field("0a 08 01 00 00 00 00 00 00 00").fixed64s("x") == [1])
    #expect(try field("09 01 00 00 00 00 00 00 00").fixed64s("x") == [1])
  }

  @Test func `doubles are packed as they are`() throws {
    let numbers = [0, -0.0, 1.5, .infinity, .leastNonzeroMagnitude]
    var writer = WireWriter()
    writer.writePacked(numbers, field: 1)
    writer.writePacked([Double](), field: 2)
    var reader = WireReader(writer.bytes)
    let written = try reader.nextField()
    let bits = try #require(written).fixed64s("x")
    #expect(bits == numbers.map(\.bitPattern))
    let more = try reader.nextField()
    #expect(more == nil)
  }

  @Test(arguments: ["0a 01 80", "0a 02 01 ff"])
  func `packed numbers that end early are refused`(text: String) throws {
    let error = try #require(throws: WireError.self) { try field(text).varints("numbers") }
    #expect(error.code == .truncated)
    #expect(error.field == "numbers")
    #expect(throws: WireError.self) { try field("0a 03 01 00 00").fixed32s("x") }
    #expect(throws: WireError.self) { try field("0a 04 01 00 00 00").fixed64s("x") }
  }

  @Test(arguments: ["0a 01 ff", "0a 02 c0 80", "0a 03 ed a0 80", "0a 01 c3"])
  func `a text that is not UTF-8 is refused`(text: String) throws {
    let error = try #require(throws: WireError.self) { try field(text).string("name") }
    #expect(error == WireError(.badText, "name", "the text is not UTF-8"))
    #expect(throws: Never.self) { try field(text).bytes("name") }
  }

  @Test func `another wire type than declared is refused by name`() throws {
    let varint = try field("08 01")
    let counted = try field("0a 00")
    let accessors: [(WireField, (WireField) throws -> Void)] = [
      (counted, { _ = try $0.uint64("x") }), (counted, { _ = try $0.int64("x") }),
      (counted, { _ = try $0.uint32("x") }), (counted, { _ = try $0.int32("x") }),
      (counted, { _ = try $0.zigZag("x") }), (counted, { _ = try $0.bool("x") }),
      (varint, { _ = try $0.fixed64("x") }), (varint, { _ = try $0.fixed32("x") }),
      (varint, { _ = try $0.double("x") }), (varint, { _ = try $0.float("x") }),
      (varint, { _ = try $0.bytes("x") }), (varint, { _ = try $0.string("x") }),
      (varint, { _ = try $0.message("x") as Reading }), (varint, { _ = try $0.fixed64s("x") }),
      (varint, { _ = try $0.fixed32s("x") }),
      (try field("0d 00000000"), { _ = try $0.varints("x") }),
    ]
    for (field, access) in accessors {
      let error = try #require(throws: WireError.self) { try access(field) }
      #expect(error.code == .wrongType)
      #expect(error.field == "x")
    }
    let error = try #require(throws: WireError.self) { try varint.string("name") }
    #expect("\(error)" == "cannot decode name: expected counted bytes, got a varint")
  }
}
