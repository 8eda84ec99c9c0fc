internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// Adds the methods of workout sessions.
  func addWorkouts(to router: inout CallerRouter) {
    router.unary(StoreMethods.changeWorkout) { request, call in
      try await answer(call) { view in
        var response = ChangeWorkoutResponse()
        response.session = try await view.access.change(WorkoutChange(request))
          .bytes(in: "session")
        return response
      }
    }
    router.unary(StoreMethods.listWorkoutSessions) { _, call in
      try await answer(call) { view in
        var response = ListWorkoutSessionsResponse()
        response.sessions = try WorkoutSessions(await view.access.workoutSessions())
          .bytes(in: "sessions")
        return response
      }
    }
    router.serverStreaming(StoreMethods.followWorkout) { request, responses, call in
      try await stand(call) { view in
        let uuid = try SampleUUID(request.uuid, in: "uuid")
        let sessions = try await view.access.follow(uuid, knowing: Int(request.knownMoments))
        var isOver = false
        for await session in sessions {
          var response = FollowWorkoutResponse()
          response.session = try session.bytes(in: "session")
          try await responses.send(response)
          isOver = session.state == .ended
        }
        try Task.checkCancellation()
        guard isOver else { throw Self.closed }
      }
    }
  }
}

extension WorkoutChange {
  fileprivate init(_ request: ChangeWorkoutRequest) throws {
    guard let kind = WorkoutSession.Moment.Kind(rawValue: Int(request.kind)) else {
      throw StoreWireError("kind", "there is no such kind")
    }
    let uuid =
      request.uuid.isEmpty ? nil : try SampleUUID(request.uuid, in: "uuid")
    self.init(kind, to: uuid, at: request.date, lasting: request.duration)
    if let bytes = request.plan { plan = try WorkoutPlan(bytes, in: "plan") }
  }
}
