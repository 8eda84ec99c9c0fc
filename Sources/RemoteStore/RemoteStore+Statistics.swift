internal import DyadServices
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// What the samples of a query come to: one answer, or one for each bucket that has any, in order.
  ///
  /// - Parameters:
  ///   - query: What to work out, of which samples.
  ///   - maxAge: First asks the peers for what is newer, where what is here may be older than this.
  /// - Returns: The answer, and what is known of the time.
  /// - Throws: `RequestTooLarge` before anything is sent, where one call cannot carry all edges.
  package func statistics(
    _ query: StatisticsQuery, maxAge: Duration? = nil
  ) async throws -> RemoteStatistics {
    let call = try open(StoreMethods.statistics, try request(query, maxAge))
    guard let first = try await call.next() else {
      throw RemoteFailure.strange("it has no coverage")
    }
    do {
      var answer = RemoteStatistics(coverage: try StoreCoverage(first.coverage), statistics: [])
      var response: StatisticsResponse? = first
      while let told = response {
        answer.statistics += try RemoteStatisticsUpdate(told).update.changed
        response = try await call.next()
      }
      return answer
    } catch {
      throw RemoteFailure.thrown(for: error)
    }
  }

  /// What the samples of a query come to, and then what becomes different, until nobody holds the answer.
  ///
  /// - Parameters:
  ///   - query: What to work out, of which samples.
  ///   - maxAge: First asks the peers for what is newer, where what is here may be older than this.
  /// - Returns: The whole answer, and then the buckets that change.
  /// - Throws: Where the call cannot be made; the answer throws what else goes wrong.
  package func liveStatistics(
    _ query: StatisticsQuery, maxAge: Duration? = nil
  ) throws -> RemoteStream<RemoteStatisticsUpdate> {
    RemoteStream(try open(StoreMethods.followStatistics, try request(query, maxAge))) { response in
      [try RemoteStatisticsUpdate(response)]
    }
  }

  private func request(
    _ query: StatisticsQuery, _ maxAge: Duration?
  ) throws(RequestTooLarge) -> StatisticsRequest {
    var request = StatisticsRequest()
    request.type = query.type.identifier
    request.predicate = PredicateMessage(query.predicate)
    request.options = query.options
    if let edges = query.edges {
      let byteCount = edges.count * MemoryLayout<Double>.size
      guard byteCount <= RequestTooLarge.mostBytes - RequestTooLarge.margin else {
        throw RequestTooLarge(operation: "work out statistics", byteCount: byteCount)
      }
      var message = BucketEdgesMessage()
      message.edges = edges
      request.buckets = .edges(message)
    }
    request.maxAge = maxAge.map { $0 / .seconds(1) }
    return request
  }
}
