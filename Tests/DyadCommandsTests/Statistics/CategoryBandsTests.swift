internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import DyadCommands

// @testable: bands are the program's own.
@Suite struct CategoryBandsTests {
  @Test func `random days are what a slow definition makes of them`() {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    for _ in 0..<50 {
      let edges: [Double] = [0, 1_380, 2_880, 4_380]
      var samples: [(start: Double, end: Double, value: Int64)] = []
      for _ in 0..<30 {
        let start = Double(Int.random(in: -200...4_500, using: &generator))
        let length = Double(Int.random(in: 1...300, using: &generator))
        let value = Int64.random(in: 0...3, using: &generator)
        samples.append((start, start + length, value))
      }
      let bands = CategoryBands(samples, of: .appleStandHour, edges: edges, slots: 10)
      for day in 0..<3 {
        let length = (edges[day + 1] - edges[day]) / 10
        for slot in 0..<10 {
          let from = edges[day] + Double(slot) * length
          let seconds = (0...3 as ClosedRange<Int64>).map { value in
            samples.filter { $0.value == value }.reduce(0.0) { sum, sample in
              sum + max(0, min(sample.end, from + length) - max(sample.start, from))
            }
          }
          let most = seconds.max() ?? 0
          let shown = bands.rows[day][slot]
          if most == 0 {
            #expect(shown == nil, "seed \(generator.seed)")
          } else {
            // Sums of the same parts in another order differ in their last bits.
            let held = shown.map { seconds[Int($0)] } ?? 0
            #expect(held >= most - 1e-6, "seed \(generator.seed)")
          }
        }
      }
    }
  }

  @Test func `what somebody did in bed says more than that they were there`() {
    let bands = CategoryBands(
      [(0, 100, 0), (10, 20, 4), (50, 50, 2)], of: .sleepAnalysis, edges: [0, 100], slots: 10)
    #expect(bands.rows == [[0, 4, 0, 0, 0, 2, 0, 0, 0, 0]])
    #expect(bands.values == [0, 2, 4])
    let glyphs = BandGlyphs(of: .sleepAnalysis, bands.values, isASCII: true)
    #expect(glyphs.line(bands.rows[0]) == ".D...a....")
  }
}
