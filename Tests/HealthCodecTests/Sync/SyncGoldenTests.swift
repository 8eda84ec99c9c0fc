internal import HealthCodec
internal import HealthModel
internal import Testing

/// The format must stay: peers say these very bytes, and stores hold them.
struct SyncGoldenTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func bytes(_ hexadecimal: String) throws -> [UInt8] {
    let digits = Array(hexadecimal)
    return try stride(from: 0, to: digits.count, by: 2).map {
      try #require(UInt8(String(digits[$0..<$0 + 2]), radix: 16))
    }
  }

  @Test(arguments: SyncKind.allCases)
  func `a small message gives the bytes that it always gave`(kind: SyncKind) throws {
    let message = try SyncSamples.message(kind)
    let golden = try #require(SyncGoldenBytes.messages[kind])
    #expect(hexadecimal(try message.encoded()) == golden)
    #expect(try SyncMessage(decoding: bytes(golden), limits: .wire) == message)
  }

  @Test func `a small record gives the bytes that it always gave`() throws {
    #expect(hexadecimal(try SyncSamples.record.encoded()) == SyncGoldenBytes.record)
    let decoded = try SyncRecord(decoding: bytes(SyncGoldenBytes.record), limits: .syncRecord)
    #expect(decoded == SyncSamples.record)
  }
}
