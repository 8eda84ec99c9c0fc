internal import RPCCore
internal import RPCInProcess
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Peers within a process` {
  private static let seen = Method<[UInt8], [UInt8]>(
    MethodPath(service: "dyad.test.Peers", method: "Seen"), .unary, request: .bytes,
    response: .bytes)

  /// What a handler and a caller see of each other, the first as text.
  private static func meet(
    over transport: InProcessTransport
  ) async throws -> (caller: String, server: CallPeer?) {
    var router = Router()
    router.unary(seen) { _, call in
      Array("\(call.peer.address) \(call.peer.channelBinding ?? [])".utf8)
    }
    return try await withThrowingTaskGroup(of: Void.self) { [router] group in
      group.addTask { await transport.run(router) }
      defer { transport.beginShutdown() }
      return try await Client(over: transport).withCall(seen) { call in
        try call.sendOnly([])
        return (String(decoding: try await call.receiveOnly(), as: UTF8.self), call.peer)
      }
    }
  }

  @Test func `both sides are in the process, and share no secret`() async throws {
    let (caller, server) = try await Self.meet(over: InProcessTransport())
    #expect(caller == "in process []")
    #expect(server == CallPeer(address: "in process"))
  }

  @Test func `both sides are who the transport says`() async throws {
    let peers = (
      CallPeer(address: "a", publicKey: [1], channelBinding: [7]),
      CallPeer(address: "b", publicKey: [2], channelBinding: [7])
    )
    let (caller, server) = try await Self.meet(
      over: InProcessTransport(from: peers.0, to: peers.1))
    #expect(caller == "a [7]")
    #expect(server == peers.1)
  }

  @Test func `a call that was turned away has met nobody`() async throws {
    let transport = InProcessTransport()
    transport.beginShutdown()
    try await Client(over: transport).withCall(Self.seen) { call in
      let error = await #expect(throws: RPCError.self) { _ = try await call.receive() }
      #expect(error?.code == .unavailable)
      #expect(call.peer == nil)
    }
  }
}
