internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// Adds the methods of workout sessions.
  func addWorkouts(to router: inout CallerRouter) {
    router.unary(StoreMethods.changeWorkout) { request, call in
      // A watch may take its time.
      try await stand(call) { view in
        var response = ChangeWorkoutResponse()
        let change = try WorkoutChange(request)
        let session: WorkoutSession
        if !change.beginsSession, let far = await farSession(change.session, view) {
          session = try await watches.change(change, of: far, for: view.caller)
        } else {
          session = try await view.access.change(change)
        }
        response.session = try session.bytes(in: "session")
        return response
      }
    }
    router.unary(StoreMethods.listWorkoutSessions) { _, call in
      try await answer(call) { view in
        var response = ListWorkoutSessionsResponse()
        response.sessions = try WorkoutSessions(await view.access.workoutSessions())
          .bytes(in: "sessions")
        for far in await watches.sessions(seenBy: view.caller) {
          var message = WatchWorkoutMessage()
          message.watch = far.watch.name
          message.session = try far.session.bytes(in: "session")
          response.watches.append(message)
        }
        return response
      }
    }
    router.serverStreaming(StoreMethods.followWorkout) { request, responses, call in
      try await stand(call) { view in
        let uuid = try SampleUUID(request.uuid, in: "uuid")
        let known = Int(request.knownMoments)
        var isOver = false
        func tell(_ session: WorkoutSession) async throws {
          try await responses.send(try FollowWorkoutResponse(session))
          isOver = session.state == .ended
        }
        if await farSession(uuid, view) != nil {
          try await watches.follow(uuid, knowing: known, for: view.caller, tell)
        } else {
          for await session in try await view.access.follow(uuid, knowing: known) {
            try await tell(session)
          }
        }
        try Task.checkCancellation()
        guard isOver else { throw Self.closed }
      }
    }
    router.unary(StoreMethods.startWatchWorkout) { request, call in
      try await stand(call) { view in
        var response = StartWatchWorkoutResponse()
        response.watch = try await watches.begin(
          try WorkoutPlan(request.plan ?? [], in: "plan"), on: request.watch, for: view.caller)
        return response
      }
    }
  }

  /// A session of a watch that the caller sees; `nil` for one of this node.
  private func farSession(
    _ uuid: SampleUUID?, _ view: StoreView
  ) async -> WatchWorkouts.Session? {
    guard let uuid else { return nil }
    return await watches.session(uuid, seenBy: view.caller)
  }
}

extension FollowWorkoutResponse {
  fileprivate init(_ session: WorkoutSession) throws {
    self.init()
    self.session = try session.bytes(in: "session")
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
