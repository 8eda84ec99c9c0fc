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
  /// A part of the workout, from iOS 11 and watchOS 4.
  case segment = 7
  /// Somebody asked to pause or to go on, from iOS 11 and watchOS 4.
  case pauseOrResumeRequest = 8
}
