internal import ConformanceWire
internal import Testing

struct WireTests {
  @Test(
    arguments: [
      ([0x00], 0), ([0x7F], 127), ([0x80, 0x01], 128), ([0xAC, 0x02], 300),
      ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], UInt64.max),
      // More bytes than needed mean the same.
      ([0x80, 0x80, 0x00], 0),
    ] as [([UInt8], UInt64)])
  func `varints are read`(bytes: [UInt8], value: UInt64) throws {
    var reader = WireReader(bytes)
    #expect(try reader.varint() == value)
    #expect(reader.isAtEnd)
  }

  @Test(
    arguments: [
      [], [0x80], [UInt8](repeating: 0xFF, count: 10), [UInt8](repeating: 0x80, count: 11),
    ] as [[UInt8]])
  func `what is no varint is refused`(bytes: [UInt8]) {
    #expect(throws: MessageError.self) {
      var reader = WireReader(bytes)
      _ = try reader.varint()
    }
  }

  @Test func `zigzag is what the wire's description says`() {
    for (number, word) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (2_147_483_647, 4_294_967_294)]
      as [(Int64, UInt64)]
    {
      #expect(WireWriter.zigzag(number) == word)
      #expect(WireWriter.unzigzag(word) == number)
    }
    #expect(WireWriter.zigzag(.min) == .max)
    #expect(WireWriter.unzigzag(.max) == .min)
  }

  @Test func `every kind has the bytes that it should`() {
    let hello = Message(
      "Hello", ["role": 2, "incarnation": 0x0102, "floor": 1.0, "vector": ["digest": 5]])
    #expect(
      hello.encoded()
        == ("18 02 21 0201000000000000 39 000000000000f03f 52 09 11 0500000000000000" as HexDigits)
        .bytes)
    let column = Message(
      "IntColumn",
      [
        "transform": "DELTA", "start": -1, "bias": 1, "values": [0, -2, 300],
        "counts": [1, 2, 300],
      ])
    #expect(
      column.encoded() == ("0801 1001 1802 2204 0003d804 2a04 0102ac02" as HexDigits).bytes)
    let doubles = Message("DoubleColumn", ["raw": [1, -0.0]])
    #expect(
      doubles.encoded() == ("2a10 000000000000f03f 0000000000000080" as HexDigits).bytes)
    let part = Message("ReconcilePart", ["is_last": true])
    #expect(part.encoded() == [0x38, 0x01])
    let names = Message("KnownFrom", ["types": ["A", "é"]])
    #expect(names.encoded() == [0x12, 1, 0x41, 0x12, 2, 0xC3, 0xA9])
    let log = Message("LogPlace", ["position": -1])
    #expect(log.encoded() == [0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01])
    let piece = Message("DocumentPiece", ["bytes": .bytes([1, 2, 3]), "ordinal": 0])
    #expect(piece.encoded() == [0x1A, 3, 1, 2, 3, 0x10, 0])
  }
}
