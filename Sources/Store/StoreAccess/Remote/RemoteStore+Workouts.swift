internal import DyadServices
internal import HealthCodec
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// Lets something happen to a workout session, or begins one.
  package func change(_ change: WorkoutChange) async throws -> WorkoutSession {
    var request = ChangeWorkoutRequest()
    request.uuid = change.session?.bytes ?? []
    do throws(CodecError) {
      request.plan = try change.plan?.encoded()
    } catch {
      throw ModelError(.invalidArgument, cannot: "begin the workout", "\(error)")
    }
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
