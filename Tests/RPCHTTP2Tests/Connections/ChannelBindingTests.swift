internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Who is at the other end` {
  private static let label: ChannelBindingLabel = "EXPORTER-dyad-test"

  @Test func `both ends of a connection have the same secret`() async throws {
    try await KnownServer.with(channelBinding: Self.label) { server in
      try await server.withClient(channelBinding: Self.label) { client in
        let (binding, peer) = try await client.meet()
        #expect(binding.count == 32 && Set(binding).count > 8)
        #expect(peer?.channelBinding == binding)
        // It is the connection's, not the call's.
        let again = try await client.meet()
        #expect(again.binding == binding && again.server == peer)
      }
    }
  }

  @Test func `two connections have different secrets`() async throws {
    try await KnownServer.with(channelBinding: Self.label) { server in
      let first = try await server.withClient(channelBinding: Self.label) { try await $0.meet() }
      let second = try await server.withClient(channelBinding: Self.label) { try await $0.meet() }
      #expect(first.binding != second.binding)
      #expect(first.server?.channelBinding != second.server?.channelBinding)
    }
  }

  @Test func `another label gives another secret`() async throws {
    try await KnownServer.with(channelBinding: Self.label) { server in
      let (binding, peer) = try await server.withClient(channelBinding: "EXPORTER-dyad-other") {
        try await $0.meet()
      }
      #expect(binding.count == 32)
      #expect(peer?.channelBinding?.count == 32)
      #expect(peer?.channelBinding != binding)
    }
  }

  @Test func `without a label there is no secret`() async throws {
    try await KnownServer.with { server in
      let (binding, peer) = try await server.withClient { try await $0.meet() }
      #expect(binding.isEmpty)
      #expect(peer?.channelBinding == nil)
    }
  }

  @Test func `a call knows the key and the address of the server`() async throws {
    try await KnownServer.with { server in
      let watch = ClientWatch()
      let peer = try await server.withClient(watchedBy: watch) { try await $0.meet().server }
      #expect(peer?.publicKey == server.identity.publicKeyFingerprint.bytes)
      #expect(peer?.address == "\(server.address)")
      #expect(watch.events == [.connected(try #require(peer))])
    }
  }

  @Test(arguments: [EchoServer.Way.tcp, .unix])
  func `a connection that is not encrypted has no secret`(way: EchoServer.Way) async throws {
    var router = Router()
    router.unary(KnownServer.who) { _, call in call.peer.channelBinding ?? [] }
    let (binding, peer) = try await EchoServer.withClient(
      over: way, router: router, channelBinding: Self.label
    ) { try await $0.meet() }
    #expect(binding.isEmpty)
    #expect(peer != nil)
    #expect(peer?.channelBinding == nil && peer?.publicKey == nil)
    #expect((peer?.user != nil) == (way == .unix))
  }

  @Test func `a call that got nowhere has no peer`() async throws {
    try await EchoServer.withoutServer { client in
      try await client.withCall(Echo.unary) { call in
        let error = await #expect(throws: RPCError.self) { _ = try await call.receive() }
        #expect(error?.code == .unavailable)
        #expect(call.peer == nil)
      }
    }
  }
}
