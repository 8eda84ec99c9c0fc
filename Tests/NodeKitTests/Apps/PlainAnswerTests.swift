internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import ProtobufWire
internal import RPCCore
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

/// Answers that are longer than a message, and words that name no type.
@Suite(.timeLimit(.minutes(2))) struct PlainAnswerTests {
  /// What gRPC clients take by themselves.
  private static let mostMessageBytes = 4 << 20

  /// Samples that are far longer in plain words than in columns, where each says the same.
  private static func longRuns(_ fixture: StoreFixture) -> [SampleRun] {
    (0..<2).map { part in
      var run = fixture.run(.stepCount, [])
      for row in 0..<2_500 {
        let start = Double(part * 2_500 + row)
        run.append(
          Sample(
            uuid: fixture.uuid(), type: .stepCount, start: start, end: start,
            value: .quantity(Quantity(1, .count)),
            source: StoreFixture.source("somebody.else"),
            metadata: ["note": .string(String(repeating: "n", count: 900))]))
      }
      return run
    }
  }

  @Test func `what is long in plain words comes in pieces that a client takes`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.save(Self.longRuns(fixture))
    try await fixture.asOwner { client, options in
      var query = QueryRequest()
      query.type = "stepCount"
      query.plain = true
      let answers = try await client.all(StoreMethods.query, query, options)
      let sizes = answers.map { $0.encoded().count }
      #expect(sizes.allSatisfy { $0 < Self.mostMessageBytes })
      #expect(answers.reduce(0) { $0 + $1.samples.count } == 5_000)
      #expect(sizes.reduce(0, +) > Self.mostMessageBytes)

      var request = ChangesRequest(.stepCount)
      request.plain = true
      var told: [String] = []
      var hasMore = true
      while hasMore {
        let page = try await client.call(StoreMethods.changes, request, options: options)
        #expect(page.encoded().count < Self.mostMessageBytes)
        told += page.samples.map(\.uuid)
        request.anchor = page.anchor
        hasMore = page.hasMore
      }
      #expect(told.count == 5_000)
      #expect(Set(told).count == 5_000)
    }
  }

  @Test func `more plain samples than an answer can name are refused before they are saved`()
    async throws
  {
    let fixture = try await StoreFixture()
    var sample = PlainSampleMessage()
    sample.type = "heartRate"
    sample.value = .quantity(1)
    try await fixture.asOwner { [sample] client, options in
      var request = SaveRequest()
      request.samples = [PlainSampleMessage](
        repeating: sample, count: StoreBounds.plainSamples + 1)
      let error = try await refusal {
        try await client.call(StoreMethods.save, request, options: options)
      }
      #expect(error.code == .invalidArgument)
      #expect(fixture.store.sampleCount == 0)
      request.samples.removeLast()
      let saved = try await client.call(StoreMethods.save, request, options: options)
      #expect(saved.uuids.count == StoreBounds.plainSamples)
      #expect(saved.encoded().count < Self.mostMessageBytes)
    }
  }

  @Test func `a slip in the name of a type is named, and an unknown identifier is none`()
    async throws
  {
    let fixture = try await StoreFixture()
    try await fixture.asOwner { client, options in
      var query = QueryRequest()
      query.type = "heartRte"
      var save = SaveRequest()
      var sample = PlainSampleMessage()
      sample.type = "heartRte"
      sample.value = .quantity(1)
      save.samples = [sample]
      let errors = [
        try await refusal { try await client.all(StoreMethods.query, query, options) },
        try await refusal { try await client.call(StoreMethods.save, save, options: options) },
      ]
      for error in errors {
        #expect(error.code == .invalidArgument)
        #expect(error.detail.contains("'heartRte' is no type; heartRate is meant?"))
      }
      query.type = "HKQuantityTypeIdentifierOfTomorrow"
      _ = try await client.all(StoreMethods.query, query, options)
    }
  }

  /// Saves a sample of each of so many sources, whose names are longer than a message together.
  private static func saveSources(_ count: Int, in folder: TemporaryFolder) async throws {
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    let start = WallClock.system.now - 1_000
    for first in stride(from: 0, to: count, by: 2_500) {
      var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
      for number in first..<(first + 2_500) {
        let name = String(repeating: "s", count: 600) + "\(number)"
        run.append(
          Sample(
            uuid: uuids.take(for: .stepCount), type: .stepCount, start: start, end: start,
            value: .quantity(Quantity(1, .count)),
            source: SourceRevision(source: Source(bundleIdentifier: "app", name: name))))
      }
      try await store.commit(.save(Change.Save([run])))
    }
    try await store.close()
  }

  @Test func `ten thousand sources are told by a daemon`() async throws {
    let folder = try TemporaryFolder()
    try await Self.saveSources(10_000, in: folder)
    let daemon = try RunningDaemon(in: folder)
    try await withClient(daemon.asOwner()) { client in
      let sources = try await RemoteStore(client).sources(of: .stepCount)
      #expect(sources.count == 10_000)
      #expect(Set(sources).count == 10_000)
      let first = try await client.call(StoreMethods.listSources, Self.question)
      #expect(first.hasMore)
      #expect(first.encoded().count < Self.mostMessageBytes)
    }
    daemon.program.receive(.terminate)
    #expect(try daemon.program.finish().exitCode == 0)
  }

  private static var question: ListSourcesRequest {
    var request = ListSourcesRequest()
    request.type = "stepCount"
    return request
  }

  @Test func `the longest list of apps is a message`() {
    var list = ListAppsResponse()
    let text = String(repeating: "t", count: AccessQuestion.mostTextBytes)
    // Of this node, and as many of its watches.
    list.apps = (0..<512).map { number in
      var app = AppMessage()
      app.bundleIdentifier = String(repeating: "b", count: 245)
      (app.name, app.readReason, app.shareReason) = (text, text, text)
      let accesses = WatchSettings.mostAccesses / 512
      app.accesses = ObjectType.all.prefix(accesses).map {
        var access = TypeAccessMessage()
        (access.type, access.share, access.read) = ($0.identifier, 2, 2)
        return access
      }
      app.subscriptions = number < 16 ? Array(repeating: text, count: 32) : []
      return app
    }
    #expect(list.encoded().count < Self.mostMessageBytes)
  }
}
