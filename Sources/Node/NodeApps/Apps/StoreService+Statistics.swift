internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// Adds the methods that tell what samples come to.
  func addStatistics(to router: inout CallerRouter) {
    router.serverStreaming(StoreMethods.statistics) { request, responses, call in
      try await stand(call) { view in
        // Where it reads, so that the connections' threads are free for others.
        try await withTaskExecutorPreference(store.readers) {
          try await statistics(request, view, responses)
        }
      }
    }
    router.serverStreaming(StoreMethods.followStatistics) { request, responses, call in
      try await stand(call) { view in
        try await withTaskExecutorPreference(store.readers) {
          try await followStatistics(request, view, responses)
        }
      }
    }
  }

  /// Tells what samples come to, as it is worked out; an app that may see less meanwhile is told no more.
  private func statistics(
    _ request: StatisticsRequest, _ view: StoreView,
    _ responses: ResponseWriter<StatisticsResponse>
  ) async throws {
    let share = view.room.share()
    let query = try await Self.statisticsQuery(request, share)
    try view.checkReading(of: query.type)
    try await freshen(to: request.maxAge, for: view)
    let coverage = coverage(for: view)
    while try await !tell(query, coverage, view, share, responses) {
      try Task.checkCancellation()
    }
  }

  /// Tells statistics as they are worked out.
  ///
  /// - Returns: Whether it began to: not where an app came to see less before.
  private func tell(
    _ query: StatisticsQuery, _ coverage: CoverageMessage, _ view: StoreView,
    _ share: CallerRoom.Share, _ responses: ResponseWriter<StatisticsResponse>
  ) async throws -> Bool {
    let sight = try view.access.sight(of: query.type)
    var steps = try await share.reading { try await view.access.statisticsSteps(query) }
    var rest = StatisticsUpdate(isWhole: true)
    var (hasBegun, isKnown, hasMore) = (false, false, true)
    while hasMore {
      if !isKnown, !rest.fillsMessage {
        switch try await share.reading({ try await steps.step() }) {
        case .value(let found): rest.changed += found
        case .goesOn: break
        case .end: isKnown = true
        }
        share.hold(steps.weight + rest.weight)
        continue
      }
      guard sight.holds else {
        // As if there were no more.
        if hasBegun { try await responses.send(StatisticsResponse()) }
        return hasBegun
      }
      hasMore = try await share.reading {
        var message = try rest.takeMessage(of: query.type, hasBegun ? nil : coverage)
        message.hasMore = message.hasMore || !isKnown
        try responses.enqueue(message)
        return message.hasMore
      }
      hasBegun = true
      try await responses.waitForRoom()
    }
    return true
  }

  /// Tells what samples come to, and then what of it changes.
  ///
  /// Permission that goes makes it silent, until it comes back; one that was narrowed while something was
  /// told makes it begin anew.
  private func followStatistics(
    _ request: StatisticsRequest, _ view: StoreView,
    _ responses: ResponseWriter<StatisticsResponse>
  ) async throws {
    let share = view.room.share()
    let query = try await Self.statisticsQuery(request, share)
    // What was told is remembered for as long as the call lasts.
    share.hold(0)
    try share.follow(query.edges?.count ?? 0)
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

  private static func statisticsQuery(
    _ request: StatisticsRequest, _ share: CallerRoom.Share
  ) async throws -> StatisticsQuery {
    let edges: [Double]? =
      switch request.buckets {
      case nil: nil
      case .edges(let message): message.edges
      case .calendar(let message):
        try await share.reading {
          share.hold(NamedBuckets.mostBytes)
          return try await NamedBuckets.edges(message)
        }
      }
    share.hold(MemoryLayout<Double>.stride * (edges?.count ?? 0))
    let query = StatisticsQuery(
      try ObjectType(wire: request.type, field: "type"), where: try Predicate(request.predicate),
      request.options, edges: edges)
    try query.check()
    return query
  }
}
