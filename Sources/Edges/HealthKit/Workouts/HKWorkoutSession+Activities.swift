internal import HealthModel

// The legs of a workout that goes on, which its builder keeps.
extension HKWorkoutSession {
  /// What is done now: the leg that goes on, or all of the workout where none does.
  public var currentActivity: HKWorkoutActivity {
    builder?.workoutActivities.last { $0.isOpen }
      ?? HKWorkoutActivity(
        workoutConfiguration: workoutConfiguration, start: startDate ?? Date(), end: endDate,
        metadata: nil)
  }

  /// Begins a leg, and ends the one before; the delegate hears of both.
  ///
  /// The builder has to collect by then.
  public func beginNewActivity(
    configuration workoutConfiguration: HKWorkoutConfiguration, date: Date,
    metadata: [String: Any]?
  ) {
    let leg = HKWorkoutActivity(
      workoutConfiguration: workoutConfiguration, start: date, end: nil, metadata: metadata)
    inTurn { [self] in
      try await endOpenActivity(on: date)
      try await associatedWorkoutBuilder().addWorkoutActivity(leg)
      tell { [self] in
        $0.workoutSession(self, didBeginActivityWith: leg.workoutConfiguration, date: date)
      }
    }
  }

  /// Ends the leg that goes on, if one does; the delegate hears of it.
  public func endCurrentActivity(on date: Date) {
    inTurn { [self] in try await endOpenActivity(on: date) }
  }

  private func endOpenActivity(on date: Date) async throws {
    let builder = associatedWorkoutBuilder()
    guard let leg = builder.workoutActivities.last, leg.isOpen else { return }
    try await builder.updateActivity(uuid: leg.uuid, end: date)
    tell { [self] in
      $0.workoutSession(self, didEndActivityWith: leg.workoutConfiguration, date: date)
    }
  }
}
