private import HealthCodec
private import HealthModel
internal import Testing

struct SampleRunRoundTripTests {
  static let seeds: [UInt64] = Array(1...40)

  @Test(arguments: RunKind.allCases, [0, 1, 2, 7, 33, 512])
  func `every run comes back as it was, bit for bit`(kind: RunKind, count: Int) throws {
    for seed in Self.seeds {
      var random = RandomRuns(seed: seed &+ UInt64(count) << 32)
      let made = random.run(kind, count: count, isNumbered: seed % 2 == 0)
      let run = try #require(made)
      let bytes = try run.encoded()
      let decoded = try SampleRun(decoding: bytes, limits: .stored)
      try #require(decoded == run, "seed \(seed)")
      #expect(decoded.starts.map(\.bitPattern) == run.starts.map(\.bitPattern), "seed \(seed)")
      #expect(decoded.ends.map(\.bitPattern) == run.ends.map(\.bitPattern), "seed \(seed)")
      if case .quantity(let values, _) = run.payload,
        case .quantity(let back, _) = decoded.payload
      {
        #expect(back.map(\.bitPattern) == values.map(\.bitPattern), "seed \(seed)")
      }
      #expect(try decoded.encoded() == bytes, "seed \(seed): equal runs give equal bytes")
    }
  }

  @Test func `single columns come back without the others`() throws {
    for seed in Self.seeds {
      var random = RandomRuns(seed: seed)
      let made = random.run(.quantity, count: 100, isNumbered: true)
      let run = try #require(made)
      let bytes = try run.encoded()
      #expect(try SampleRun.decodeUUIDs(bytes.span, limits: .stored) == run.uuids)
      #expect(try SampleRun.decodeTimes(bytes.span, limits: .stored).starts == run.starts)
      #expect(try SampleRun.decodeTimes(bytes.span, limits: .stored).ends == run.ends)
      #expect(try SampleRun.decodeDots(bytes.span, limits: .stored) == run.dots)
    }
  }
}
