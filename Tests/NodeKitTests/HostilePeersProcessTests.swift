internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import PeerSupport
internal import ProtobufWire
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: what the daemon holds and how soon it answers is measured.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `The daemon among hostile peers` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Starts it with room for so many connections.
  private func start(connections: Int) throws -> RunningDaemon {
    try folder.write(Array("[limits]\nconnections = \(connections)\n".utf8), to: "dyadd.toml")
    return try RunningDaemon(in: folder, ["--config", folder.file("dyadd.toml")])
  }

  /// Makes an app known; the metadata of its calls.
  private func addApp(_ name: String, to daemon: RunningDaemon) async throws -> CallOptions {
    var request = AddAppRequest()
    request.bundleIdentifier = name
    request.name = name
    request.readReason = "To show it."
    request.shareReason = "To keep it."
    let path = try await withClient(daemon.asOwner()) { [request] client in
      try await client.call(OperatorMethods.addApp, request).path
    }
    let bytes = try FileSystem.readFile(path, atMost: 4_096)
    let token = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    return CallOptions(metadata: ["authorization": .text("Bearer \(token)")])
  }

  /// Makes calls to the store, each on a connection of its own.
  private func callAsApp(
    _ daemon: RunningDaemon, _ options: CallOptions, times: Int = 20
  ) async throws -> Duration {
    var worst = Duration.zero
    for _ in 0..<times {
      let begin = ContinuousClock.now
      _ = try await withClient(daemon.asApp()) { client in
        try await client.call(StoreMethods.getCoverage, GetCoverageRequest(), options: options)
      }
      worst = max(worst, begin.duration(to: .now))
    }
    return worst
  }

  @Test func `silent connections lock no app, no owner and no peer out`() async throws {
    let visitor = try await KnownVisitor(to: folder)
    let daemon = try start(connections: 200)
    let options = try await addApp("app.honest", to: daemon)
    guard case .unix(let path) = daemon.apps, let port = daemon.node.port else {
      throw TestSupportError("the daemon listens at no socket of the kind")
    }
    var silent: [RawConnection] = []
    for _ in 0..<250 {
      silent.append(try RawConnection(path: path))
      silent.append(try RawConnection(port: port))
    }
    let worst = try await callAsApp(daemon, options)
    let asPeer = try await withClient(daemon.asNode(showing: visitor.identity)) {
      try await $0.call(HealthMethods.check, HealthCheckRequest(service: "")).status
    }
    #expect(asPeer == .serving)
    print("500 silent connections: worst of 20 calls on fresh connections \(worst)")
    withExtendedLifetime(silent) {}
  }

  @Test(.disabled(if: ProcessFigures.obstacle != nil, "\(ProcessFigures.obstacle ?? "")"))
  func `answers that nobody takes cost little, and hold up nobody else`() async throws {
    let daemon = try start(connections: 400)
    let options = try await addApp("app.honest", to: daemon)
    try await withClient(daemon.asOwner()) { client in
      for batch in 0..<10 {
        var run = SampleRun(
          empty: .heartRate, like: .quantity(values: [], units: DictionaryColumn()))
        for number in 0..<4_096 {
          let start = Double(600_000_000 + 60 * (4_096 * batch + number))
          run.append(
            Sample(
              uuid: SampleUUID(high: UInt64(batch + 1), low: UInt64(number)), type: .heartRate,
              start: start, end: start,
              value: .quantity(
                Quantity(1, ObjectType.heartRate.description?.canonicalUnit ?? .count)),
              source: StoreFixture.source("a")))
        }
        try await client.save([run], CallOptions())
      }
    }
    var request = QueryRequest()
    request.type = ObjectType.heartRate.identifier
    guard case .unix(let path) = daemon.owner else {
      throw TestSupportError("the daemon listens at no socket of the kind")
    }
    let before = try ProcessFigures(of: daemon.program.number)
    let quiet = try await callAsApp(daemon, options)
    var stalled: [RawConnection] = []
    for _ in 0..<20 {
      let connection = try RawConnection(path: path)
      var writer = FrameWriter()
      writer.raw(FrameWriter.preface)
      // No room for any byte of an answer.
      writer.settings([(4, 0)])
      for number in 0..<100 as Range<UInt32> {
        writer.headers(
          [
            (":method", "POST"), (":scheme", "http"), (":path", StoreMethods.query.path.path),
            (":authority", "localhost"), ("te", "trailers"), ("content-type", "application/grpc"),
          ], stream: 2 * number + 1)
        writer.data(
          FrameWriter.message(request.encoded()), stream: 2 * number + 1, endStream: true)
      }
      try connection.send(writer)
      stalled.append(connection)
    }
    let worst = try await callAsApp(daemon, options, times: 100)
    let after = try ProcessFigures(of: daemon.program.number)
    print(
      "2000 queries that nobody takes: worst of 100 calls \(worst), of 20 before \(quiet), memory "
        + "\(before.memory) to \(after.memory) KiB")
    #expect(after.memory - before.memory < 128 * 1024)
    withExtendedLifetime(stalled) {}
  }
}
