/// A stage of sleep, by HealthKit's number of the category.
enum SleepStage: Int64 {
  case inBed = 0
  case unspecified = 1
  case awake = 2
  case core = 3
  case deep = 4
  case rem = 5
}

/// Joins minutes of one stage to what was slept in one go.
struct SleepRuns {
  /// A minute that is missing does not wake anybody.
  private static let mostGap = 120.0

  /// In the order in which they came.
  private(set) var runs: [(start: Double, end: Double, stage: SleepStage)] = []

  /// Adds what was slept next.
  mutating func add(_ stage: SleepStage, from start: Double, to end: Double) {
    if let last = runs.last, last.stage == stage, start - last.end <= Self.mostGap,
      start >= last.start
    {
      runs[runs.count - 1].end = max(last.end, end)
    } else {
      runs.append((start, end, stage))
    }
  }
}
