internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Slow and silent peers` {
  private static let endless = MethodPath(service: "dyad.test.Endless", method: "Call")
  private static let deaf = MethodPath(service: "dyad.test.Deaf", method: "Call")

  /// Sends messages of 1000 bytes as fast as it may, and counts them.
  private static func addEndless(to router: inout Router, _ watch: Watch) {
    router.add(endless) { call in
      while true {
        try await call.send([UInt8](repeating: 1, count: 1_000))
        watch.count()
      }
    }
  }

  @Test func `a writer whose peer never gives room stops, and goes on when it does`() async throws {
    try await WatchedServer.with(add: Self.addEndless) { server in
      var peer = try server.connect(settings: [(4, 0)])
      try peer.send { $0.headers(HostilePeer.request(Self.endless.path), stream: 1) }
      // A writer that did not stop would not let the loop answer.
      for _ in 0..<50 { #expect(peer.outcome() == .goesOn) }
      // As much as waits in the call and in the session, and one each that crosses the mark.
      let most = (CallLimits().outboundMark + SessionLimits().outboundMark) / 1_005 + 2
      let before = server.watch.seen.counted
      #expect(before <= most)
      try peer.send { $0.windowUpdate(stream: 1, increment: 60_000) }
      var received = 0
      while received < 60_000 {
        guard let frame = try peer.next() else { break }
        if frame.kind == .data { received += frame.payload.count }
      }
      #expect(received == 60_000)
      let after = await server.watch.until { $0.counted > before }
      #expect(after.counted <= most + 60)
      try peer.send { $0.reset(stream: 1, code: ErrorCode.cancel.rawValue) }
      await server.watch.until { $0.aborts == [.cancelled] }
    }
  }

  @Test func `an answer that nobody gives room for holds no handler`() async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect(settings: [(4, 0)])
      try peer.send { writer in
        for number in 0..<100 as Range<UInt32> {
          writer.headers(HostilePeer.request(), stream: 2 * number + 1)
          writer.data(
            FrameWriter.message([UInt8](repeating: 1, count: 500)), stream: 2 * number + 1,
            endStream: true)
        }
      }
      let seen = await server.watch.until { $0.ended == 100 }
      #expect(seen.cancelled == 0)
      #expect(peer.outcome() == .goesOn)
    }
  }

  @Test func `a peer that never reads is cut`() async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.stall = .milliseconds(20)
    } add: {
      Self.addEndless(to: &$0, $1)
    } _: { server in
      let peer = try server.connect(settings: [(4, 0x7fff_ffff)])
      try peer.send { writer in
        writer.windowUpdate(stream: 0, increment: 0x7fff_0000)
        writer.headers(HostilePeer.request(Self.endless.path), stream: 1)
      }
      let seen = await server.watch.until { !$0.reasons.isEmpty && $0.running == 0 }
      #expect(seen.reasons == ["the peer takes no bytes"])
      #expect(seen.aborts == [.unavailable] && seen.cancelled == 1)
      withExtendedLifetime(peer) {}
    }
  }

  @Test func `a peer that never reads and goes on talking is cut as well`() async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.stall = .milliseconds(50)
      configuration.limits.session.abuse.priority.burst = 1 << 40
    } add: {
      Self.addEndless(to: &$0, $1)
    } _: { server in
      let peer = try server.connect(settings: [(4, 0x7fff_ffff)])
      try peer.send { writer in
        writer.windowUpdate(stream: 0, increment: 0x7fff_0000)
        writer.headers(HostilePeer.request(Self.endless.path), stream: 1)
      }
      await server.watch.until { $0.counted > 300 }
      // What the server has to look at, though it need not answer.
      while server.watch.seen.reasons.isEmpty {
        peer.flood { $0.frame(.priority, stream: 5, payload: [0, 0, 0, 0, 1]) }
      }
      #expect(server.watch.seen.reasons == ["the peer takes no bytes"])
    }
  }

  /// How a client makes no progress with its answer.
  @Test(arguments: [0, 1])
  func `a call whose client takes next to nothing ends, and its connection goes on`(
    step: UInt32
  ) async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.stall = .milliseconds(50)
      configuration.limits.session.abuse.windowUpdate.burst = 1 << 40
      configuration.limits.session.abuse.ping.burst = 1 << 40
    } add: {
      Self.addEndless(to: &$0, $1)
    } _: { server in
      var peer = try server.connect(settings: [(4, 0)])
      try peer.send { $0.headers(HostilePeer.request(Self.endless.path), stream: 1) }
      var reset: Frame?
      while reset == nil {
        if step > 0 { peer.flood { $0.windowUpdate(stream: 1, increment: step) } }
        let (frames, isOpen) = peer.fence()
        reset = frames.first { $0.kind == .resetStream }
        guard isOpen else { break }
      }
      #expect(reset?.stream == 1 && reset?.errorCode == ErrorCode.cancel.rawValue)
      await server.watch.until { $0.ended == 1 && $0.aborts == [.unavailable] }
      #expect(peer.outcome() == .goesOn)
    }
  }

  @Test func `a call whose message stays half sent ends, and its connection goes on`() async throws
  {
    try await WatchedServer.with { configuration in
      configuration.timeouts.stall = .milliseconds(50)
    } _: { server in
      var peer = try CarelessPeer(port: server.port)
      let stream = try peer.open(
        HostilePeer.request(Echo.both.path.path), body: FrameWriter.message([1]), endStream: false)
      try peer.send([0, 0, 0, 1, 0, 1, 2, 3], on: stream)
      let answer = try peer.answer(on: stream)
      #expect(answer.status == .deadlineExceeded)
      await server.watch.until { $0.ended == 1 }
      let next = try peer.answer(to: HostilePeer.request(), body: FrameWriter.message([7]))
      #expect(next.status == .ok)
    }
  }

  @Test func `calls that only wait for their client's next message stay`() async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.stall = .milliseconds(10)
    } _: { server in
      var peer = try CarelessPeer(port: server.port)
      let waiting = try peer.open(
        HostilePeer.request(Echo.both.path.path), body: FrameWriter.message([1]), endStream: false)
      // Another stands still, and is looked at several times before it ends.
      for _ in 0..<5 {
        let half = try peer.open(
          HostilePeer.request(Echo.both.path.path), body: [0, 0, 0, 0, 9], endStream: false)
        #expect(try peer.answer(on: half).status == .deadlineExceeded)
      }
      try peer.send(FrameWriter.message([2]), on: waiting, endStream: true)
      let answer = try peer.answer(on: waiting)
      #expect(answer.status == .ok)
      #expect(answer.body == FrameWriter.message([1]) + FrameWriter.message([2]))
    }
  }

  @Test func `a call dies with its connection, though its peer reads nothing`() async throws {
    try await WatchedServer.with(add: Self.addEndless) { server in
      let peer = try server.connect(settings: [(4, 0x7fff_ffff)])
      try peer.send { writer in
        writer.windowUpdate(stream: 0, increment: 0x7fff_0000)
        writer.headers(HostilePeer.request(Self.endless.path), stream: 1)
      }
      // About what is framed ahead for one who does not read.
      await server.watch.until { $0.counted > 300 }
      try peer.send { $0.data([1], stream: 0) }
      let seen = await server.watch.until { $0.ended == 1 }
      #expect(seen.aborts == [.unavailable] && seen.cancelled == 1)
      withExtendedLifetime(peer) {}
    }
  }

  @Test(arguments: [[], Array(FrameWriter.preface.prefix(10)), FrameWriter.preface])
  func `a peer that does not begin is cut`(bytes: [UInt8]) async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.handshake = .milliseconds(20)
    } _: { server in
      var peer = try HostilePeer(silentAt: server.port)
      try peer.send { $0.raw(bytes) }
      _ = peer.remainingFrames()
      let seen = await server.watch.until { !$0.reasons.isEmpty }
      #expect(seen.reasons == ["the peer has not finished the handshake in time"])
    }
  }

  @Test func `bytes one by one do not buy more time to begin`() async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.handshake = .milliseconds(20)
    } _: { server in
      let peer = try HostilePeer(silentAt: server.port)
      for byte in FrameWriter.preface.dropLast() {
        guard server.watch.seen.reasons.isEmpty else { break }
        peer.flood { $0.raw([byte]) }
      }
      let seen = await server.watch.until { !$0.reasons.isEmpty }
      #expect(seen.reasons == ["the peer has not finished the handshake in time"])
    }
  }

  @Test func `a connection without calls ends in order`() async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.idle = .milliseconds(20)
      configuration.timeouts.announcement = .milliseconds(5)
    } _: { server in
      var peer = try server.connect()
      let frames = peer.remainingFrames()
      let goAways = frames.filter { $0.kind == .goAway }
      let lasts = goAways.map { $0.number() }
      // First a notice, then the number of the last call.
      #expect(lasts == [0x7fff_ffff, 0])
      #expect(goAways.allSatisfy { $0.errorCode == 0 })
      #expect(server.watch.seen.reasons.isEmpty)
    }
  }

  @Test func `a call keeps a connection`() async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.idle = .milliseconds(10)
      configuration.timeouts.keepalive = .milliseconds(5)
    } _: { server in
      // All at once, or there might be no call for too long before there is one.
      var peer = try HostilePeer(silentAt: server.port)
      try peer.send { writer in
        writer.startClient()
        writer.headers(HostilePeer.request(Echo.both.path.path), stream: 1)
      }
      // Several times as long as it may be idle: each question comes after 5 ms of silence.
      for _ in 0..<8 {
        let asked = try peer.frames { $0.kind == .ping && $0.flags == 0 }
        let payload = try #require(asked.last?.payload)
        try peer.send {
          $0.frame(.ping, flags: FrameFlags.acknowledge, payload: payload)
        }
      }
      #expect(server.watch.seen.running == 1)
      try peer.send { $0.data(FrameWriter.message([3]), stream: 1, endStream: true) }
      let frames = try peer.frames { $0.endsStream }
      #expect(frames.contains { $0.kind == .data && $0.payload == FrameWriter.message([3]) })
    }
  }

  @Test func `a peer that does not answer is cut`() async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.keepalive = .milliseconds(5)
      configuration.timeouts.keepaliveAnswer = .milliseconds(10)
    } _: { server in
      var peer = try HostilePeer(silentAt: server.port)
      try peer.send { writer in
        writer.startClient()
        writer.headers(HostilePeer.request(Echo.both.path.path), stream: 1)
      }
      let frames = peer.remainingFrames()
      #expect(frames.contains { $0.kind == .ping && $0.flags == 0 })
      let seen = await server.watch.until { $0.ended == 1 && !$0.reasons.isEmpty }
      #expect(seen.reasons.contains("the peer does not answer"))
      #expect(seen.aborts == [.unavailable])
    }
  }

  @Test func `a peer that does not close after the last word is cut`() async throws {
    try await WatchedServer.with { configuration in
      configuration.timeouts.farewell = .milliseconds(20)
    } _: { server in
      var peer = try server.connect()
      try peer.send { $0.data([1], stream: 0) }
      // The connection has ended for us, and we keep our side open.
      let frames = peer.remainingFrames()
      #expect(frames.last?.kind == .goAway)
      let seen = await server.watch.until { !$0.reasons.isEmpty }
      #expect(seen.reasons.count == 1)
      withExtendedLifetime(peer) {}
    }
  }

  /// Those of the second size fill the window to the last byte.
  @Test(arguments: [1_000, 13_102, 300_000])
  func `a sender is stopped by a handler that does not read`(size: Int) async throws {
    let gate = Gate()
    let window = 65_535
    try await WatchedServer.with { configuration in
      configuration.limits.session.streamWindow = window
      configuration.limits.session.connectionWindow = 10 * window
      // A step that is never full has to be brought within the window.
      configuration.limits.call.creditStep = 1 << 30
    } add: { router, watch in
      router.add(Self.deaf) { call in
        await gate.wait()
        while let message = try await call.receive() {
          for _ in 0..<message.count { watch.count() }
        }
      }
    } _: { server in
      defer { gate.open() }
      var limits = SessionLimits()
      limits.streamWindow = window
      var peer = try CarelessPeer(port: server.port, limits: limits)
      // A message goes through whole, however long, because its reader could not begin otherwise;
      // what is behind it has to wait.
      let message = FrameWriter.message([UInt8](repeating: 2, count: size))
      let count = 600_000 / size
      let stream = try peer.open(HostilePeer.request(Self.deaf.path), body: [], endStream: false)
      // One by one, so that frames end where messages do.
      for number in 1...count {
        try peer.send(message, on: stream, endStream: number == count)
      }
      for _ in 0..<10 { try peer.fence() }
      let sent = count * message.count - peer.session.queuedBytes(on: stream)
      #expect(sent >= window && sent <= window + message.count)
      gate.open()
      let answer = try peer.answer(on: stream)
      #expect(answer.status == .ok)
      #expect(server.watch.seen.counted == count * size)
    }
  }
}
