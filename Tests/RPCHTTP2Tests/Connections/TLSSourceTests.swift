internal import RPCCore
internal import RPCHTTP2
internal import TLSCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `A server whose TLS is replaced` {
  @Test func `new connections see the new identity, and old ones go on`() async throws {
    try await KnownServer.with { server in
      let next = try KnownServer.identity("next")
      try await server.withClient { old in
        try await old.withCall(Echo.both) { call in
          try await call.send([1])
          #expect(try await call.receive() == [1])
          server.source.replace(with: try .server(identity: next))
          let seen = try await server.withClient { try await $0.meet().server }
          #expect(seen?.publicKey == next.publicKeyFingerprint.bytes)
          try await call.send([2])
          #expect(try await call.receive() == [2])
          call.finishSending()
          #expect(try await call.receive() == nil)
          #expect(call.peer?.publicKey == server.identity.publicKeyFingerprint.bytes)
        }
        let again = try await old.meet().server
        #expect(again?.publicKey == server.identity.publicKeyFingerprint.bytes)
      }
    }
  }

  @Test func `what is asked of clients changes, too`() async throws {
    try await KnownServer.with { server in
      let watch = ClientWatch()
      _ = try await server.withClient { try await $0.call(Echo.unary, [1]) }
      server.source.replace(
        with: try .server(identity: server.identity, clients: .required { _ in .accepted }))
      try await server.withClient(watchedBy: watch) { client in
        _ = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [1]) }
      }
      #expect(watch.failures == [.certificateRequired])
    }
  }
}
