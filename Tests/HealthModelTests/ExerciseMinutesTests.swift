internal import HealthModel
internal import TestSupport
internal import Testing

@Suite struct ExerciseMinutesTests {
  @Test func `time that several workouts cover counts once, second by second`() {
    var generator = SeededGenerator(seed: .random(in: 0...(.max)))
    for _ in 0..<200 {
      var edges = [0.0]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        edges.append(edges[edges.count - 1] + Double(Int.random(in: 50...90, using: &generator)))
      }
      let spans = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        let start = Double(Int.random(in: -60...300, using: &generator))
        return (start: start, end: start + Double(Int.random(in: 0...150, using: &generator)))
      }
      let slow = edges.indices.dropLast().map { day in
        let seconds = Array(stride(from: edges[day], to: edges[day + 1], by: 1))
        return Double(
          seconds.count { second in spans.contains { $0.start <= second && second < $0.end } }) / 60
      }
      let found = ActivitySummary.exerciseMinutes(of: spans, edges: edges)
      #expect(
        zip(found, slow).allSatisfy { abs($0 - $1) < 1e-9 } && found.count == slow.count,
        "seed \(generator.seed)")
    }
  }
}
