internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore
internal import Testing

// The daemon alone is made of these parts, so that none of them is `package`.

/// What an app gets has the same shape whatever is hidden between.
@Suite(.timeLimit(.minutes(2))) struct HiddenShapeTests {
  /// The shape of all pages and answers about an app's own samples, of which some hundred others lie between.
  private func shape(hiding hides: Bool) async throws -> [String] {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(share: [.heartRate: true], read: [.heartRate: false])
    return try await fixture.asApp(token) { client, options in
      var own: [SampleUUID] = []
      for count in [3, 1, 600, 1] {
        if hides { try await fixture.save([fixture.run(.heartRate, Self.values(700))]) }
        let run = fixture.run(.heartRate, Self.values(count))
        try await client.save([run], options)
        own += run.uuids
      }
      if hides { try await fixture.save([fixture.run(.heartRate, Self.values(5_000))]) }
      var request = DeleteRequest()
      request.objects = [ObjectsOfTypeMessage([own[1], own[604]], of: .heartRate)]
      _ = try await client.call(StoreMethods.delete, request, options: options)
      if hides { try await fixture.save([fixture.run(.heartRate, Self.values(5_000))]) }

      var words: [String] = []
      for limit in [0, 7, 300, 603] as [UInt64] {
        var request = ChangesRequest(.heartRate)
        request.limit = limit
        var page: ChangesResponse
        repeat {
          page = try await client.call(StoreMethods.changes, request, options: options)
          request.anchor = page.anchor
          let runs = try SampleRun.runs(page.added).map(\.count)
          words.append("\(limit): \(runs) \(page.deleted.count) \(page.hasMore)")
          words.append("\(page.anchor.count)")
        } while page.hasMore
      }
      var query = QueryRequest()
      query.type = ObjectType.heartRate.identifier
      for limit in [0, 2, 200] as [UInt64] {
        for order in [[], [SortKeyMessage(SortDescriptor(.end, ascending: false))]] {
          query.limit = limit
          query.order = order
          let answers = try await client.all(StoreMethods.query, query, options)
          words.append("\(try answers.map { try SampleRun.runs($0.runs).map(\.count) })")
        }
      }
      return words
    }
  }

  private static func values(_ count: Int) -> [Double] { (0..<count).map(Double.init) }

  @Test func `pages and answers are cut as if there was nothing else`() async throws {
    let hiding = try await shape(hiding: true)
    let alone = try await shape(hiding: false)
    #expect(hiding == alone)
    #expect(alone.first == "0: [603] 1 false")
    #expect(alone.last == "[[], [200]]")
  }

  @Test func `anchors of an app do not tell that nothing has happened`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: false])
    try await fixture.asApp(token) { client, options in
      var request = ChangesRequest(.heartRate)
      var anchors: Set<[UInt8]> = []
      for round in 0..<6 {
        let page = try await client.call(StoreMethods.changes, request, options: options)
        anchors.insert(page.anchor)
        request.anchor = page.anchor
        if round > 2 { try await fixture.save([fixture.run(.heartRate, [60])]) }
      }
      #expect(anchors.count == 6)
      #expect(Set(anchors.map(\.count)).count == 1)
    }
  }

  @Test func `what is decided for one app another one does not hear of`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: true, .stepCount: true])
    try await fixture.asApp(token) { client, options in
      try await client.withCall(StoreMethods.observe, options: options) { call in
        var request = ObserveRequest()
        request.types = [ObjectType.heartRate, .stepCount].map(\.identifier)
        try call.sendOnly(request)
        for _ in request.types { _ = try #require(try await call.receive()) }
        for read in [true, false] {
          try await fixture.decide(StoreFixture.other, read: [.heartRate: read])
        }
        // The steps are saved later and are heard of first.
        try await fixture.save([fixture.run(.stepCount, [1])])
        let first = try #require(try await call.receive())
        #expect(first.type == ObjectType.stepCount.identifier)
        try await fixture.save([fixture.run(.heartRate, [60])])
        let second = try #require(try await call.receive())
        #expect(second.type == ObjectType.heartRate.identifier)
      }
    }
  }

  @Test func `a feed of correlations hears of what is decided for their members`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let types: [ObjectType] = [.bloodPressureSystolic, .bloodPressureDiastolic]
    try await fixture.decide(read: [types[0]: false, types[1]: true])
    var members = Members()
    let runs = [fixture.run(types[0], [120]), fixture.run(types[1], [80])]
    for run in runs { members.append(run.uuids[0], of: run.type) }
    let pressure = fixture.object(.bloodPressure, .correlation(members))
    try await fixture.save(runs + [pressure])
    try await fixture.asApp(token) { client, options in
      try await client.withCall(StoreMethods.follow, options: options) { call in
        try call.sendOnly(ChangesRequest(.bloodPressure))
        let first = try #require(try await call.receive())
        let before = try SampleRun.runs(first.added).map { "\($0)" }
        try await fixture.decide(read: [types[0]: true])
        let second = try #require(try await call.receive())
        #expect(try second.addedUUIDs == pressure.uuids)
        #expect(try SampleRun.runs(second.added).map { "\($0)" } != before)
      }
    }
  }
}
