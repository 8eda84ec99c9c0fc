internal import HealthCodec
internal import HealthModel
internal import TestSupport
internal import Testing

/// The format must stay: stores and peers hold these very bytes.
struct GoldenBytesTests {
  /// The bytes as hexadecimal digits.
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func `a small run gives the bytes that it always gave`() throws {
    #expect(hexadecimal(try HostileRun.quantities().encoded()) == Self.run)
  }

  @Test func `the bytes of a small run give the run`() throws {
    let bytes = try stride(from: 0, to: Self.run.utf8.count, by: 2).map { offset in
      let start = Self.run.index(Self.run.startIndex, offsetBy: offset)
      return try #require(
        UInt8(Self.run[start...Self.run.index(after: start)], radix: 16))
    }
    #expect(try SampleRun(decoding: bytes, limits: .stored) == HostileRun.quantities())
  }

  @Test func `a heart rate every five seconds takes at most three bytes a sample`() throws {
    var random = RandomRuns(seed: 1)
    let starts = (0..<4096).map {
      Double(800_000_000_000 + $0 * 5000 + Int(random.generator.next() % 100)) / 1000
    }
    var rate = 72
    let values = starts.map { _ in
      rate = max(50, min(180, rate + Int(random.generator.next() % 7) - 3))
      return Double(rate)
    }
    let unit = try Unit(parsing: "count/min")
    let source = SourceRevision(source: Source(bundleIdentifier: "com.example", name: "A"))
    let run = try #require(
      SampleRun(
        type: ObjectType("HKQuantityTypeIdentifierHeartRate"),
        uuids: (0..<4096).map { SampleUUID(base: 99, counter: $0) }, starts: starts, ends: starts,
        payload: .quantity(values: values, units: DictionaryColumn(repeating: unit, count: 4096)),
        sources: DictionaryColumn(repeating: source, count: 4096),
        devices: DictionaryColumn(repeating: nil, count: 4096),
        positions: CounterColumn(from: 1_000_000, count: 4096)))
    #expect(try run.encoded().count <= 3 * 4096)
  }

  private static let run = """
    0a015410041a3f0a08cdab0000000000001204220202001a062201042a0102220322010a2a20000000000000\
    0001000000000000000200000000000000030000000000000004221008e807120b220900904ea09c01b0ea01\
    2a0e08e80712092207d00fd00f00e80732230a0e0801120a2208b009c409e209ec091209636f756e742f6d69\
    6e1a062201002a01044a0b0a01611201411a030a01314a0b0a01621201411a030a013152062204000200005a\
    050a030a014462062204000200006a300a10484b57617355736572456e746572656410021a04220202062204\
    2202000228023204220206003a0178520322010272280a100700000000000000090000000000000012042202\
    00021a062201042a010222062201142a01027a0a0a032201081203220106
    """
}
