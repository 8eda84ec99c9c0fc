internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Synchronization
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Why a client has no connection` {
  /// Calls once, and sees it fail with a reason that the client was told before.
  private static func fail(
    _ client: Client, _ watch: ClientWatch, after count: Int = 0
  ) async -> [ConnectionFailure] {
    let error = await #expect(throws: RPCError.self) { try await client.call(Echo.unary, [1]) }
    #expect(error?.code == .unavailable)
    return Array(watch.failures.dropFirst(count))
  }

  @Test(arguments: [
    (CertificateVerdict.refused, ConnectionFailure.certificateRefused),
    (.revoked, .certificateRevoked),
  ])
  func `a server that does not take the certificate is heard, each time`(
    verdict: CertificateVerdict, failure: ConnectionFailure
  ) async throws {
    try await KnownServer.with(clients: .required { _ in verdict }) { server in
      let watch = ClientWatch()
      try await server.withClient(KnownServer.identity("a"), watchedBy: watch) { client in
        // The client is ready before it is judged, so what it says and the alert cross each other.
        for count in 0..<20 {
          #expect(await Self.fail(client, watch, after: count) == [failure])
        }
      }
      #expect(watch.events.count == 20)
      #expect(server.watch.seen.begun == 0)
    }
  }

  @Test func `a server that wants a certificate is heard`() async throws {
    try await KnownServer.with(clients: .required { _ in .accepted }) { server in
      let watch = ClientWatch()
      try await server.withClient(watchedBy: watch) { client in
        #expect(await Self.fail(client, watch) == [.certificateRequired])
      }
      #expect(watch.events.count == 1)
    }
  }

  @Test(arguments: [false, true])
  func `a server with another key is refused by the client`(isDecided: Bool) async throws {
    try await KnownServer.with { server in
      let other = try KnownServer.identity("other").publicKeyFingerprint
      let trust = isDecided ? ServerTrust.decided { _ in .revoked } : .pinned([other])
      let watch = ClientWatch()
      try await server.withClient(trusting: trust, watchedBy: watch) { client in
        #expect(await Self.fail(client, watch) == [.serverRefused])
      }
      #expect(watch.events.count == 1)
    }
  }

  @Test func `nobody at the address is unreachable`() async throws {
    // The port was free a moment ago, and the system gives it to others last.
    let address = try #require(try Socket.listen(at: .loopback(port: 0)).localAddress)
    let watch = ClientWatch()
    try await Self.withClient(address, watch) { client in
      let failures = await Self.fail(client, watch)
      #expect(failures.map(\.kind) == ["unreachable"])
      #expect(failures.map { "\($0)" }.joined().contains("nobody listens there"))
    }
  }

  @Test func `a socket that is not there is unreachable`() async throws {
    let folder = try TemporaryFolder()
    let watch = ClientWatch()
    try await Self.withClient(.unix(path: folder.file("nobody")), watch) { client in
      for count in 0..<3 {
        let failures = await Self.fail(client, watch, after: count)
        #expect(failures.map(\.kind) == ["unreachable"])
      }
    }
  }

  @Test func `a patient call hears of each try`() async throws {
    let verdicts = Mutex(0)
    let clients = ClientCertificates.required { _ in
      verdicts.withLock { count in
        count += 1
        return count <= 3 ? .revoked : .accepted
      }
    }
    try await KnownServer.with(clients: clients) { server in
      let watch = ClientWatch()
      let identity = try KnownServer.identity("a")
      let answer = try await server.withClient(identity, watchedBy: watch) { client in
        var options = CallOptions()
        options.waitsForConnection = true
        return try await client.call(Echo.unary, [6], options: options)
      }
      #expect(answer == [6])
      #expect(watch.failures == [.certificateRevoked, .certificateRevoked, .certificateRevoked])
      #expect(watch.events.count == 4 && watch.servers.count == 1)
    }
  }

  @Test func `a call in progress fails when its connection does`() async throws {
    let watch = ClientWatch()
    try await BadServer.with {
      $0.observer = watch
    } _: { server in
      do {
        var connection = try server.acceptForNow()
        _ = try connection.request()
      }
      var next = try server.accept()
      try next.answer(next.request())
    } calls: { client in
      let failures = await Self.fail(client, watch)
      #expect(failures.map(\.kind) == ["other"])
      let answer = try await client.call(Echo.unary, [5])
      #expect(answer == [5])
    }
    #expect(watch.failures.count == 1 && watch.servers.count == 2)
  }

  @Test func `a server that breaks HTTP/2 is told of once`() async throws {
    let watch = ClientWatch()
    try await BadServer.with {
      $0.observer = watch
    } _: { server in
      var connection = try server.accept()
      let stream = try connection.request().stream
      try connection.send { writer in
        writer.frame(.pushPromise, flags: 0x4, stream: stream, payload: [0, 0, 0, 2])
      }
      _ = try connection.frame { $0.kind == .goAway }
    } calls: { client in
      let failures = await Self.fail(client, watch)
      #expect(failures.map(\.kind) == ["other"])
    }
    #expect(watch.events.count == 2)
  }

  @Test func `a server of another kind is told of before the call fails`() async throws {
    let watch = ClientWatch()
    try await BadServer.with {
      $0.observer = watch
    } _: { server in
      try server.acceptSocket().send(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
    } calls: { client in
      let failures = await Self.fail(client, watch)
      #expect(failures.map(\.kind) == ["other"])
    }
    #expect(watch.events.count == 1)
  }

  @Test(arguments: [42, 44, 46, 48, 49, 116] as [UInt8])
  func `nobody can speak in a server's name before it has shown who it is`(
    alert: UInt8
  ) async throws {
    let watch = ClientWatch()
    let trust = ServerTrust.pinned([try KnownServer.identity("b").publicKeyFingerprint])
    let security = ClientSecurity.tls(
      try .client(trusting: trust, identity: KnownServer.identity("a")), serverName: nil)
    try await BadServer.with {
      $0.observer = watch
      $0.security = security
    } _: { server in
      try server.acceptSocket().send([0x15, 0x03, 0x03, 0, 2, 2, alert])
    } calls: { client in
      let failures = await Self.fail(client, watch)
      #expect(failures.map(\.kind) == ["other"])
    }
    #expect(watch.events.count == 1)
  }

  @Test func `a server that says nothing is told of`() async throws {
    let watch = ClientWatch()
    try await BadServer.with {
      $0.observer = watch
      $0.timeouts.handshake = .milliseconds(20)
    } _: { server in
      _ = try server.acceptSocket()
    } calls: { client in
      let failures = await Self.fail(client, watch)
      #expect(failures == [.other("the peer has not finished the handshake in time")])
    }
    #expect(watch.events.count == 1)
  }

  @Test func `what a server said last is heard also by a client that was about to speak`()
    async throws
  {
    let observer = try PausingObserver()
    try await BadServer.with {
      $0.observer = observer
    } _: { server in
      var first: BadConnection? = try server.acceptForNow()
      try observer.meanwhile {
        try first?.send { $0.goAway(lastStream: 0, code: 0) }
        try first?.cutWhenClosed()
        first = nil
      }
      var next = try server.accept()
      try next.answer(next.request())
    } calls: { client in
      // The call was sent into the void; only the server's word tells that it may be made again.
      let answer = try await client.call(Echo.unary, [8])
      #expect(answer == [8])
    }
    // Where the machine brings the cut after the word, the connection has ended in order by then.
    #expect(observer.watch.servers.count == 2 && observer.watch.failures.count <= 1)
  }

  @Test func `ends in order are no failures`() async throws {
    let watch = ClientWatch()
    try await BadServer.with {
      $0.observer = watch
    } _: { server in
      var first = try server.accept()
      let request = try first.request()
      try first.send { $0.goAway(lastStream: request.stream, code: 0) }
      try first.answer(request)
      var second = try server.accept()
      try second.answer(second.request())
    } calls: { client in
      for number in 1...2 as ClosedRange<UInt8> {
        let answer = try await client.call(Echo.unary, [number])
        #expect(answer == [number])
      }
    }
    #expect(watch.failures.isEmpty && watch.servers.count == 2)
  }

  private static func withClient(
    _ address: SocketAddress, _ watch: ClientWatch, _ body: (Client) async throws -> Void
  ) async throws {
    var configuration = ClientConfiguration(.address(address), .plain)
    configuration.observer = watch
    let loop = try EventLoop(name: "client")
    let outcome = await Result {
      try await HTTP2Client.withClient(configuration, on: loop, body)
    }
    await loop.shutdown()
    try outcome.get()
  }
}

extension ConnectionFailure {
  /// What it is, without the words.
  fileprivate var kind: String {
    switch self {
    case .certificateRevoked: "revoked"
    case .certificateRefused: "refused"
    case .certificateRequired: "required"
    case .serverRefused: "server refused"
    case .unreachable: "unreachable"
    case .other: "other"
    }
  }
}
