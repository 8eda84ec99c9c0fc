internal import TestSupport
internal import Testing

@testable internal import DyadCommands

// @testable: splits are the program's own.
@Suite struct WorkoutSplitsTests {
  private typealias Split = WorkoutSplits.Split

  @Test func `a way is cut where each kilometre was over`() {
    let samples = (0..<5).map {
      (start: Double($0 * 100), end: Double($0 * 100 + 100), length: 0.5)
    }
    let splits = WorkoutSplits(samples, from: 0) { $0 }.splits
    #expect(
      splits == [
        Split(length: 1, seconds: 200), Split(length: 1, seconds: 200),
        Split(length: 0.5, seconds: 100),
      ])
  }

  @Test func `one sample of a long way has many kilometres`() {
    let splits = WorkoutSplits([(start: 0, end: 900, length: 3)], from: 0) { $0 }.splits
    #expect(splits == Array(repeating: Split(length: 1, seconds: 300), count: 3))
  }

  @Test func `the time of a pause is no time of a kilometre`() {
    let samples: [(start: Double, end: Double, length: Double)] = [(0, 100, 0.5), (700, 800, 0.5)]
    let splits = WorkoutSplits(samples, from: 0) { $0 < 100 ? $0 : max(100, $0 - 600) }.splits
    #expect(splits == [Split(length: 1, seconds: 200)])
  }

  @Test func `what two sources measured is one way`() {
    let samples: [(start: Double, end: Double, length: Double)] = [
      (0, 100, 1), (0, 100, 1), (50, 150, 1), (150, 150, 0.25),
    ]
    let splits = WorkoutSplits(samples, from: 0) { $0 }.splits
    #expect(splits.map(\.length) == [1, 0.75])
    #expect(splits[0].seconds == 100)
  }

  @Test func `random samples come to all of the way`() {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    for _ in 0..<200 {
      var time = 0.0
      var samples: [(start: Double, end: Double, length: Double)] = []
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        let start = time + Double.random(in: 0...5, using: &generator)
        time = start + Double.random(in: 1...60, using: &generator)
        samples.append((start, time, Double.random(in: 0.01...0.4, using: &generator)))
      }
      let splits = WorkoutSplits(samples, from: 0) { $0 }.splits
      let way = samples.reduce(0) { $0 + $1.length }
      let cut = splits.reduce(0) { $0 + $1.length }
      #expect(abs(way - cut) <= 0.005 + 1e-9, "seed \(generator.seed)")
      #expect(splits.dropLast().allSatisfy { $0.length == 1 && $0.seconds > 0 })
    }
  }
}
