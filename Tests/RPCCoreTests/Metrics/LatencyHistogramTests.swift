internal import RPCCore
internal import Testing

@Suite struct `A latency histogram` {
  @Test func `has buckets that double from 64 µs to 67 s, and one for the rest`() {
    let counts = LatencyHistogram().snapshot.counts
    let bounds = counts.indices.map(LatencyHistogram.Snapshot.bound)
    #expect(counts == Array(repeating: 0, count: 22))
    #expect(bounds.first == .microseconds(64))
    #expect(bounds.dropLast().last == .microseconds(64 << 20))
    #expect(bounds.last == .some(nil))
    for (bound, next) in zip(bounds.dropLast(), bounds.dropFirst().dropLast()) {
      #expect(next == bound.map { $0 * 2 })
    }
  }

  @Test func `counts a duration up to the bound of its bucket`() throws {
    for bucket in 0..<21 {
      let bound = try #require(LatencyHistogram.Snapshot.bound(of: bucket))
      let histogram = LatencyHistogram()
      histogram.record(bound)
      #expect(histogram.snapshot.counts[bucket] == 1, "\(bound)")
      histogram.record(bound + .nanoseconds(1))
      #expect(histogram.snapshot.counts[bucket + 1] == 1, "\(bound) and more")
      #expect(histogram.snapshot.total == bound * 2 + .nanoseconds(1))
    }
  }

  @Test(arguments: [
    (Duration.zero, 0), (.nanoseconds(1), 0), (.seconds(-1), 0), (.seconds(Int64.min), 0),
    (.milliseconds(1), 4), (.seconds(68), 21), (.seconds(365 * 86_400), 21),
    (.seconds(Int64.max), 21),
  ])
  func `takes any duration`(duration: Duration, bucket: Int) {
    let histogram = LatencyHistogram()
    for _ in 0..<400 { histogram.record(duration) }
    #expect(histogram.snapshot.counts[bucket] == 400)
    #expect(histogram.snapshot.counts.reduce(0, +) == 400)
  }
}
