internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing

// @testable: sessions are held weakly, to see them go.
@testable internal import RPCHTTP2

@Suite(.timeLimit(.minutes(2))) struct `What is left` {
  @Test(.disabled(if: Sanitizer.obstacle != nil, "\(Sanitizer.obstacle ?? "")"))
  func `a thousand connections leave no descriptor and little memory`() async {
    // A process of its own, because its descriptors are counted.
    await #expect(processExitsWith: .success) {
      try await WatchedServer.with(
        configure: { configuration in
          // One more than are open at a time, so that none may be forgotten late.
          configuration.limits.connections = 6
        },
        { server in
          func talk() throws {
            var peers: [HostilePeer] = []
            for _ in 0..<5 { peers.append(try HostilePeer(silentAt: server.port)) }
            for index in peers.indices {
              try peers[index].send { writer in
                writer.startClient()
                writer.headers(HostilePeer.request(Echo.both.path.path), stream: 1)
                writer.headers(HostilePeer.request(Echo.both.path.path), stream: 3)
                writer.headers(HostilePeer.request(), stream: 5)
                writer.data(FrameWriter.message([1]), stream: 5, endStream: true)
              }
              _ = try peers[index].frames { $0.stream == 5 && $0.endsStream }
              if index % 2 == 0 { try peers[index].cutAtEnd() }
            }
          }
          func settle(_ count: Int) async {
            await server.watch.until { $0.ended == 3 * count && $0.running == 0 }
          }
          for round in 1...20 {
            try talk()
            await settle(5 * round)
          }
          let before = (Descriptors.count(), try Memory.peak())
          for round in 21...200 {
            try talk()
            await settle(5 * round)
          }
          let after = (Descriptors.count(), try Memory.peak())
          guard after.0 == before.0 else { throw Surprise("descriptors: \(before.0), \(after.0)") }
          guard after.1 - before.1 < 4_000 else { throw Surprise("\(before.1), \(after.1) KiB") }
          guard server.watch.seen.refusals.isEmpty else { throw Surprise("callers were refused") }
        })
    }
  }

  @Test func `a session and its calls go with the connection`() throws {
    let timers = NoTimers()
    let transport = NoTransport()
    weak var weakSession: ServerSession?
    weak var weakCall: ServerCall?
    do {
      let session = try ServerSession(
        number: 1, peer: CallPeer(address: "here"), paths: PathTable([]), limits: ServerLimits(),
        transport: transport, timers: timers)
      var writer = FrameWriter()
      writer.startClient()
      writer.headers(
        HostilePeer.request(adding: [("grpc-timeout", "1H")]), stream: 1)
      try session.receive(writer.bytes.span, now: .zero)
      weakSession = session
      weakCall = try #require(session.accepted.first?.call)
      session.accepted = []
      #expect(session.openCalls == 1)
      #expect(timers.isWaiting)
      #expect(weakCall != nil)
      session.abortAll(RPCError(.unavailable, "gone"))
      #expect(session.openCalls == 0)
      #expect(!timers.isWaiting)
      #expect(weakCall == nil)
    }
    #expect(weakSession == nil)
  }

  @Test func `all that a server was given goes with it`() async throws {
    weak var observer: Watch?
    let (loop, clientLoop) = (try EventLoop(name: "server"), try EventLoop(name: "client"))
    do {
      let watch = Watch()
      observer = watch
      var configuration = ServerConfiguration()
      configuration.observer = watch
      let server = HTTP2Server(on: [loop], configuration: configuration)
      let address = try server.listen(at: .loopback(port: 0), .plain)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run(Echo.router()) }
        let answer = try await HTTP2Client.withClient(
          ClientConfiguration(.address(address), .plain), on: clientLoop
        ) { try await $0.call(Echo.unary, [1]) }
        #expect(answer == [1])
        server.beginShutdown()
        try await group.waitForAll()
      }
    }
    await clientLoop.shutdown()
    await loop.shutdown()
    #expect(observer == nil)
  }

  private final class NoTransport: CallTransport {
    func needsAttention(_ token: CallToken) {}
  }

  /// Counts timers that never fire.
  private final class NoTimers: CallTimers {
    private var queue = TimerQueue<Int>()

    var isWaiting: Bool { !queue.isEmpty }

    func schedule(_ alarm: CallAlarm, after delay: Duration) -> TimerID {
      queue.schedule(at: MonotonicInstant(nanoseconds: 0), for: 0)
    }

    func cancel(_ timer: TimerID) {
      _ = queue.cancel(timer)
    }
  }
}

/// The descriptors of this process.
enum Descriptors {
  static func count() -> Int {
    // A descriptor that cannot be asked for is not there.
    (0..<4_096).count { (try? FileSystem.exists("/proc/self/fd/\($0)")) ?? false }
  }
}
