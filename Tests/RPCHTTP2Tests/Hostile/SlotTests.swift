internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Slots for connections` {
  private static let introduce = MethodPath(service: "dyad.test.Introduction", method: "Call")

  /// A server that knows nobody until a call has said who it is.
  private static func with(
    _ configure: (inout ServerConfiguration) -> Void,
    _ body: (WatchedServer) async throws -> Void
  ) async throws {
    try await WatchedServer.with { configuration in
      configuration.recognize = { _ in .stranger }
      configure(&configuration)
    } add: { router, _ in
      router.add(introduce) { call in
        call.noteCaller("somebody")
        try call.respond([])
      }
    } _: { server in
      try await body(server)
    }
  }

  /// Shows on a connection who is at its other end.
  private static func introduce(_ peer: inout HostilePeer) throws {
    try peer.send { $0.headers(HostilePeer.request(introduce.path), stream: 1, endStream: true) }
    _ = try peer.frames { $0.endsStream }
    #expect(peer.outcome() == .goesOn)
  }

  /// How many of some connections go on.
  private static func alive(_ peers: inout [HostilePeer]) -> [Bool] {
    peers.indices.map { peers[$0].outcome() == .goesOn }
  }

  @Test func `one too many takes the place of the oldest stranger`() async throws {
    try await Self.with {
      $0.limits.connections = 3
    } _: { server in
      var peers: [HostilePeer] = []
      for _ in 0..<5 { peers.append(try server.connect()) }
      #expect(Self.alive(&peers) == [false, false, true, true, true])
      #expect(server.watch.seen.refusals == [.madeRoom, .madeRoom])
    }
  }

  @Test func `a stranger in a call stays while others only come`() async throws {
    try await Self.with {
      $0.limits.connections = 3
    } _: { server in
      var calling = try server.connect()
      try calling.open()
      await server.watch.until { $0.begun == 1 }
      var peers: [HostilePeer] = []
      for _ in 0..<5 { peers.append(try server.connect()) }
      #expect(calling.outcome() == .goesOn)
      #expect(Self.alive(&peers) == [false, false, false, true, true])
    }
  }

  @Test func `strangers that say nothing at all make room as well`() async throws {
    try await Self.with {
      $0.limits.connections = 3
    } _: { server in
      let silent = try (0..<10).map { _ in try HostilePeer(silentAt: server.port) }
      var peer = try server.connect()
      #expect(peer.outcome() == .goesOn)
      withExtendedLifetime(silent) {}
    }
  }

  @Test(arguments: [false, true])
  func `strangers have a share, and whoever is known is not touched`(
    isByAddress: Bool
  ) async throws {
    try await Self.with { configuration in
      configuration.limits.connections = 6
      if isByAddress {
        configuration.limits.strangersPerAddress = 2
      } else {
        configuration.limits.strangers = 2
      }
    } _: { server in
      var known = try server.connect()
      try Self.introduce(&known)
      var peers: [HostilePeer] = []
      for _ in 0..<5 { peers.append(try server.connect()) }
      #expect(Self.alive(&peers) == [false, false, false, true, true])
      #expect(known.outcome() == .goesOn)
    }
  }

  @Test func `where all are known one too many is refused`() async throws {
    try await Self.with {
      $0.limits.connections = 2
    } _: { server in
      var peers: [HostilePeer] = []
      for _ in 0..<2 {
        peers.append(try server.connect())
        try Self.introduce(&peers[peers.count - 1])
      }
      var third = try HostilePeer(silentAt: server.port)
      #expect(third.remainingFrames().isEmpty)
      #expect(server.watch.seen.refusals == [.tooManyConnections])
      #expect(Self.alive(&peers) == [true, true])
      // Who is served next needs a place.
      try peers[0].finishSending()
      _ = peers[0].remainingFrames()
    }
  }

  @Test func `a caller has a share, of which the oldest without a call makes room`() async throws {
    try await Self.with {
      $0.limits.perCaller = 2
    } _: { server in
      var peers: [HostilePeer] = []
      for number in 0..<3 {
        peers.append(try server.connect())
        try Self.introduce(&peers[number])
        // The first has a call in progress.
        if number == 0 { try peers[0].open(3) }
      }
      await server.watch.until { !$0.refusals.isEmpty }
      #expect(Self.alive(&peers) == [true, false, true])
    }
  }

  @Test func `a stranger has little time without a call`() async throws {
    try await Self.with { configuration in
      configuration.timeouts.introduction = .milliseconds(50)
      configuration.timeouts.announcement = .milliseconds(5)
    } _: { server in
      var calling = try HostilePeer(silentAt: server.port)
      try calling.send { writer in
        writer.startClient()
        writer.headers(HostilePeer.request(Echo.both.path.path), stream: 1)
      }
      var known = try HostilePeer(silentAt: server.port)
      try known.send { writer in
        writer.startClient()
        writer.headers(HostilePeer.request(Self.introduce.path), stream: 1, endStream: true)
      }
      _ = try known.frames { $0.endsStream }
      var stranger = try server.connect()
      let goAways = stranger.remainingFrames().filter { $0.kind == .goAway }
      #expect(goAways.map(\.errorCode) == [0, 0])
      #expect(calling.outcome() == .goesOn)
      #expect(known.outcome() == .goesOn)
    }
  }
}
