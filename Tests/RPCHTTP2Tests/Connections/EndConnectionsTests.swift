internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Synchronization
internal import TLSCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Ending the connections of a peer` {
  /// Opens a call that stays open, has it answered once, and sees how it ends.
  private static func converse(
    with server: KnownServer, as identity: Identity?, _ watch: ClientWatch, _ ready: Tally,
    _ gate: Gate
  ) async throws -> StatusCode {
    try await server.withClient(identity, watchedBy: watch) { client in
      try await client.withCall(Echo.both) { call in
        try await call.send([1])
        #expect(try await call.receive() == [1])
        ready.note(nil)
        await gate.wait()
        return await finish(call)
      }
    }
  }

  private static func finish(_ call: ClientStream<[UInt8], [UInt8]>) async -> StatusCode {
    do {
      try await call.send([2])
      let answer = try await call.receive()
      #expect(answer == [2])
      call.finishSending()
      let end = try await call.receive()
      #expect(end == nil)
      return .ok
    } catch {
      return (error as? RPCError)?.code ?? .unknown
    }
  }

  @Test func `all of its connections end on all loops, and no other`() async throws {
    try await KnownServer.with { server in
      let (unwelcome, other) = (
        try KnownServer.identity("unwelcome"), try KnownServer.identity("other")
      )
      let key = unwelcome.publicKeyFingerprint.bytes
      let (ready, gate, watch) = (Tally(), Gate(), ClientWatch())
      let codes = try await withThrowingTaskGroup(of: (Bool, StatusCode).self) { group in
        // Connections go to the two loops in turn, so both have some of each.
        for number in 0..<12 {
          let identity = [unwelcome, unwelcome, other, nil][number % 4]
          let isUnwelcome = number % 4 < 2
          let told = isUnwelcome ? watch : ClientWatch()
          group.addTask {
            let code = try await Self.converse(with: server, as: identity, told, ready, gate)
            return (isUnwelcome, code)
          }
        }
        await server.watch.until { $0.begun == 12 }
        while ready.answered < 12 { await Task.yield() }
        server.server.endConnections { $0.publicKey == key }
        let seen = await server.watch.until { $0.ended == 6 }
        #expect(seen.cancelled == 6)
        #expect(seen.aborts == Array(repeating: .unavailable, count: 6))
        gate.open()
        var codes: [Bool: [StatusCode]] = [:]
        for try await (isUnwelcome, code) in group { codes[isUnwelcome, default: []].append(code) }
        return codes
      }
      #expect(codes[true] == Array(repeating: .unavailable, count: 6))
      #expect(codes[false] == Array(repeating: .ok, count: 6))
      #expect(watch.servers.count == 6 && watch.failures.count == 6)
      let seen = server.watch.seen
      #expect(seen.begun == 12 && seen.cancelled == 6)
      #expect(seen.reasons.count == 6)
    }
  }

  @Test func `who comes back is judged anew`() async throws {
    let isRevoked = Mutex(false)
    let clients = ClientCertificates.required { _ in
      isRevoked.withLock { $0 } ? .revoked : .accepted
    }
    try await KnownServer.with(clients: clients) { server in
      let watch = ClientWatch()
      try await server.withClient(KnownServer.identity("a"), watchedBy: watch) { client in
        try await client.withCall(Echo.both) { call in
          try await call.send([1])
          #expect(try await call.receive() == [1])
          isRevoked.withLock { $0 = true }
          server.server.endConnections { _ in true }
          let error = await #expect(throws: RPCError.self) { try await call.receive() }
          #expect(error?.code == .unavailable)
        }
        let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [1]) }
        #expect(error?.code == .unavailable)
      }
      #expect(watch.failures.count == 2 && watch.failures.last == .certificateRevoked)
    }
  }

  @Test func `nobody is harmed where nobody is meant`() async throws {
    try await KnownServer.with { server in
      try await server.withClient { client in
        _ = try await client.call(Echo.unary, [1])
        server.server.endConnections { _ in false }
        _ = try await client.call(Echo.unary, [2])
      }
      server.server.beginShutdown()
      server.server.endConnections { _ in true }
    }
  }

  @Test func `an order concerns nobody who comes after it was given`() async throws {
    try await KnownServer.with { server in
      for round in 0..<20 as Range<UInt8> {
        server.server.endConnections { _ in true }
        // Each of the two loops hears of it in its own time, and may have the connection by then.
        try await server.withClient { client in
          _ = try await client.call(Echo.unary, [round])
        }
      }
    }
  }

  @Test func `a connection in the middle of its handshake does not slip through`() async throws {
    let identity = try KnownServer.identity("unwelcome")
    let key = identity.publicKeyFingerprint
    let isJudged = Gate()
    let tls = try TLSConfiguration.server(
      identity: KnownServer.identity("server"),
      clients: .requested { certificate in
        if certificate.fingerprint == key { isJudged.open() }
        return .accepted
      })
    try await WatchedServer.with(tls: tls) { server in
      let socket = try RawSocket.connect(port: server.port)
      let client = try TLSConnection(.client(trusting: .insecure, identity: identity))
      var plaintext: [UInt8] = []
      var outgoing: [UInt8] = []
      try client.start(outgoing: &outgoing)
      while !client.isEstablished {
        try socket.send(outgoing)
        outgoing = []
        let bytes = try socket.receive()
        try client.receive(bytes.span, into: &plaintext, outgoing: &outgoing)
      }
      // All but the end of the last message: the certificate is judged, and the handshake not over.
      try socket.send(Array(outgoing.dropLast(5)))
      await isJudged.wait()
      server.endConnections { $0.publicKey == key.bytes }
      // Another's call is answered, so the server has looked at what it was told.
      try await server.callOverTLS()
      try socket.send(Array(outgoing.suffix(5)))
      // Nothing but the goodbye comes: no settings.
      while let bytes = try? socket.receive(), !bytes.isEmpty {
        _ = try? client.receive(bytes.span, into: &plaintext, outgoing: &outgoing)
      }
      #expect(plaintext.isEmpty)
      let seen = await server.watch.until { !$0.reasons.isEmpty }
      #expect(seen.reasons == ["cannot serve a peer: its connections were ended"])
    }
  }
}
