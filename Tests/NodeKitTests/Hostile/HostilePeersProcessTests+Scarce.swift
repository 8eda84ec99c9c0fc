internal import DyadServices
internal import HealthModel
internal import PeerSupport
internal import ProtobufWire
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport
internal import Testing

/// What there is little of, taken by others.
extension `The daemon among hostile peers` {
  private static let nothing = HealthCheckRequest(service: "")

  /// Begins calls that watch the health without a token, and sees that they go on.
  private static func watch(_ count: UInt32, at path: String) throws -> RawConnection {
    var writer = FrameWriter()
    writer.startClient()
    for number in 0..<count {
      writer.headers(FrameWriter.request(HealthMethods.watch.path.path), stream: 2 * number + 1)
      writer.data(FrameWriter.message(nothing.encoded()), stream: 2 * number + 1, endStream: true)
    }
    var connection = try RawConnection(path: path)
    try connection.send(writer)
    var answered = 0
    while answered < count, let frame = try connection.next() {
      #expect(frame.kind != .resetStream)
      if frame.kind == .data { answered += 1 }
    }
    return connection
  }

  @Test func `strangers have few calls at once, and nobody else has fewer for it`() async throws {
    let daemon = try start(connections: 200)
    let options = try await addApp("app.honest", to: daemon)
    guard case .unix(let path) = daemon.apps else {
      throw TestSupportError("the daemon listens at no socket of the kind")
    }
    let watchers = try Self.watch(64, at: path)
    try await withClient(daemon.asApp()) { client in
      let error = await #expect(throws: RPCError.self) {
        try await client.call(HealthMethods.check, Self.nothing)
      }
      #expect(error?.code == .resourceExhausted)
      let reflected = await #expect(throws: RPCError.self) {
        try await client.withCall(ReflectionService.info) { call in
          _ = try await call.receive()
        }
      }
      #expect(reflected?.code == .resourceExhausted)
      let health = try await client.call(HealthMethods.check, Self.nothing, options: options)
      #expect(health.status == .serving)
      _ = try await client.call(StoreMethods.getCoverage, GetCoverageRequest(), options: options)
      var writer = FrameWriter()
      writer.reset(stream: 1, code: 8)
      try watchers.send(writer)
      // The place is free once the daemon has read that.
      while true {
        do {
          _ = try await client.call(HealthMethods.check, Self.nothing)
          break
        } catch let error as RPCError where error.code == .resourceExhausted {
          continue
        }
      }
    }
    withExtendedLifetime(watchers) {}
  }

  @Test func `calls that nobody ends leave room for other connections of the same caller`()
    async throws
  {
    let daemon = try start(connections: 200)
    guard case .unix(let path) = daemon.owner else {
      throw TestSupportError("the daemon listens at no socket of the kind")
    }
    var request = ObserveRequest()
    request.types = [ObjectType.heartRate.identifier]
    var writer = FrameWriter()
    writer.raw(FrameWriter.preface)
    // No room for any byte of an answer.
    writer.settings([(4, 0)])
    for number in 0..<128 as Range<UInt32> {
      writer.headers(
        FrameWriter.request(StoreMethods.observe.path.path), stream: 2 * number + 1)
      writer.data(
        FrameWriter.message(request.encoded()), stream: 2 * number + 1, endStream: true)
    }
    writer.ping(7)
    var hostile: [RawConnection] = []
    for _ in 0..<3 {
      var connection = try RawConnection(path: path)
      try connection.send(writer)
      _ = try connection.frames { $0.kind == .ping && $0.number(at: 4) == 7 }
      hostile.append(connection)
    }
    // The first two have taken all that there is, and the third its part of it.
    try await withClient(daemon.asOwner()) { client in
      for _ in 0..<100 {
        _ = try await client.call(StoreMethods.getCoverage, GetCoverageRequest())
      }
    }
    // Those whose calls made room are told.
    var ended = 0
    for index in hostile.indices {
      var sign = FrameWriter()
      sign.ping(9)
      try hostile[index].send(sign)
      for frame in try hostile[index].frames(until: { $0.kind == .ping && $0.number(at: 4) == 9 }) {
        let isEnd = frame.kind == .headers && frame.flags & FrameFlags.endStream != 0
        if isEnd || frame.kind == .resetStream { ended += 1 }
      }
    }
    // The third connection has its part of them, and the client its one at a time.
    #expect(ended >= 128)
  }

  @Test func `without descriptors those who are connected are served, and others later`()
    async throws
  {
    try folder.write(Array("[limits]\nconnections = 400\n".utf8), to: "dyadd.toml")
    let daemon = try RunningDaemon(
      in: folder, ["--config", folder.file("dyadd.toml")],
      inside: ["/usr/bin/prlimit", "--nofile=96:96"])
    let options = try await addApp("app.honest", to: daemon)
    guard case .unix(let path) = daemon.owner else {
      throw TestSupportError("the daemon listens at no socket of the kind")
    }
    try await withClient(daemon.asApp()) { client in
      _ = try await client.call(StoreMethods.getCoverage, GetCoverageRequest(), options: options)
      // Whom the owner's socket lets in is no stranger and makes no room; some wait in the system.
      var taken: [RawConnection] = []
      for _ in 0..<120 {
        let connection = try RawConnection(path: path)
        var writer = FrameWriter()
        writer.startClient()
        try connection.send(writer)
        taken.append(connection)
      }
      try daemon.program.waitForError("connection.refused")
      for _ in 0..<100 {
        _ = try await client.call(StoreMethods.getCoverage, GetCoverageRequest(), options: options)
      }
      taken = []
      _ = try await callAsApp(daemon, options)
    }
    daemon.program.receive(.terminate)
    let ending = try daemon.program.finish()
    #expect(ending.exitCode == 0)
    let said = ending.errors.split(separator: "\n").filter { $0.contains("connection.refused") }
    #expect(said.count { $0.contains("operator.sock") } == 1, "\(ending.errors)")
  }
}
