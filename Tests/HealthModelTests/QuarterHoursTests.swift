internal import HealthModel
internal import TestSupport
internal import Testing

/// Sets of quarter-hours, and those of buckets, against what each quarter-hour by itself says.
@Suite struct QuarterHoursTests {
  @Test func `gaps and instants are those of the quarter-hours one by one`() {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    for _ in 0..<300 {
      let stretches = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        let first = Int64.random(in: -20...20, using: &generator)
        return first...(first + Int64.random(in: 0...4, using: &generator))
      }
      let set = QuarterHours(stretches)
      func has(_ quarterHour: Int64) -> Bool { stretches.contains { $0.contains(quarterHour) } }
      for quarterHour in Int64(-30)...30 where !has(quarterHour) {
        let gap = set.gap(around: quarterHour)
        #expect(gap.contains(quarterHour), "seed \(generator.seed)")
        for other in Int64(-30)...30 {
          let isBetween = (min(other, quarterHour)...max(other, quarterHour)).allSatisfy {
            !has($0)
          }
          #expect(gap.contains(other) == isBetween, "seed \(generator.seed)")
        }
      }
      let range = Int64(-10)...Int64.random(in: -10...15, using: &generator)
      let instants = set.instants(in: range)
      for quarterHour in Int64(-30)...30 {
        let middle = Instant.startOfQuarterHour(quarterHour) + 450
        let isIn = range.contains(quarterHour) && has(quarterHour)
        #expect(instants.count { $0.contains(middle) } == (isIn ? 1 : 0), "seed \(generator.seed)")
      }
    }
  }

  @Test func `the quarter-hours of a bucket are those that lie in it as wholes`() {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    for _ in 0..<500 {
      let first = Double.random(in: -5_000...5_000, using: &generator).rounded()
      let length = Double.random(in: 1...6_000, using: &generator)
      let snapped = Bool.random(using: &generator)
      let start = snapped ? Instant.startOfQuarterHour(Instant.quarterHour(of: first)) : first
      let buckets = Buckets(edges: [start, start + length], sourceCount: 0, divides: true)
      let found = buckets.quarterHours(of: 0)
      let middle = Instant.quarterHour(of: start)
      for quarterHour in (middle - 3)...(middle + 12) {
        let isInside =
          Instant.startOfQuarterHour(quarterHour) >= start
          && Instant.startOfQuarterHour(quarterHour + 1) <= start + length
        #expect(found?.contains(quarterHour) ?? false == isInside, "seed \(generator.seed)")
      }
    }
    let all = Buckets(edges: [-.infinity, .infinity], sourceCount: 0, divides: false)
    #expect(all.quarterHours(of: 0)?.contains(Instant.quarterHour(of: 0)) == true)
  }
}
