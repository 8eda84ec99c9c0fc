internal import DyadServices
internal import HealthCodec
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// Lets something happen to a workout session, or begins one.
  package func change(_ change: WorkoutChange) async throws -> WorkoutSession {
    var request = ChangeWorkoutRequest()
    request.uuid = change.session?.bytes ?? []
    request.plan = try change.plan.map { try Self.bytes(of: $0) }
    request.kind = UInt32(change.kind.rawValue)
    request.date = change.date
    request.duration = change.duration
    return try await call(StoreMethods.changeWorkout, request) { response in
      try WorkoutSession(response.session ?? [], in: "session")
    }
  }

  /// The sessions that the caller sees.
  package func workoutSessions() async throws -> [WorkoutSession] {
    try await call(StoreMethods.listWorkoutSessions, ListWorkoutSessionsRequest()) { response in
      try WorkoutSessions(response.sessions ?? [], in: "sessions").all
    }
  }

  /// The last session of each watch that the caller sees.
  package func watchWorkouts() async throws -> [WatchWorkout] {
    try await call(StoreMethods.listWorkoutSessions, ListWorkoutSessionsRequest()) { response in
      try response.watches.map {
        WatchWorkout(
          watch: $0.watch, session: try WorkoutSession($0.session ?? [], in: "watches.session"))
      }
    }
  }

  /// Lets a watch begin a workout; returns what it is called.
  package func startWatchWorkout(
    _ plan: WorkoutPlan, on watch: String
  ) async throws -> String {
    var request = StartWatchWorkoutRequest()
    request.plan = try Self.bytes(of: plan)
    request.watch = watch
    return try await call(StoreMethods.startWatchWorkout, request) { $0.watch }
  }

  private static func bytes(of plan: WorkoutPlan) throws(ModelError) -> [UInt8] {
    do throws(CodecError) {
      return try plan.encoded()
    } catch {
      throw ModelError(.invalidArgument, cannot: "begin the workout", "\(error)")
    }
  }

  /// A session whenever more happened to it than is known.
  package func follow(
    _ session: SampleUUID, knowing moments: Int
  ) throws -> StoreStream<WorkoutSession> {
    var request = FollowWorkoutRequest()
    request.uuid = session.bytes
    request.knownMoments = UInt32(clamping: moments)
    return StoreStream(try open(StoreMethods.followWorkout, request)) { response in
      [try WorkoutSession(response.session ?? [], in: "session")]
    }
  }
}
