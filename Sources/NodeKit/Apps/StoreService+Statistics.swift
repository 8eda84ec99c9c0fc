internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// Adds the methods that tell what samples come to.
  func addStatistics(to router: inout CallerRouter) {
    router.serverStreaming(StoreMethods.statistics) { request, responses, call in
      try await stand(call) { view in try await statistics(request, view, responses) }
    }
    router.serverStreaming(StoreMethods.followStatistics) { request, responses, call in
      try await stand(call) { view in try await followStatistics(request, view, responses) }
    }
  }

  /// Tells what samples come to; an app that may see less meanwhile is told no more.
  private func statistics(
    _ request: StatisticsRequest, _ view: StoreView,
    _ responses: ResponseWriter<StatisticsResponse>
  ) async throws {
    let query = try Self.statisticsQuery(request)
    try view.checkReading(of: query.type)
    try await freshen(to: request.maxAge, for: view)
    let coverage = coverage(for: view)
    let (statistics, sight) = try await view.statistics(query)
    let update = StatisticsUpdate(isWhole: true, changed: statistics)
    let isTold = try await update.tell(of: query.type, coverage, whileIn: sight) {
      try await responses.send($0)
    }
    // As if there were no more.
    if !isTold { try await responses.send(StatisticsResponse()) }
  }

  /// Tells what samples come to, and then what of it changes.
  ///
  /// Permission that goes makes it silent, until it comes back; one that was narrowed while something was
  /// told makes it begin anew.
  private func followStatistics(
    _ request: StatisticsRequest, _ view: StoreView,
    _ responses: ResponseWriter<StatisticsResponse>
  ) async throws {
    let query = try Self.statisticsQuery(request)
    var updates = try view.access.liveStatistics(query).makeAsyncIterator()
    try await freshen(to: request.maxAge, for: view)
    while let update = try await updates.next() {
      let isTold = try await update.tell(
        of: query.type, coverage(for: view), whileIn: updates.sight
      ) {
        try await responses.send($0)
      }
      if !isTold { updates.startOver() }
    }
    try Task.checkCancellation()
    throw Self.closed
  }

  private static func statisticsQuery(_ request: StatisticsRequest) throws -> StatisticsQuery {
    let edges: [Double]? =
      switch request.buckets {
      case nil: nil
      case .edges(let message): message.edges
      case .calendar(let message): try NamedBuckets.edges(message)
      }
    let query = StatisticsQuery(
      try ObjectType(wire: request.type, field: "type"), where: try Predicate(request.predicate),
      request.options, edges: edges)
    try query.check()
    return query
  }
}
