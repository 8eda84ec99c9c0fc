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
    .distanceWalkingRunning, .distanceWheelchair, .activitySummary,
  ]

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
