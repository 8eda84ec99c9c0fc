internal import DyadServices
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// What was reached on successive days.
  package func activitySummaries(
    from first: Int, edges: [Double]
  ) async throws -> [ActivitySummary] {
    let call = try open(StoreMethods.followActivity, try request(first, edges, once: true))
    var summaries: [ActivitySummary] = []
    while let response = try await call.next() { summaries += try Self.summaries(response) }
    return summaries
  }

  /// The same, and then the days that become different, until nobody holds the answer.
  package func followActivity(
    from first: Int, edges: [Double]
  ) throws -> StoreStream<[ActivitySummary]> {
    StoreStream(
      try open(StoreMethods.followActivity, try request(first, edges, once: false)),
      endingWith: RPCError(.unavailable, "the daemon tells no more")
    ) { [try Self.summaries($0)] }
  }

  private func request(
    _ first: Int, _ edges: [Double], once: Bool
  ) throws(ModelError) -> FollowActivityRequest {
    try ActivitySummary.check(edges, from: first)
    var request = FollowActivityRequest()
    request.firstDay = Int64(first)
    request.edges = edges
    request.once = once
    return request
  }

  private static func summaries(
    _ response: FollowActivityResponse
  ) throws -> [ActivitySummary] {
    do throws(StoreWireError) {
      return try response.days.map { day throws(StoreWireError) in try day.summary() }
    } catch {
      throw RemoteFailure.thrown(for: error)
    }
  }
}
