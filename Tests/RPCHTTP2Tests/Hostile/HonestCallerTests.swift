internal import RPCCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `An honest caller` {
  @Test func `may read one message of each answer and leave, as fast as it can`() async throws {
    try await WatchedServer.with { server in
      try await server.withClient { client in
        for _ in 0..<2_000 {
          let first = try await client.withCall(Echo.repeated) { call in
            try call.sendOnly([UInt8](repeating: 9, count: 16_384))
            return try await call.receive()
          }
          #expect(first?.count == 16_384)
        }
      }
      #expect(server.watch.seen.reasons.isEmpty)
    }
  }
}
