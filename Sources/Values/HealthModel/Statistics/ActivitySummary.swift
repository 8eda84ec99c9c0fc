/// What somebody reached on a day, beside what they wanted to.
package struct ActivitySummary: Hashable, Sendable {
  /// Days since 2001-01-01, by the calendar where somebody is.
  package var day: Int
  /// Active energy, in kilocalories.
  package var move = 0.0
  /// Minutes of exercise.
  package var exercise = 0.0
  /// Hours in which they stood, or rolled in a wheelchair.
  package var stand = 0
  /// Walked, run, or rolled; in metres.
  package var distance = 0.0
  /// Steps, or pushes in a wheelchair.
  package var steps = 0.0
  package var usesWheelchair = false
  package var goal: ActivityGoal

  package init(day: Int, goal: ActivityGoal) {
    self.day = day
    self.goal = goal
  }

  /// As many days as are told at a time: eleven years.
  package static let mostDays = 4_000

  /// Of what a day is made.
  package static let types: Set<ObjectType> = [
    .activeEnergyBurned, .appleExerciseTime, .appleStandHour, .stepCount, .pushCount,
    .distanceWalkingRunning, .distanceWheelchair, .activitySummary, .workout,
  ]

  /// So many steps or pushes make an hour one in which somebody stood, where nothing measured that: a minute of walking.
  package static let stepsOfAnHour = 60.0

  /// Minutes of exercise of each day, where nothing measured them: the time of workouts.
  ///
  /// - Parameters:
  ///   - spans: When workouts were active, in any order; time that several cover counts once.
  ///   - edges: Where the days begin, and the last one ends.
  /// - Returns: A number for each day.
  package static func exerciseMinutes(
    of spans: [(start: Double, end: Double)], edges: [Double]
  ) -> [Double] {
    var minutes = [Double](repeating: 0, count: edges.count - 1)
    var covered = -Double.infinity
    var first = 0
    for span in spans.sorted(by: { $0.start < $1.start }) {
      let start = max(span.start, covered)
      guard span.end > start else { continue }
      covered = span.end
      while first < minutes.count, edges[first + 1] <= start { first += 1 }
      var day = first
      while day < minutes.count, edges[day] < span.end {
        let inside = min(span.end, edges[day + 1]) - max(start, edges[day])
        minutes[day] += max(0, inside) / 60
        day += 1
      }
    }
    return minutes
  }

  /// Checks the instants at which successive days begin and the last one ends.
  package static func check(_ edges: [Double], from first: Int) throws(ModelError) {
    guard GoalHistory.days.contains(first),
      GoalHistory.days.contains(first + max(0, edges.count - 2))
    else {
      throw ModelError(
        .invalidArgument, cannot: "tell what was reached", "it lies outside the years 1 to 9999")
    }
    guard (2...(mostDays + 1)).contains(edges.count) else {
      throw ModelError(
        .invalidArgument, cannot: "tell what was reached",
        "there are 1 to \(mostDays) days, not \(edges.count - 1)")
    }
    try StatisticsQuery(.stepCount, .cumulativeSum, edges: edges).check()
  }

  /// How much of each ring is closed, from the outer one to the inner one; 1 is all of it.
  package var progress: [Double] {
    [move / goal.move, exercise / goal.exercise, Double(stand) / goal.stand]
  }

  /// Whether nothing was measured.
  package var isEmpty: Bool {
    move == 0 && exercise == 0 && stand == 0 && distance == 0 && steps == 0
  }
}
