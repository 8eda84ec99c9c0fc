internal import DyadServices
internal import HealthModel
internal import PeerSupport
internal import ProtobufWire
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport
internal import Testing

/// Answers that nobody takes, and what others get beside them.
extension `The daemon among hostile peers` {
  /// What the calls ask for that nobody takes.
  enum Stalled: CaseIterable {
    case columns
    case plainWords
    case sorted
    case buckets

    /// The path of the method and the request.
    var call: (path: String, request: [UInt8]) {
      switch self {
      case .columns: return Self.query { _ in }
      case .plainWords: return Self.query { $0.plain = true }
      case .sorted:
        return Self.query { request in
          request.order = [SortKeyMessage(SortDescriptor(.end))]
        }
      case .buckets:
        var request = StatisticsRequest()
        request.type = ObjectType.heartRate.identifier
        request.discreteAverage = true
        var calendar = CalendarBucketsMessage()
        (calendar.count, calendar.unit, calendar.zone) = (1, .minute, "UTC")
        (calendar.from, calendar.to) = (
          HostileStore.start, HostileStore.start + 60 * Double(HostileStore.count)
        )
        request.buckets = .calendar(calendar)
        return (StoreMethods.statistics.path.path, request.encoded())
      }
    }

    private static func query(
      _ change: (inout QueryRequest) -> Void
    ) -> (path: String, request: [UInt8]) {
      var request = QueryRequest()
      request.type = ObjectType.heartRate.identifier
      change(&request)
      return (StoreMethods.query.path.path, request.encoded())
    }
  }

  /// A store with more samples than one pass of a sorted query keeps.
  private enum HostileStore {
    static let start = 600_000_000.0
    static let batches = 40
    static let count = batches * 4_096

    static func fill(_ daemon: RunningDaemon) async throws {
      try await withClient(daemon.asOwner()) { client in
        for batch in 0..<batches { try await client.save([run(batch)], CallOptions()) }
      }
    }

    private static func run(_ batch: Int) -> SampleRun {
      var run = SampleRun(
        empty: .heartRate, like: .quantity(values: [], units: DictionaryColumn()))
      for number in 0..<4_096 {
        // In no order, so that no part of the store can be passed over.
        let place = (4_096 * batch + number) * 7_919 % count
        let start = start + 60 * Double(place)
        run.append(
          Sample(
            uuid: SampleUUID(high: UInt64(batch + 1), low: UInt64(number)), type: .heartRate,
            start: start, end: start,
            value: .quantity(
              Quantity(1, ObjectType.heartRate.description?.canonicalUnit ?? .count)),
            source: StoreFixture.source("a")))
      }
      return run
    }
  }

  /// Begins calls on connections of their own, and takes none of the answers.
  private static func begin(
    _ stalled: Stalled, at path: String, connections: Int
  ) throws -> [RawConnection] {
    let (method, request) = stalled.call
    var writer = FrameWriter()
    writer.raw(FrameWriter.preface)
    // No room for any byte of an answer.
    writer.settings([(4, 0)])
    for number in 0..<128 as Range<UInt32> {
      writer.headers(
        [
          (":method", "POST"), (":scheme", "http"), (":path", method),
          (":authority", "localhost"), ("te", "trailers"), ("content-type", "application/grpc"),
        ], stream: 2 * number + 1)
      writer.data(FrameWriter.message(request), stream: 2 * number + 1, endStream: true)
    }
    var all: [RawConnection] = []
    for _ in 0..<connections {
      let connection = try RawConnection(path: path)
      try connection.send(writer)
      all.append(connection)
    }
    return all
  }

  /// Reads the latest sample.
  private static func readLatest(_ client: Client, _ options: CallOptions) async throws {
    var request = QueryRequest()
    request.type = ObjectType.heartRate.identifier
    request.order = [SortKeyMessage(SortDescriptor(.end, ascending: false))]
    request.limit = 1
    let answers = try await client.all(StoreMethods.query, request, options)
    #expect(answers.count == 2)
  }

  /// Lets an app read heart rates.
  private func allow(_ options: CallOptions, of daemon: RunningDaemon) async throws {
    var asked = RequestAuthorizationRequest()
    asked.read = [ObjectType.heartRate.identifier]
    asked.noWait = true
    _ = try await withClient(daemon.asApp()) { [asked] client in
      try await client.call(StoreMethods.requestAuthorization, asked, options: options)
    }
    try await withClient(daemon.asOwner()) { client in
      let open = try await client.call(OperatorMethods.listRequests, ListRequestsRequest())
      var decision = DecideRequest()
      decision.id = try #require(open.requests.first).id
      decision.others = true
      _ = try await client.call(OperatorMethods.decide, decision)
    }
  }

  @Test(
    .disabled(if: ProcessFigures.obstacle != nil, "\(ProcessFigures.obstacle ?? "")"),
    arguments: Stalled.allCases)
  func `answers that nobody takes cost little, and hold up nobody else`(
    stalled: Stalled
  ) async throws {
    let daemon = try start(connections: 400)
    let options = try await addApp("app.honest", to: daemon)
    try await HostileStore.fill(daemon)
    guard case .unix(let path) = daemon.owner else {
      throw TestSupportError("the daemon listens at no socket of the kind")
    }
    try await allow(options, of: daemon)
    let before = try ProcessFigures(of: daemon.program.number)
    let quiet = try await callAsApp(daemon, options, Self.readLatest)
    let attack = try Self.begin(stalled, at: path, connections: 32)
    let worst = try await callAsApp(daemon, options, times: 200, Self.readLatest)
    let after = try ProcessFigures(of: daemon.program.number)
    print(
      "4096 stalled calls (\(stalled)): worst of 200 calls \(worst), of 20 before \(quiet), memory "
        + "\(before.memory) to \(after.memory) KiB")
    #expect(after.memory - before.memory < 128 * 1024)
    withExtendedLifetime(attack) {}
  }
}
