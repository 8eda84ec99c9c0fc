internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// Adds the method that tells what was reached on days.
  func addActivity(to router: inout CallerRouter) {
    router.serverStreaming(StoreMethods.followActivity) { request, responses, call in
      try await stand(call) { view in
        try await withTaskExecutorPreference(store.readers) {
          try await followActivity(request, view, responses)
        }
      }
    }
  }

  /// Tells all days, and then those that become different; permission that goes makes it silent.
  private func followActivity(
    _ request: FollowActivityRequest, _ view: StoreView,
    _ responses: ResponseWriter<FollowActivityResponse>
  ) async throws {
    let share = view.room.share()
    share.hold(MemoryLayout<ActivitySummary>.stride * request.edges.count)
    let activity = try view.access.liveActivity(
      from: Int(clamping: request.firstDay), edges: request.edges)
    // What was told is remembered for as long as the call lasts.
    if !request.once { try share.follow(request.edges.count) }
    var answers = activity.makeAsyncIterator()
    while let days = try await answers.next() {
      var response = FollowActivityResponse()
      response.days = days.map { ActivityDayMessage($0) }
      try await responses.send(response)
      if request.once { return }
    }
    try Task.checkCancellation()
    throw Self.closed
  }
}
