internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Floods` {
  @Test(arguments: Flood.all)
  func `a flood ends its connection, and few handlers have begun`(flood: Flood) async throws {
    try await WatchedServer.with { configuration in
      configuration.limits.session.abuse.reset.perSecond = 0
    } _: { server in
      var peer = try server.connect()
      try peer.open()
      // Read and written in turns, as a peer that wants to go on would.
      var outcome = HostilePeer.Outcome.goesOn
      var number: UInt32 = 0
      while number < 40_000 {
        peer.flood { writer in
          for _ in 0..<100 {
            flood.write(&writer, number, HostilePeer.request(Echo.both.path.path))
            number += 1
          }
        }
        outcome = peer.outcome()
        if case .connectionError = outcome { break }
      }
      #expect(outcome == .connectionError(.enhanceYourCalm))
      let seen = await server.watch.until { $0.running == 0 }
      #expect(seen.cancelled == seen.begun)
      // Beside those within the budget, the first call and the one whose reset is too many.
      #expect(seen.begun <= AbuseBudget.Limits().reset.burst + 2)
    }
  }

  @Test(arguments: Flood.all)
  func `a flood of one who does not read ends as well`(flood: Flood) async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      try peer.open()
      peer.flood { writer in
        for number in 0..<4_000 {
          flood.write(&writer, UInt32(number), HostilePeer.request(Echo.both.path.path))
        }
      }
      // Streams whose reset was not sent count as open, so that there may be too many of them first.
      let outcome = peer.outcome()
      #expect(
        [.connectionError(.enhanceYourCalm), .connectionError(.protocolError)].contains(outcome))
      await server.watch.until { $0.running == 0 }
    }
  }

  @Test(arguments: [0, 1]) func `CONTINUATION without end ends its connection`(
    size: Int
  ) async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      peer.flood { writer in
        writer.frame(.headers, stream: 1, payload: FrameWriter.literals(HostilePeer.request()))
        for _ in 0..<10_000 {
          writer.frame(.continuation, stream: 1, payload: [UInt8](repeating: 0x82, count: size))
        }
      }
      #expect(peer.outcome() == .connectionError(.enhanceYourCalm))
      #expect(server.watch.seen.begun == 0)
    }
  }

  @Test func `many settings in one frame end their connection`() async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      peer.flood { writer in writer.settings((0..<2_000).map { (UInt16(100 + $0), 1) }) }
      #expect(peer.outcome() == .connectionError(.enhanceYourCalm))
    }
  }

  @Test func `more calls than are allowed at once end their connection`() async throws {
    try await WatchedServer.with { configuration in
      configuration.limits.session.maxConcurrentStreams = 10
    } _: { server in
      var peer = try server.connect()
      for number in 0..<10 as Range<UInt32> { try peer.open(2 * number + 1) }
      #expect(peer.outcome() == .goesOn)
      await server.watch.until { $0.begun == 10 }
      try peer.open(21)
      #expect(peer.outcome() == .connectionError(.protocolError))
      let seen = await server.watch.until { $0.ended == 10 }
      #expect(seen.begun == 10)
    }
  }

  @Test func `handlers that do not stop are not joined by ever more`() async throws {
    let gate = Gate()
    let stubborn = MethodPath(service: "dyad.test.Stubborn", method: "Call")
    try await WatchedServer.with { configuration in
      configuration.limits.runningCalls = 20
    } add: { router, _ in
      router.add(stubborn) { _ in await gate.wait() }
    } _: { server in
      defer { gate.open() }
      var peer = try server.connect()
      var refused = 0
      var number: UInt32 = 1
      var frames: [Frame] = []
      var isOpen = true
      while isOpen, number < 2_000 {
        peer.flood { writer in
          writer.headers(HostilePeer.request(stubborn.path), stream: number)
          writer.reset(stream: number, code: ErrorCode.cancel.rawValue)
          // What is not reset is refused.
          writer.headers(HostilePeer.request(stubborn.path), stream: number + 2)
        }
        number += 4
        (frames, isOpen) = peer.fence()
        refused += frames.count { frame in
          frame.kind == .resetStream && frame.errorCode == ErrorCode.refusedStream.rawValue
        }
      }
      #expect(!isOpen && frames.last?.errorCode == ErrorCode.enhanceYourCalm.rawValue)
      #expect(server.watch.seen.begun == 20)
      #expect(refused > 100)
      // They hear of it only when they look.
      #expect(server.watch.seen.ended == 0)
      gate.open()
      let seen = await server.watch.until { $0.ended == 20 }
      #expect(seen.cancelled == 20)
    }
  }

  @Test func `a connection too many is refused, and one that ends makes room`() async throws {
    try await WatchedServer.with { configuration in
      configuration.limits.connections = 3
    } _: { server in
      var peers: [HostilePeer] = []
      for _ in 0..<3 { peers.append(try server.connect()) }
      var fourth = try HostilePeer(silentAt: server.port)
      #expect(fourth.remainingFrames().isEmpty)
      let seen = await server.watch.until { !$0.refusals.isEmpty }
      #expect(seen.refusals == [.tooManyConnections])
      for index in peers.indices { #expect(peers[index].outcome() == .goesOn) }
      // The server says goodbye, so it has made room.
      try peers[0].finishSending()
      _ = peers[0].remainingFrames()
    }
  }
}
