internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `A client that cannot get through` {
  @Test func `a server that says nothing is given up in time`() async throws {
    try await BadServer.with {
      $0.timeouts.handshake = .milliseconds(20)
    } _: { server in
      _ = try server.acceptSocket()
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
      #expect(error?.detail.contains("handshake in time") == true)
    }
  }

  @Test func `a server that says nothing to TLS is given up in time`() async throws {
    let tls = try TLSConfiguration.client(trusting: .insecure)
    try await BadServer.with {
      $0.timeouts.handshake = .milliseconds(20)
      $0.security = .tls(tls, serverName: nil)
    } _: { server in
      _ = try server.acceptSocket()
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
      #expect(error?.detail.contains("handshake in time") == true)
    }
  }

  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "\u{15}",
  ])
  func `a server of another kind fails a call at once`(words: String) async throws {
    try await BadServer.with { server in
      let socket = try server.acceptSocket()
      // Short words are no whole frame, and only their end tells.
      try socket.send(Array(words.utf8))
      if words.utf8.count < 9 { try socket.finishSending() }
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
      #expect(error?.detail.contains("cannot connect") == true)
    }
  }

  @Test func `a server without TLS fails a call with TLS at once`() async throws {
    let tls = try TLSConfiguration.client(trusting: .insecure)
    try await BadServer.with {
      $0.security = .tls(tls, serverName: nil)
    } _: { server in
      let socket = try server.acceptSocket()
      var writer = FrameWriter()
      writer.settings([])
      try socket.send(writer.bytes)
    } calls: { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
    }
  }

  @Test func `a server with another key is not called, and the reason is told`() async throws {
    let other = try Identity.make(
      commonName: "other", hostNames: [], validity: #require(Validity(notBefore: 0)))
    let trust = ServerTrust.pinned([other.publicKeyFingerprint])
    try await EchoServer.withClient(over: .tls, trusting: trust) { client in
      let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [4]) }
      #expect(error?.code == .unavailable)
      #expect(error?.detail.contains("certificate") == true, "\(error?.detail ?? "")")
    }
  }

  @Test func `that nobody listens is said once`() async throws {
    let folder = try TemporaryFolder()
    let address = SocketAddress.unix(path: folder.file("nobody.sock"))
    let loop = try EventLoop(name: "client")
    let error = await #expect(throws: RPCError.self) {
      try await HTTP2Client.withClient(
        ClientConfiguration(.address(address), .plain), on: loop
      ) { try await $0.call(Echo.unary, [4]) }
    }
    #expect(error?.code == .unavailable)
    let detail = try #require(error?.detail)
    #expect(detail.split(separator: "cannot connect to").count == 1, "\(detail)")
    await loop.shutdown()
  }

  @Test func `a line that is full is stood in, for as long as a server may take to answer`()
    async throws
  {
    let folder = try TemporaryFolder()
    let address = SocketAddress.unix(path: folder.file("socket"))
    let listener = try Socket.listen(at: address, backlog: 0)
    var line: [Socket] = []
    #expect(throws: SystemError.self) {
      while true { line.append(try Socket.connect(to: address)) }
    }
    let loop = try EventLoop(name: "client")
    let error = await Self.failure(at: address, patience: .milliseconds(20), on: loop)
    #expect(error?.code == .unavailable)
    #expect(error?.detail.contains("too many wait to be let in") == true)

    let call = Task { await Self.failure(at: address, patience: .seconds(50), on: loop) }
    // Whoever is let in makes a place, at last for the client.
    var callers: [Socket] = []
    while callers.count <= line.count {
      if let caller = try listener.accept() { callers.append(caller) } else { await Task.yield() }
      try Task.checkCancellation()
    }
    callers = []
    let lost = try #require(await call.value)
    #expect(!lost.detail.contains("too many wait"))
    await loop.shutdown()
  }

  /// Why a call fails.
  private static func failure(
    at address: SocketAddress, patience: Duration, on loop: EventLoop
  ) async -> RPCError? {
    var configuration = ClientConfiguration(.address(address), .plain)
    configuration.timeouts.handshake = patience
    do {
      _ = try await HTTP2Client.withClient(configuration, on: loop) {
        try await $0.call(Echo.unary, [4])
      }
      return nil
    } catch {
      return error as? RPCError
    }
  }

  @Test func `a patient call waits for a server that comes up later`() async throws {
    let answer = try await BadServer.with {
      $0.backoff.first = .milliseconds(1)
    } _: { server in
      for _ in 0..<3 { try server.turnAway() }
      var connection = try server.accept()
      try connection.answer(connection.request())
    } calls: { client in
      var options = CallOptions()
      options.waitsForConnection = true
      return try await client.call(Echo.unary, [6], options: options)
    }
    #expect(answer == [6])
  }

  @Test func `a patient call still has its deadline`() async throws {
    try await BadServer.with {
      $0.backoff.first = .milliseconds(1)
    } _: { server in
      _ = try server.acceptSocket()
    } calls: { client in
      var options = CallOptions(timeout: .milliseconds(20))
      options.waitsForConnection = true
      let error = await #expect(throws: RPCError.self) {
        try await client.call(Echo.unary, [6], options: options)
      }
      #expect(error?.code == .deadlineExceeded)
    }
  }
}
