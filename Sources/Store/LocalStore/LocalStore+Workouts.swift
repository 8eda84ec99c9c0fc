package import HealthModel
internal import HealthStorage
private import SystemCore

// Workout sessions, which go on whoever comes and goes.
extension LocalStore {
  /// Notes of the session that goes on, if one does, that its node has begun anew.
  package func recoverWorkout() async throws {
    let now = clock.now
    _ = try await workouts.change(in: self) { try $0.recover(now: now) }
  }

  /// The session that goes on and the last of those before it, in the order in which they began.
  package func workoutSessions() async throws -> [WorkoutSession] {
    try await workouts.sessions(of: self).all
  }

  /// What a phone wants of its watches: on a phone what it said, on a watch what it was told.
  package func workoutOrders() async throws -> WorkoutOrders? {
    try await value(of: .workoutOrders)
  }

  /// Says what a phone wants of its watches.
  package func setWorkoutOrders(_ orders: WorkoutOrders) async throws {
    if orders.all.isEmpty {
      _ = try await commit(.setRecord(key: RecordKey.workoutOrders.text, body: nil))
    } else {
      _ = try await set(orders, for: .workoutOrders)
    }
  }

  /// An element after each commit that changed the sessions, or what a phone wants of its watches.
  package var workoutNews: AsyncStream<Void> {
    published.wakeups(
      for: [], records: [StoredWorkouts.recordKey, RecordKey.workoutOrders.text])
  }

  /// Ends the session of an app, if it has one that goes on.
  package func endWorkout(of app: String) async throws {
    let now = clock.now
    _ = try await workouts.change(in: self) { try $0.end(of: app, now: now) }
  }
}

extension LocalAccess {
  /// Lets something happen to a workout session, or begins one; it is durable when this returns.
  ///
  /// - Returns: The session as it is then.
  /// - Throws: `invalidArgument` where there is no such session, or it cannot happen.
  package func change(_ change: WorkoutChange) async throws -> WorkoutSession {
    let now = store.clock.now
    var entropy = Entropy()
    var sequence = UUIDSequence(using: &entropy)
    let name = sequence.take(for: .workout)
    return try await store.workouts.change(in: store) {
      try $0.make(change, for: app, now: now) { name }
    }
  }

  /// The session that goes on and the last of those before it, in the order in which they began.
  package func workoutSessions() async throws -> [WorkoutSession] {
    try await store.workouts.sessions(of: store).seen(by: app)
  }

  /// A session whenever more happened to it than is known; it ends with the session, or when the store is closed.
  ///
  /// - Throws: `invalidArgument` where there is no such session.
  package func follow(
    _ session: SampleUUID, knowing moments: Int
  ) async throws -> AsyncStream<WorkoutSession> {
    try await store.workouts.follow(session, of: app, knowing: moments, in: store)
  }
}
