internal import HealthCodec
internal import HealthModel
internal import Testing

struct SyncRoundTripTests {
  @Test(arguments: SyncKind.allCases)
  func `every message comes back as it was`(kind: SyncKind) throws {
    for seed in UInt64(1)...60 {
      var random = RandomSync(seed: seed)
      let message = random.message(kind)
      let bytes = try message.encoded()
      let decoded = try SyncMessage(decoding: bytes, limits: .wire)
      #expect(decoded == message, "seed \(seed)")
      let again = try decoded.encoded()
      #expect(again == bytes, "seed \(seed)")
    }
  }

  @Test func `a record comes back as it was, and as the same bytes`() throws {
    for seed in UInt64(1)...100 {
      var random = RandomSync(seed: seed)
      let record = random.record()
      let bytes = try record.encoded()
      let decoded = try SyncRecord(decoding: bytes, limits: .syncRecord)
      #expect(decoded == record, "seed \(seed)")
      let again = try decoded.encoded()
      #expect(again == bytes, "seed \(seed)")
    }
  }

  @Test(arguments: [NodeRole.phone, .watch, nil])
  func `the first record of a node comes back as it was`(role: NodeRole?) throws {
    let record = SyncRecord(role: role)
    let decoded = try SyncRecord(decoding: record.encoded(), limits: .syncRecord)
    #expect(decoded == record)
  }
}
