internal import ProtobufWire
internal import Testing

@Suite struct WireReaderTests {
  private func fields(_ text: String) throws -> [WireField] {
    var reader = WireReader(bytes(text))
    var fields: [WireField] = []
    while let field = try reader.nextField() { fields.append(field) }
    return fields
  }

  @Test(arguments: [
    ("08 00", WireValue.varint(0)),
    ("08 96 01", .varint(150)),
    ("08 80 80 00", .varint(0)),
    ("08 ff ff ff ff ff ff ff ff ff 01", .varint(.max)),
    ("88 80 80 80 80 80 80 80 80 00 01", .varint(1)),
    ("09 01 02 03 04 05 06 07 08", .fixed64(0x0807_0605_0403_0201)),
    ("0d 01 02 03 84", .fixed32(0x8403_0201)),
    ("0a 00", .bytes([])),
    ("0a 03 61 62 63", .bytes([0x61, 0x62, 0x63])),
    ("0b 0c", .group([])),
    ("0b 10 05 1b 1c 0c", .group([0x10, 0x05, 0x1b, 0x1c])),
    ("0b 0b 0c 0c", .group([0x0b, 0x0c])),
  ])
  func `a field is what the encoding says`(text: String, value: WireValue) throws {
    let field = try #require(try fields(text).first)
    #expect(field.number == 1)
    #expect(field.value == value)
    #expect(try fields(text).count == 1)
  }

  @Test func `fields come in the order of the bytes`() throws {
    #expect(try fields("10 01 08 02 10 03").map(\.number) == [2, 1, 2])
    #expect(try fields("").isEmpty)
  }

  @Test(arguments: [("08", 1), ("80 01 00", 16), ("f8 ff ff ff 0f 00", 0x1FFF_FFFF)])
  func `numbers reach from one to the largest`(text: String, number: Int) throws {
    #expect(try fields(number == 1 ? "08 00" : text).first?.number == number)
  }

  @Test(arguments: [
    ("08", WireError.Code.truncated),
    ("80", .truncated),
    ("08 80", .truncated),
    ("08 ff ff ff ff ff ff ff ff ff", .truncated),
    ("08 ff ff ff ff ff ff ff ff ff 02", .malformed),
    ("08 80 80 80 80 80 80 80 80 80 80 00", .malformed),
    ("ff ff ff ff ff ff ff ff ff 7f", .malformed),
    ("09 01 02 03 04 05 06 07", .truncated),
    ("0d 01 02 03", .truncated),
    ("0a", .truncated),
    ("0a 01", .truncated),
    ("0a 05 61 62 63 64", .truncated),
    ("0a ff ff ff ff 07", .truncated),
    ("0a ff ff ff ff ff ff ff ff 7f", .truncated),
    ("0a ff ff ff ff ff ff ff ff ff 01 61", .truncated),
    ("00 00", .malformed),
    ("02 00", .malformed),
    ("80 80 80 80 10 00", .malformed),
    ("f8 ff ff ff ff 01 00", .malformed),
    ("0c", .malformed),
    ("0e", .malformed),
    ("0f", .malformed),
    ("0b", .truncated),
    ("0b 08", .truncated),
    ("0b 08 01", .truncated),
    ("0b 14", .malformed),
    ("0b 13 0c 14", .malformed),
    ("0b 00 0c", .malformed),
    ("0b 0a 02 0c", .truncated),
  ])
  func `what the encoding forbids is refused`(text: String, code: WireError.Code) throws {
    let error = try #require(throws: WireError.self) { try fields(text) }
    #expect(error.code == code)
  }

  @Test func `groups stand as deep as messages may`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: 0x0b, count: depth) + Array(repeating: 0x0c, count: depth)
    }
    var reader = WireReader(nested(WireReader.maximumDepth))
    #expect(throws: Never.self) { try reader.nextField() }
    for depth in [WireReader.maximumDepth + 1, 1_000_000] {
      var reader = WireReader(nested(depth))
      let error = try #require(throws: WireError.self) { try reader.nextField() }
      #expect(error.code == .tooDeep)
    }
  }

  @Test func `a slice is read from its own beginning to its own end`() throws {
    let all = bytes("ff ff 08 01 ff")
    var reader = WireReader(all[2..<4])
    #expect(try reader.nextField()?.value == .varint(1))
    #expect(try reader.nextField() == nil)
  }
}
