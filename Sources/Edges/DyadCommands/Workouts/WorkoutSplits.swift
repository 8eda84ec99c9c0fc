internal import HealthModel

/// How long each kilometre or mile of a workout took.
struct WorkoutSplits: Hashable {
  /// More than anybody covers in a day.
  private static let mostSplits = 1_000

  /// A part of the way.
  struct Split: Hashable {
    /// As a part of the unit: 1, but less for the last.
    var length: Double
    var seconds: Double
  }

  private(set) var splits: [Split] = []

  /// Cuts a way.
  ///
  /// - Parameters:
  ///   - samples: When parts of it were covered, and how long they are in the unit; in order.
  ///   - start: When it began.
  ///   - active: Of how much time since then somebody was active, at a time.
  init(
    _ samples: [(start: Double, end: Double, length: Double)], from start: Double,
    active: (Double) -> Double
  ) {
    var way = 0.0
    var last = active(start)
    var covered = start
    for sample in samples where sample.length > 0 {
      // Samples of several sources that overlap would count the same way twice.
      let from = max(sample.start, covered)
      guard sample.end > from || sample.start >= covered else { continue }
      let share = sample.end > sample.start ? (sample.end - from) / (sample.end - sample.start) : 1
      let length = sample.length * share
      let before = way
      way += length
      covered = max(covered, sample.end)
      var edge = before.rounded(.down) + 1
      while edge <= way, splits.count < Self.mostSplits {
        let at = from + (sample.end - from) * ((edge - before) / length)
        let now = active(at)
        splits.append(Split(length: 1, seconds: now - last))
        last = now
        edge += 1
      }
    }
    let rest = way - way.rounded(.down)
    if rest > 0.005, splits.count < Self.mostSplits {
      splits.append(Split(length: rest, seconds: active(covered) - last))
    }
  }
}
