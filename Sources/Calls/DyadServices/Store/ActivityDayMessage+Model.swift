package import HealthModel

extension ActivityDayMessage {
  package init(_ summary: ActivitySummary) {
    self.init()
    day = Int64(summary.day)
    move = summary.move
    exercise = summary.exercise
    stand = UInt32(clamping: summary.stand)
    distance = summary.distance
    steps = summary.steps
    usesWheelchair = summary.usesWheelchair
    moveGoal = summary.goal.move
    exerciseGoal = summary.goal.exercise
    standGoal = summary.goal.stand
  }

  /// What it says.
  ///
  /// - Throws: Where a goal is none, or a number is no number.
  package func summary() throws(StoreWireError) -> ActivitySummary {
    let goal = ActivityGoal(move: moveGoal, exercise: exerciseGoal, stand: standGoal)
    guard let day = Int(exactly: day), GoalHistory.days.contains(day) else {
      throw StoreWireError("days", "there is no such day")
    }
    guard goal.isPermitted else { throw StoreWireError("days", "nobody has such a goal") }
    guard [move, exercise, distance, steps].allSatisfy(\.isFinite) else {
      throw StoreWireError("days", "a number is not finite")
    }
    var summary = ActivitySummary(day: day, goal: goal)
    summary.move = move
    summary.exercise = exercise
    summary.stand = Int(stand)
    summary.distance = distance
    summary.steps = steps
    summary.usesWheelchair = usesWheelchair
    return summary
  }
}
