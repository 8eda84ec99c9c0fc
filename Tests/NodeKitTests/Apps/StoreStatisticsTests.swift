internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeApps
internal import ProtobufWire
internal import RPCCore
internal import StoreAccess
internal import Testing

// The daemon alone is made of these parts, so that none of them is `package`.

@Suite(.timeLimit(.minutes(2))) struct StoreStatisticsTests {
  private static let edges = [0.0, 60, 120, 180]

  /// Asks for the greatest heart rate of each minute.
  private static func request(
    _ edges: [Double]? = edges, _ options: StatisticsOptions = [.discreteMax, .separateBySource]
  ) -> StatisticsRequest {
    var request = StatisticsRequest()
    request.type = ObjectType.heartRate.identifier
    request.options = options
    if let edges {
      var message = BucketEdgesMessage()
      message.edges = edges
      request.buckets = .edges(message)
    }
    return request
  }

  private static func statistics(_ responses: [StatisticsResponse]) throws -> [Statistics] {
    try responses.flatMap(\.statistics).map { try Statistics($0, in: "statistics") }
  }

  @Test func `the owner is told what all samples come to, with what is known`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.save([fixture.run(.heartRate, [60, 61, 62])])
    try await fixture.asOwner { client, options in
      let responses = try await client.all(StoreMethods.statistics, Self.request(), options)
      #expect(responses.count == 1)
      let first = try #require(responses.first)
      #expect(first.unit == "count/s")
      #expect(first.coverage?.until == StoreFixture.now && first.isWhole && !first.hasMore)
      let query = StatisticsQuery(
        .heartRate, [.discreteMax, .separateBySource], edges: Self.edges)
      let own = try await fixture.store.statistics(query)
      #expect(own.count == 3)
      #expect(try Self.statistics(responses) == own)

      let whole = try await client.all(StoreMethods.statistics, Self.request(nil), options)
      #expect(try Self.statistics(whole).map(\.values.maximum) == [62])
    }
  }

  @Test(arguments: [(true, true, 3), (true, false, 1), (false, true, 3), (false, false, 0)])
  func `an app is told of what it was permitted to see`(
    share: Bool, read: Bool, count: Int
  ) async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(share: [.heartRate: true])
    try await fixture.asApp(token) { client, options in
      try await client.save([fixture.run(.heartRate, [60])], options)
      try await fixture.save([fixture.run(.heartRate, [61, 62, 63])])
      try await fixture.decide(share: [.heartRate: share], read: [.heartRate: read])
      let responses = try await client.all(StoreMethods.statistics, Self.request(), options)
      // As many messages and the same in them, but for the buckets.
      #expect(responses.count == 1 && responses.first?.coverage != nil)
      #expect(responses.first?.isWhole == true && responses.first?.emptied.isEmpty == true)
      let statistics = try Self.statistics(responses)
      #expect(statistics.count == count)
      if count == 1 { #expect(statistics.flatMap(\.sources).count == 1) }
      let followed = try await client.withCall(
        StoreMethods.followStatistics, options: options
      ) { call in
        try call.sendOnly(Self.request())
        return try await call.receive()
      }
      #expect(try Self.statistics([#require(followed)]) == statistics)
    }
  }

  @Test func `what was never asked for is error 5, and what makes no sense error 3`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.save([fixture.run(.heartRate, [60])])
    func refusals(
      _ request: StatisticsRequest, _ client: Client, _ options: CallOptions
    ) async throws -> [RPCError] {
      [
        try await refusal { try await client.all(StoreMethods.statistics, request, options) },
        try await refusal {
          try await client.all(StoreMethods.followStatistics, request, options)
        },
      ]
    }
    try await fixture.asApp(token) { client, options in
      for error in try await refusals(Self.request(), client, options) {
        #expect(error.code == .failedPrecondition)
        #expect(error.metadata[text: StoreTrailers.error] == "5")
      }
      try await fixture.decide(read: [.heartRate: false])
      var endless = Self.request()
      endless.maxAge = -1
      var strange = Self.request()
      strange.type = ObjectType.workout.identifier
      let wrong = [
        Self.request(Self.edges, .cumulativeSum), Self.request(Self.edges, []),
        Self.request([0]), Self.request([]), Self.request([0, 0]), Self.request([0, .nan]),
        Self.request([0, .infinity]), Self.request([2, 1]), strange, endless,
      ]
      for request in wrong {
        for error in try await refusals(request, client, options) {
          #expect(error.code == .invalidArgument)
          #expect(error.metadata[text: StoreTrailers.error] == "3")
        }
      }
      let sentence = try await refusals(wrong[0], client, options)[0].detail
      #expect(sentence.contains("discrete: it has an average, a minimum and a maximum, and no sum"))
      // To be asked once is cheap; to be remembered is not.
      let many = Self.request((0...LiveStatistics.mostEdges).map(Double.init))
      let told = try await client.all(StoreMethods.statistics, many, options)
      #expect(told.count == 1)
      let error = try await refusal {
        try await client.all(StoreMethods.followStatistics, many, options)
      }
      #expect(error.code == .invalidArgument && error.detail.contains("edges"))
    }
  }

  @Test func `buckets by name are checked, and are as long as the calendar says`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.save([fixture.run(.heartRate, [60])])
    var message = CalendarBucketsMessage()
    message.count = 1
    message.unit = .day
    message.zone = "Europe/Berlin"
    message.to = 86_400
    var wrong: [CalendarBucketsMessage] = []
    for change: (inout CalendarBucketsMessage) -> Void in [
      { $0.count = 0 }, { $0.count = .max }, { $0.unit = .unspecified }, { $0.zone = "" },
      { $0.zone = "a\0" }, { $0.zone = "Europe/Atlantis" }, { $0.zone = "../passwd" },
      { $0.anchor = .nan }, { $0.to = 0 }, { $0.from = -.infinity },
    ] {
      var other = message
      change(&other)
      wrong.append(other)
    }
    try await fixture.asOwner { [message, wrong] client, options in
      for buckets in wrong {
        var request = Self.request()
        request.buckets = .calendar(buckets)
        let asked = request
        let error = try await refusal {
          try await client.all(StoreMethods.statistics, asked, options)
        }
        #expect(error.code == .invalidArgument, "\(error)")
      }
      // A quarter of a year in which an hour is skipped.
      var quarter = message
      (quarter.count, quarter.unit) = (3, .month)
      var request = Self.request()
      request.buckets = .calendar(quarter)
      let asked = request
      let told = try await client.all(StoreMethods.statistics, asked, options)
      let bucket = try #require(told.first?.statistics.first)
      #expect(bucket.end - bucket.start == 7_772_400)
    }
  }

  @Test func `many buckets come in pieces of bounded size`() async throws {
    let fixture = try await StoreFixture()
    let count = 30_000
    try await fixture.save([fixture.run(.heartRate, (0..<count).map { Double($0 % 90) })])
    let edges = [0.0, Double(count) * 60]
    // Names as long as they may be make few buckets many bytes.
    let name = String(repeating: "n", count: 1_000)
    let sources = (0..<40).map { number in
      Statistics.OfSource(
        Source(bundleIdentifier: "\(number)", name: name), Statistics.Values())
    }
    let update = StatisticsUpdate(
      isWhole: true,
      changed: (0..<200).map {
        Statistics(start: Double($0), end: Double($0 + 1), sources: sources)
      },
      emptied: (0..<200_000).map(Double.init))
    var responses: [StatisticsResponse] = []
    let isTold = try await update.tell(of: .stepCount, CoverageMessage(), whileIn: nil) {
      responses.append($0)
    }
    #expect(isTold && responses.count > 8)
    #expect(
      responses.map { $0.encoded().count }.allSatisfy { $0 <= StatisticsUpdate.mostAnswerBytes })
    #expect(responses.map(\.hasMore) == responses.map { $0 != responses.last })
    #expect(responses.dropFirst().allSatisfy { $0.coverage == nil && !$0.isWhole })
    #expect(responses.flatMap(\.emptied) == update.emptied)
    #expect(try Self.statistics(responses) == update.changed)
    try await fixture.asOwner { client, options in
      let told = try await client.all(StoreMethods.statistics, Self.request(edges), options)
      #expect(try Self.statistics(told).map(\.values.maximum) == [89])
    }
  }

  @Test func `who follows is told what there is, and then what changes`() async throws {
    let fixture = try await StoreFixture()
    let saved = try await fixture.save([fixture.run(.heartRate, [60, 61, 62])])
    try await fixture.asOwner { client, options in
      try await client.withCall(StoreMethods.followStatistics, options: options) { call in
        try call.sendOnly(Self.request())
        let first = try #require(try await call.receive())
        #expect(first.isWhole && first.coverage != nil && first.statistics.count == 3)
        try await fixture.save([fixture.run(.heartRate, [90])])
        let second = try #require(try await call.receive())
        #expect(!second.isWhole && second.coverage != nil && second.emptied.isEmpty)
        #expect(second.statistics.map(\.start) == [0])
        #expect(second.statistics.map(\.values?.maximum) == [90])
        try await fixture.store.commit(.delete(Change.Deletion(.uuids([saved[2]]))))
        let third = try #require(try await call.receive())
        #expect(third.statistics.isEmpty && third.emptied == [120])
      }
    }
  }

  @Test(arguments: [true, false])
  func `permission that goes makes it silent until it is back`(isReset: Bool) async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: true])
    try await fixture.asApp(token) { client, options in
      try await client.withCall(StoreMethods.followStatistics, options: options) { call in
        try call.sendOnly(Self.request())
        let first = try #require(try await call.receive())
        #expect(first.isWhole && first.statistics.isEmpty)
        try await fixture.save([fixture.run(.heartRate, [60])])
        let live = try #require(try await call.receive())
        #expect(live.statistics.map(\.start) == [0])

        _ = try await fixture.requests.reset(StoreFixture.app, nil, revoking: !isReset)
        if !isReset {
          // As if it had been deleted.
          let denied = try #require(try await call.receive())
          #expect(denied.emptied == [0] && denied.statistics.isEmpty)
        }
        try await fixture.save([fixture.run(.heartRate, [61, 62])])
        // What the app saves itself comes later than what it may not see: if that had come, it would have
        // come first.
        try await fixture.decide(share: [.heartRate: true])
        try await client.save([fixture.run(.heartRate, [50])], options)
        let own = try #require(try await call.receive())
        #expect(own.emptied == [] || isReset)
        var known = own.statistics
        // Sharing alone is no more than its own.
        while known.isEmpty { known = try #require(try await call.receive()).statistics }
        #expect(known.map(\.start) == [0] && known.map(\.values?.maximum) == [50])

        try await fixture.decide(read: [.heartRate: true])
        let back = try #require(try await call.receive())
        #expect(back.statistics.map(\.start) == [0, 60] && !back.isWhole)
        #expect(back.statistics.map(\.values?.maximum) == [61, 62])
      }
    }
  }

  @Test func `what is not told to its end is told anew`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.decide(read: [.heartRate: true])
    try await fixture.save([fixture.run(.heartRate, [60])])
    let session = AppSession(fixture.store, as: StoreFixture.source(StoreFixture.app))
    let query = StatisticsQuery(.heartRate, .discreteMax, edges: Self.edges)
    var updates = try session.liveStatistics(query).makeAsyncIterator()
    let first = try #require(try await updates.next())
    try await fixture.decide(read: [.heartRate: false])
    var sent = 0
    let isTold = try await first.tell(of: .stepCount, CoverageMessage(), whileIn: updates.sight) {
      _ in sent += 1
    }
    #expect(!isTold && sent == 0)
    updates.startOver()
    let again = try #require(try await updates.next())
    #expect(again.isWhole && again.changed.isEmpty)
  }

  @Test func `a remote store is told what a store of one's own tells`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: true])
    try await fixture.save([fixture.run(.heartRate, [60, 61, 62])])
    let query = StatisticsQuery(
      .heartRate, [.discrete, .mostRecent, .separateBySource], edges: Self.edges)
    try await fixture.asApp(nil) { client, _ in
      let store = RemoteStore(client, token: token)
      let own = try await fixture.store.statistics(query)
      let answer = try await store.statistics(query, maxAge: .seconds(1))
      #expect(answer.statistics == own && own.count == 3)
      #expect(answer.coverage.until == StoreFixture.now)
      var updates = try store.liveStatistics(query).makeAsyncIterator()
      let first = try #require(try await updates.next())
      #expect(first.update == StatisticsUpdate(isWhole: true, changed: own))
      try await fixture.save([fixture.run(.heartRate, [90])])
      let second = try #require(try await updates.next())
      let now = try await fixture.store.statistics(query)
      #expect(second.update == StatisticsUpdate(changed: [now[0]]) && !second.hasMore)
      let error = await #expect(throws: ModelError.self) {
        try await store.statistics(StatisticsQuery(.stepCount, .cumulativeSum))
      }
      #expect(error?.code == .authorizationNotDetermined)
    }
  }

  @Test func `a removed app and a node that shuts down end it`() async throws {
    for isRemoved in [true, false] {
      let fixture = try await StoreFixture()
      let token = try await fixture.add()
      try await fixture.decide(read: [.heartRate: true])
      try await fixture.asApp(token) { client, options in
        try await client.withCall(StoreMethods.followStatistics, options: options) { call in
          try call.sendOnly(Self.request())
          _ = try #require(try await call.receive())
          if isRemoved {
            _ = try await fixture.apps.remove(StoreFixture.app)
          } else {
            fixture.beginShutdown()
          }
          let error = try await refusal { try await call.receive() }
          #expect(isRemoved ? error == .unknownApp : error.code == .unavailable)
        }
      }
    }
  }
}
