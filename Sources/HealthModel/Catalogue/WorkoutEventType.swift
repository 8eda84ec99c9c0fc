/// What happened at a moment of a workout.
package enum WorkoutEventType: Int, Hashable, Sendable, CaseIterable {
  case pause = 1
  case resume = 2
  case lap = 3
  case marker = 4
  /// The system noticed a pause.
  case motionPaused = 5
  /// The system noticed that the pause was over.
  case motionResumed = 6
}
