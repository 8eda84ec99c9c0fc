internal import HealthModel
internal import StoreAccess

extension HKHealthStore {
  /// The workout session of this app that goes on in the store, though the app was started anew, or else the one of its
  /// companion on a watch; `nil` where there is none.
  public func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
    let handle = handle
    return try await ask { try await Self.activeSession(of: $0, in: handle) }
  }

  /// The workout session of this app that goes on in the store, though the app was started anew, or else the one of its
  /// companion on a watch; `nil` where there is none.
  @preconcurrency
  public func recoverActiveWorkoutSession(
    completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
  ) {
    let handle = handle
    ask {
      try await Self.activeSession(of: $0, in: handle)
    } then: { session, error in
      completion(session ?? nil, error)
    }
  }

  private static func activeSession(
    of access: any AppAccess, in handle: StoreHandle
  ) async throws -> HKWorkoutSession? {
    try await access.activeWorkout().map { workout in
      HKWorkoutSession(workout.session, workout.watch.isEmpty ? .primary : .mirrored, in: handle)
    }
  }

  /// Starts the companion of this app on the watch, which finds there what is to be done: see
  /// `HKWorkoutConfiguration.handedOver`.
  ///
  /// - Throws: Where no watch is paired, does not answer within a minute or cannot start the app.
  public func startWatchApp(toHandle workoutConfiguration: HKWorkoutConfiguration) async throws {
    let plan = try workoutConfiguration.plan
    _ = try await ask { try await $0.startWatchWorkout(plan, on: "") }
  }

  /// Starts the companion of this app on the watch, which finds there what is to be done: see
  /// `HKWorkoutConfiguration.handedOver`.
  @preconcurrency
  public func startWatchApp(
    with workoutConfiguration: HKWorkoutConfiguration,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let plan = Result { () throws(HKError) in try workoutConfiguration.plan }
    ask {
      try await $0.startWatchWorkout(try plan.get(), on: "")
    } then: { _, error in
      completion(error == nil, error)
    }
  }

  /// Starts a session; its delegate hears of it.
  public func start(_ workoutSession: HKWorkoutSession) {
    workoutSession.use(handle)
    workoutSession.startActivity(with: nil)
  }

  /// Ends a session; its delegate hears of it.
  public func end(_ workoutSession: HKWorkoutSession) { workoutSession.end() }

  /// Pauses a session; its delegate hears of it.
  public func pause(_ workoutSession: HKWorkoutSession) { workoutSession.pause() }

  /// Goes on with a session that was paused; its delegate hears of it.
  public func resumeWorkoutSession(_ workoutSession: HKWorkoutSession) { workoutSession.resume() }
}
