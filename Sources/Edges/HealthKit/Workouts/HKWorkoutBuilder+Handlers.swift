internal import HealthModel

// The forms that call a handler.
extension HKWorkoutBuilder {
  /// Begins; samples and events may be added from then on.
  @preconcurrency
  public func beginCollection(
    withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.report(to: completion) { try await self.beginCollection(at: startDate) }
  }

  /// Ends; then the workout may be finished.
  @preconcurrency
  public func endCollection(
    withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.report(to: completion) { try await self.endCollection(at: endDate) }
  }

  /// Adds samples, each once; they are saved with the workout where they are not yet.
  @preconcurrency
  public func add(
    _ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.report(to: completion) { try await self.addSamples(samples) }
  }

  /// Adds what happened.
  @preconcurrency
  public func addWorkoutEvents(
    _ workoutEvents: [HKWorkoutEvent],
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.report(to: completion) { try await self.addWorkoutEvents(workoutEvents) }
  }

  /// Adds metadata; of two values of one key the later one holds.
  @preconcurrency
  public func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    // Checked here, because what may be anything goes to no other thread.
    let checked = Result { try Metadata(checking: metadata) }
    BackgroundExecutor.report(to: completion) { try self.add(try checked.get()) }
  }

  /// Adds a leg, which lies within the workout.
  @preconcurrency
  public func addWorkoutActivity(
    _ workoutActivity: HKWorkoutActivity,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.report(to: completion) {
      try await self.addWorkoutActivity(workoutActivity)
    }
  }

  /// Says when a leg ends that was added.
  @preconcurrency
  public func updateActivity(
    uuid: UUID, end: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.report(to: completion) {
      try await self.updateActivity(uuid: uuid, end: end)
    }
  }

  /// Adds metadata to a leg that was added; of two values of one key the later one holds.
  @preconcurrency
  public func updateActivity(
    uuid: UUID, adding metadata: [String: Any],
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    // Checked here, because what may be anything goes to no other thread.
    let checked = Result { try Metadata(checking: metadata) }
    BackgroundExecutor.report(to: completion) {
      try self.add(try checked.get(), toActivity: uuid)
    }
  }

  /// Saves the workout, its samples and what happened in it.
  @preconcurrency
  public func finishWorkout(
    completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void
  ) {
    BackgroundExecutor.run {
      try await self.finishWorkout()
    } then: { result in
      switch result {
      case .success(let workout): completion(workout, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }
}
