internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct SleepMergeTests {
  private struct Row {
    var start: Double
    var end: Double
    var value: Int64
    var rank: Int
  }

  private static func merged(_ rows: [Row], _ edges: [Double]) -> [Int: SleepTimes] {
    var merge = SleepMerge(edges: edges, isBySource: false)
    for row in rows.sorted(by: { $0.start < $1.start }) {
      merge.add(start: row.start, end: row.end, value: row.value, rank: row.rank)
    }
    merge.finish()
    return merge.totals
  }

  @Test func `one source that tells a sleep as a whole, and what interrupts it`() {
    let totals = Self.merged(
      [
        Row(start: 0, end: 100, value: 1, rank: 0), Row(start: 40, end: 50, value: 2, rank: 0),
        Row(start: 90, end: 120, value: 1, rank: 0), Row(start: 60, end: 60, value: 1, rank: 0),
      ], [0, 1_000])
    #expect(totals == [0: SleepTimes(asleep: 110, awake: 10)])
  }

  @Test func `lower sources count where higher ones say nothing`() {
    let totals = Self.merged(
      [
        Row(start: 10, end: 20, value: 2, rank: 0), Row(start: 0, end: 30, value: 1, rank: 1),
        Row(start: -5, end: 40, value: 0, rank: 1), Row(start: 30, end: 50, value: 0, rank: 0),
      ], [-100, 15, 100])
    #expect(
      totals == [
        0: SleepTimes(asleep: 10, inBed: 20, awake: 5),
        1: SleepTimes(asleep: 10, inBed: 35, awake: 5),
      ])
  }

  @Test func `random sleep comes to what each second says`() {
    let seed: UInt64 = 0x5EED_0020
    var generator = SeededGenerator(seed: seed)
    for round in 0..<200 {
      let rows = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
        let start = Int.random(in: 0..<200, using: &generator)
        return Row(
          start: Double(start),
          end: Double(start + Int.random(in: 0...40, using: &generator)),
          value: Int64.random(in: 0...2, using: &generator),
          rank: Int.random(in: 0...2, using: &generator))
      }
      var expected: [Int: SleepTimes] = [:]
      for second in 0..<240 {
        let here = rows.filter { Int($0.start) <= second && second < Int($0.end) }
        let bucket = second / 50
        if here.contains(where: { $0.value == 0 }) {
          expected[bucket, default: SleepTimes()].inBed =
            (expected[bucket]?.inBed ?? 0) + 1
        }
        guard let rank = here.filter({ $0.value > 0 }).map(\.rank).min() else { continue }
        if here.contains(where: { $0.rank == rank && $0.value == 2 }) {
          expected[bucket, default: SleepTimes()].awake = (expected[bucket]?.awake ?? 0) + 1
        } else {
          expected[bucket, default: SleepTimes()].asleep = (expected[bucket]?.asleep ?? 0) + 1
        }
      }
      let totals = Self.merged(rows, [0, 50, 100, 150, 200, 250])
      #expect(totals == expected, "seed \(seed), round \(round)")
    }
  }
}
