internal import DyadServices
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// As many edges as one call of an answer carries.
  package static var mostEdges: Int {
    (RequestTooLarge.mostBytes - RequestTooLarge.margin) / MemoryLayout<Double>.size
  }

  /// What the samples of a query come to: one answer, or one for each bucket that has any, in order.
  ///
  /// More buckets than one call carries take several, each of which is of what the store holds by then.
  ///
  /// - Parameters:
  ///   - query: What to work out, of which samples.
  ///   - maxAge: First asks the peers for what is newer, where what is here may be older than this.
  /// - Returns: The answer, and what is known of the time.
  /// - Throws: Where a call cannot be made or is refused.
  package func statistics(
    _ query: StatisticsQuery, maxAge: Duration? = nil
  ) async throws -> StoreStatistics {
    guard let edges = query.edges, edges.count > Self.mostEdges else {
      return try await oneCall(query, maxAge)
    }
    var part = query
    part.edges = Array(edges.prefix(Self.mostEdges))
    var answer = try await oneCall(part, maxAge)
    // The last edge of a call begins the first bucket of the next.
    for start in stride(from: Self.mostEdges - 1, to: edges.count - 1, by: Self.mostEdges - 1) {
      part.edges = Array(edges[start..<min(start + Self.mostEdges, edges.count)])
      answer.statistics += try await oneCall(part, nil).statistics
    }
    return answer
  }

  private func oneCall(
    _ query: StatisticsQuery, _ maxAge: Duration?
  ) async throws -> StoreStatistics {
    let call = try open(StoreMethods.statistics, try request(query, maxAge))
    guard let first = try await call.next() else {
      throw RemoteFailure.strange("it has no coverage")
    }
    do {
      var answer = StoreStatistics(coverage: try StoreCoverage(first.coverage), statistics: [])
      var response: StatisticsResponse? = first
      while let told = response {
        answer.statistics += try StoreStatisticsUpdate(told).update.changed
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
  ) throws -> StoreStream<StoreStatisticsUpdate> {
    StoreStream(try open(StoreMethods.followStatistics, try request(query, maxAge))) { response in
      [try StoreStatisticsUpdate(response)]
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
      guard edges.count <= Self.mostEdges else {
        throw RequestTooLarge(
          operation: "work out statistics", byteCount: edges.count * MemoryLayout<Double>.size)
      }
      var message = BucketEdgesMessage()
      message.edges = edges
      request.buckets = .edges(message)
    }
    request.maxAge = maxAge.map { $0 / .seconds(1) }
    return request
  }
}

extension StoreStatisticsUpdate {
  fileprivate init(_ response: StatisticsResponse) throws {
    self.init(
      update: StatisticsUpdate(
        isWhole: response.isWhole,
        changed: try response.statistics.map { try Statistics($0, in: "statistics") },
        emptied: response.emptied),
      hasMore: response.hasMore, coverage: try response.coverage.map { try StoreCoverage($0) })
  }
}
