internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Ends of servers` {
  @Test(arguments: 0..<5)
  func `a shutdown under load loses no call`(round: Int) async throws {
    let gone = Gate()
    let total = Tally()
    let watch = Watch()
    try await WatchedServer.with(staysAlive: false, watch: watch, handler: Echo.router()) {
      server in
      try await server.withClient { client in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<40 {
            group.addTask {
              while true {
                do {
                  _ = try await client.call(Echo.unary, [1])
                  total.note(nil)
                } catch {
                  return total.note((error as? RPCError)?.code ?? .unknown)
                }
              }
            }
          }
          group.addTask {
            await watch.until { $0.begun >= 400 * (round + 1) }
            server.beginShutdown()
            gone.open()
          }
          await group.waitForAll()
        }
      }
      await gone.wait()
    }
    let seen = watch.seen
    // Each call that a handler began was answered, and the client has the answer.
    #expect(seen.begun == total.answered)
    #expect(seen.aborts.isEmpty && seen.cancelled == 0)
    #expect(total.failures == [.unavailable: 40])
    #expect(seen.reasons.isEmpty)
  }

  @Test func `calls in progress end in their own time`() async throws {
    try await WatchedServer.with(staysAlive: false) { server in
      var peer = try server.connect()
      try peer.open()
      await server.watch.until { $0.begun == 1 }
      server.beginShutdown()
      let announced = try peer.frames { $0.kind == .ping && $0.flags == 0 }
      let notice = announced.first { $0.kind == .goAway }
      #expect(notice?.number() == 0x7fff_ffff && notice?.errorCode == 0)
      #expect(throws: PeerError.self) { _ = try RawSocket.connect(port: server.port) }
      // Until we say that we heard, new calls are taken.
      try peer.send { writer in
        writer.headers(HostilePeer.request(), stream: 3)
        writer.data(FrameWriter.message([3]), stream: 3, endStream: true)
      }
      _ = try peer.frames { $0.endsStream && $0.stream == 3 }
      let question = try #require(announced.last)
      try peer.send {
        $0.frame(.ping, flags: FrameFlags.acknowledge, payload: question.payload)
      }
      let last = try peer.frames { $0.kind == .goAway }
      #expect(last.last?.number() == 3)
      // From now on they are not.
      try peer.send { $0.headers(HostilePeer.request(), stream: 5, endStream: true) }
      try peer.send { $0.data(FrameWriter.message([7]), stream: 1, endStream: true) }
      let rest = peer.remainingFrames()
      let data = rest.filter { $0.kind == .data }.map(\.payload)
      #expect(data == [FrameWriter.message([7])])
      let answered = rest.contains { $0.stream == 5 && $0.kind == .headers }
      #expect(!answered)
      #expect(server.watch.seen.begun == 2)
      #expect(server.watch.seen.cancelled == 0)
    }
  }

  @Test func `a call that does not end is broken off in the end`() async throws {
    let watch = Watch()
    try await WatchedServer.with(
      staysAlive: false, watch: watch, handler: Echo.router(),
      configure: { configuration in
        configuration.timeouts.announcement = .milliseconds(1)
        configuration.timeouts.drain = .milliseconds(20)
      },
      { server in
        var peer = try server.connect()
        try peer.open()
        await watch.until { $0.begun == 1 }
        server.beginShutdown()
        _ = peer.remainingFrames()
      })
    let seen = watch.seen
    #expect(
      seen.reasons == ["calls were still in progress when the time to end them was over"])
    #expect(seen.aborts == [.unavailable] && seen.cancelled == 1)
  }

  @Test func `a shutdown does not wait for a peer that is silent`() async throws {
    let watch = Watch()
    try await WatchedServer.with(
      staysAlive: false, watch: watch, handler: Echo.router(),
      configure: { configuration in
        configuration.timeouts.announcement = .milliseconds(1)
        configuration.timeouts.farewell = .milliseconds(20)
        configuration.timeouts.drain = .seconds(3_600)
      },
      { server in
        var peer = try server.connect()
        try peer.open()
        await watch.until { $0.begun == 1 }
        server.beginShutdown()
        _ = peer.remainingFrames()
      })
    #expect(watch.seen.reasons == ["the peer does not answer"])
  }

  @Test func `a shutdown does not wait for those who have not begun`() async throws {
    try await WatchedServer.with(staysAlive: false) { server in
      var peer = try HostilePeer(silentAt: server.port)
      // It is accepted before this one is.
      _ = try server.connect()
      server.beginShutdown()
      #expect(peer.remainingFrames().isEmpty)
    }
  }

  @Test func `a server that is cancelled breaks off everything`() async throws {
    struct Stop: Error {}
    let watch = Watch()
    await #expect(throws: Stop.self) {
      try await WatchedServer.with(watch: watch, handler: Echo.router()) { server in
        var peers: [HostilePeer] = []
        for _ in 0..<10 {
          let peer = try server.connect()
          try peer.open()
          peers.append(peer)
        }
        await watch.until { $0.begun == 10 }
        throw Stop()
      }
    }
    let seen = watch.seen
    #expect(seen.ended == 10 && seen.cancelled == 10)
    #expect(seen.aborts == Array(repeating: .unavailable, count: 10))
  }

  @Test func `a server that has ended is not to be reached`() async throws {
    let port = Mailslot()
    try await WatchedServer.with(staysAlive: false) { server in
      port.put(server.port)
      var peer = try server.connect()
      server.beginShutdown()
      _ = peer.remainingFrames()
    }
    let last = try #require(port.value)
    #expect(throws: PeerError.self) { _ = try RawSocket.connect(port: last) }
  }
}
