internal import HealthModel
internal import StoreAccess

extension HKHealthStore {
  /// The workout session of this app that goes on in the store, though the app was started anew; `nil` where there is
  /// none.
  public func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
    let handle = handle
    return try await ask { access in
      try await access.workoutSessions().last { $0.state != .ended }
        .map { HKWorkoutSession($0, in: handle) }
    }
  }

  /// The workout session of this app that goes on in the store, though the app was started anew; `nil` where there is
  /// none.
  @preconcurrency
  public func recoverActiveWorkoutSession(
    completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
  ) {
    let handle = handle
    ask { access in
      try await access.workoutSessions().last { $0.state != .ended }
        .map { HKWorkoutSession($0, in: handle) }
    } then: { session, error in
      completion(session ?? nil, error)
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
