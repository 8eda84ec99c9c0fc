internal import DyadServices
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: what the daemon holds and how soon it answers is measured.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `The daemon among hostile peers` {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Starts it with room for so many connections.
  func start(connections: Int) throws -> RunningDaemon {
    try folder.write(Array("[limits]\nconnections = \(connections)\n".utf8), to: "dyadd.toml")
    return try RunningDaemon(in: folder, ["--config", folder.file("dyadd.toml")])
  }

  /// Makes an app known; the metadata of its calls.
  func addApp(_ name: String, to daemon: RunningDaemon) async throws -> CallOptions {
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
  func callAsApp(
    _ daemon: RunningDaemon, _ options: CallOptions, times: Int = 20,
    _ body: (Client, CallOptions) async throws -> Void = { client, options in
      _ = try await client.call(StoreMethods.getCoverage, GetCoverageRequest(), options: options)
    }
  ) async throws -> Duration {
    var worst = Duration.zero
    for _ in 0..<times {
      let begin = ContinuousClock.now
      try await withClient(daemon.asApp()) { try await body($0, options) }
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
}
