internal import HealthModel

// The legs of a workout that goes on, which the store keeps with the session.
extension HKWorkoutSession {
  /// What is done now: the leg that goes on, or all of the workout where none does.
  public var currentActivity: HKWorkoutActivity {
    if let leg = builder?.workoutActivities.last, leg.isOpen { return leg }
    if let session, session.currentLeg != nil, let leg = session.legs(until: .infinity).last {
      return HKWorkoutActivity(leg, isOpen: true)
    }
    return HKWorkoutActivity(
      workoutConfiguration: workoutConfiguration, start: startDate ?? Date(), end: endDate,
      metadata: nil)
  }

  /// Begins a leg, and ends the one before; the delegate hears of both.
  ///
  /// The store keeps it, so that it is there after the app was started anew; its metadata the builder alone has.
  public func beginNewActivity(
    configuration workoutConfiguration: HKWorkoutConfiguration, date: Date,
    metadata: [String: Any]?
  ) {
    // What it cannot have is refused before anything happens.
    let metadata = made { () throws(HKError) in try Metadata(checking: metadata ?? [:]) }
    let plan = made { () throws(HKError) in try workoutConfiguration.plan }
    inTurn { [self] in
      var change = WorkoutChange(.leg, at: date.timeIntervalSinceReferenceDate)
      change.plan = plan
      let session = try await make(change)
      guard let leg = session.currentLeg, !metadata.isEmpty else { return }
      try associatedWorkoutBuilder().add(metadata, toActivity: UUID(leg.uuid))
    }
  }

  /// Ends the leg that goes on, if one does; the delegate hears of it.
  public func endCurrentActivity(on date: Date) {
    inTurn { [self] in
      _ = try await make(WorkoutChange(.legEnded, at: date.timeIntervalSinceReferenceDate))
    }
  }

  /// Tells the delegate which leg ended by a moment, and which began.
  func tell(
    _ delegate: any HKWorkoutSessionDelegate, ofLegsIn session: WorkoutSession, at index: Int
  ) {
    let moment = session.moments[index]
    guard moment.isOfLegs else { return }
    let date = Date(timeIntervalSinceReferenceDate: moment.date)
    if let former = session.leg(after: index) {
      delegate.workoutSession(
        self, didEndActivityWith: HKWorkoutConfiguration(former.plan), date: date)
    }
    if let leg = moment.leg {
      delegate.workoutSession(
        self, didBeginActivityWith: HKWorkoutConfiguration(leg.plan), date: date)
    }
  }
}
