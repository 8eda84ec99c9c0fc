internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import StoreAccess
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct RemoteStatisticsTests {
  /// Numbers of every kind: none of them may come back as another.
  private static let first: Statistics = {
    var values = Statistics.Values()
    values.average = -0.0
    values.minimum = -.infinity
    values.maximum = .leastNonzeroMagnitude
    values.mostRecent = Statistics.MostRecent(value: 0, start: -1, end: 0)
    var ofSource = Statistics.Values()
    ofSource.sum = 3
    return Statistics(
      start: 0, end: 10, values: values,
      sources: [.init(Source(bundleIdentifier: "a.b", name: "A"), ofSource)])
  }()
  private static let second = Statistics(start: 10, end: 20)

  private static func message(
    _ statistics: [Statistics], emptied: [Double] = [], hasMore: Bool = false,
    isWhole: Bool = false
  ) throws -> StatisticsResponse {
    var response = StatisticsResponse()
    if isWhole { response.coverage = FakeStore.coverage }
    response.statistics = try statistics.map { try StatisticsMessage($0) }
    response.emptied = emptied
    response.hasMore = hasMore
    response.isWhole = isWhole
    return response
  }

  @Test func `statistics come in pieces, behind their coverage`() async throws {
    let requests = Recorder<StatisticsRequest>()
    let answer = try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.statistics) { request, writer, _ in
          requests.add(request)
          try await writer.send(try Self.message([Self.first], hasMore: true, isWhole: true))
          try await writer.send(try Self.message([Self.second]))
        }
      },
      { store in
        try await store.statistics(
          StatisticsQuery(
            .heartRate, where: .start(.less, 3), [.discreteAverage, .separateBySource],
            edges: [0, 10, 20]), maxAge: .seconds(2))
      })
    #expect(answer.coverage == StoreCoverage(from: 10, until: 20, age: .seconds(5)))
    #expect(answer.statistics.count == 2)
    #expect(answer.statistics.first?.isIdentical(to: Self.first) == true)
    #expect(answer.statistics.last?.isIdentical(to: Self.second) == true)
    let request = try #require(requests.all.first)
    #expect(request.type == ObjectType.heartRate.identifier)
    #expect(try Predicate(request.predicate) == .start(.less, 3))
    #expect(request.options == [.discreteAverage, .separateBySource])
    var edges = BucketEdgesMessage()
    edges.edges = [0, 10, 20]
    #expect(request.buckets == .edges(edges))
    #expect(request.maxAge == 2)
  }

  @Test func `without buckets none are said`() async throws {
    let requests = Recorder<StatisticsRequest>()
    let answer = try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.statistics) { request, writer, _ in
          requests.add(request)
          try await writer.send(try Self.message([], isWhole: true))
        }
      },
      { try await $0.statistics(StatisticsQuery(.stepCount, .cumulativeSum)) })
    #expect(answer.statistics.isEmpty)
    #expect(requests.all.first?.buckets == nil && requests.all.first?.maxAge == nil)
  }

  @Test func `more buckets than a call can carry take several`() async throws {
    let requests = Recorder<StatisticsRequest>()
    let query = StatisticsQuery(.heartRate, .discreteMax, edges: (0..<1_300_000).map(Double.init))
    let answer = try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.statistics) { request, writer, _ in
          requests.add(request)
          guard case .edges(let message) = request.buckets else { return }
          // A bucket at each end, so that one that is missing or there twice is seen.
          let (first, last) = (message.edges.prefix(2), message.edges.suffix(2))
          try await writer.send(
            try Self.message(
              [first, last].map { Statistics(start: $0.min() ?? 0, end: $0.max() ?? 0) },
              isWhole: true))
        }
      },
      { store in
        #expect(throws: RequestTooLarge.self) { try store.liveStatistics(query) }
        return try await store.statistics(query, maxAge: .seconds(2))
      })
    #expect(requests.all.map(\.maxAge) == [2, nil, nil])
    let starts = stride(from: 0, to: 1_299_999, by: RemoteStore.mostEdges - 1).map(Double.init)
    #expect(starts.count == 3)
    #expect(
      answer.statistics.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.start) == starts)
    #expect(
      answer.statistics.enumerated().filter { $0.offset % 2 == 1 }.map(\.element.end)
        == starts.dropFirst() + [1_299_999])
  }

  @Test func `what no daemon says is strange`() async throws {
    var backwards = try Self.message([Self.second], isWhole: true)
    backwards.statistics[0].end = 0
    let answers = [backwards, try Self.message([Self.second]), nil]
    for answer in answers {
      try await FakeStore.run(
        { router in
          router.serverStreaming(StoreMethods.statistics) { _, writer, _ in
            if let answer { try await writer.send(answer) }
          }
        },
        { store in
          let error = await #expect(throws: RPCError.self) {
            try await store.statistics(StatisticsQuery(.heartRate, .discreteMax))
          }
          #expect(error?.code == .internal)
        })
    }
  }

  @Test func `what is followed comes as it is told, until it is let go of`() async throws {
    let updates = try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.followStatistics) { _, writer, _ in
          try await writer.send(try Self.message([Self.first], hasMore: true, isWhole: true))
          try await writer.send(try Self.message([Self.second]))
          while true { try await writer.send(try Self.message([], emptied: [0, 10])) }
        }
      },
      { store in
        var updates: [StoreStatisticsUpdate] = []
        let query = StatisticsQuery(.heartRate, .discreteMax, edges: [0, 10, 20])
        for try await update in try store.liveStatistics(query) {
          updates.append(update)
          if updates.count == 4 { break }
        }
        return updates
      })
    #expect(updates.map(\.hasMore) == [true, false, false, false])
    #expect(updates.map(\.update.isWhole) == [true, false, false, false])
    #expect(updates.map(\.update.changed.count) == [1, 1, 0, 0])
    #expect(updates.map(\.update.emptied) == [[], [], [0, 10], [0, 10]])
    #expect(updates.map { $0.coverage == nil } == [false, true, true, true])
  }
}
