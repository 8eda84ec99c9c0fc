internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import TLSCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `Peers of TLS` {
  private static func server(
    clients: ClientCertificates = .none
  ) throws -> TLSConfiguration {
    try .server(identity: identity("server"), clients: clients)
  }

  private static func identity(_ name: String) throws -> Identity {
    try .make(commonName: name, validity: #require(Validity(notBefore: 0)))
  }

  /// The alert in a record that is not encrypted.
  private static func alert(in bytes: [UInt8]) -> UInt8? {
    guard bytes.count >= 7, bytes[0] == 0x15, bytes[5] == 2 else { return nil }
    return bytes[6]
  }

  /// All that comes until the end.
  private static func remainder(of socket: RawSocket) -> [UInt8] {
    var all: [UInt8] = []
    // A connection that is cut has ended, too.
    while let bytes = try? socket.receive(), !bytes.isEmpty { all += bytes }
    return all
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0",
    "SSH-2.0-OpenSSH_9.2\r\n", "\u{16}\u{3}\u{3}\0\u{4}\u{2}\0\0\0",
    "\u{15}\u{3}\u{3}\0\u{2}\u{2}(",
    "\u{17}\u{3}\u{3}\0\u{1}x", String(repeating: "\0", count: 20_000),
  ])
  func `who does not speak TLS is shown out`(words: String) async throws {
    try await WatchedServer.with(tls: Self.server()) { server in
      let socket = try RawSocket.connect(port: server.port)
      try socket.send(Array(words.utf8))
      // At most an alert comes back.
      #expect(Self.remainder(of: socket).count <= 7)
      await server.watch.until { !$0.reasons.isEmpty }
    }
  }

  @Test(arguments: [[], [0x0303], [0x0303, 0x0302, 0x0301]] as [[UInt16]])
  func `TLS 1,2, and with it renegotiation, is refused by an alert`(
    versions: [UInt16]
  ) async throws {
    try await WatchedServer.with(tls: Self.server()) { server in
      let socket = try RawSocket.connect(port: server.port)
      try socket.send(ClientHello(versions: versions).record)
      // protocol_version
      #expect(Self.alert(in: Self.remainder(of: socket)) == 70)
    }
  }

  @Test func `who goes on talking hears the alert as well, and an end in order`() async throws {
    try await WatchedServer.with(tls: Self.server()) { server in
      let socket = try RawSocket.connect(port: server.port)
      // More than the server reads before it sees that the hello is no good.
      let more = [UInt8](repeating: 0, count: 200_000)
      try socket.send(ClientHello(versions: [0x0303]).record + more)
      var heard: [UInt8] = []
      while true {
        let bytes = try socket.receive()
        guard !bytes.isEmpty else { break }
        heard += bytes
      }
      #expect(Self.alert(in: heard) == 70)
    }
  }

  @Test(arguments: [[], ["http/1.1"], ["h2c"], ["h3", "h"], ["grpc-exp"]] as [[String]])
  func `a client without HTTP 2 is refused by an alert`(protocols: [String]) async throws {
    try await WatchedServer.with(tls: Self.server()) { server in
      let socket = try RawSocket.connect(port: server.port)
      try socket.send(ClientHello(protocols: protocols).record)
      // no_application_protocol
      #expect(Self.alert(in: Self.remainder(of: socket)) == 120)
    }
  }

  @Test func `a hello made by hand is answered, if it is right`() async throws {
    try await WatchedServer.with(tls: Self.server()) { server in
      let socket = try RawSocket.connect(port: server.port)
      try socket.send(ClientHello().record)
      #expect(try socket.receive().first == 0x16)
    }
  }

  @Test(arguments: [1, 5, 6, 100], [false, true])
  func `a client that leaves in the handshake leaves nothing`(
    length: Int, isCut: Bool
  ) async throws {
    try await WatchedServer.with(tls: Self.server()) { server in
      do {
        let socket = try RawSocket.connect(port: server.port)
        try socket.send(Array(ClientHello().record.prefix(length)))
        if isCut { try socket.cutWhenClosed() }
      }
      await server.watch.until { !$0.reasons.isEmpty }
    }
  }

  @Test(arguments: [0, 100])
  func `a client that stops in the handshake is cut`(length: Int) async throws {
    try await WatchedServer.with(tls: Self.server()) { configuration in
      configuration.timeouts.handshake = .milliseconds(50)
    } _: { server in
      let socket = try RawSocket.connect(port: server.port)
      try socket.send(Array(ClientHello().record.prefix(length)))
      #expect(Self.remainder(of: socket).isEmpty)
      let seen = await server.watch.until { !$0.reasons.isEmpty }
      #expect(seen.reasons == ["the peer has not finished the handshake in time"])
    }
  }

  @Test func `a client that is silent after the handshake is cut`() async throws {
    try await WatchedServer.with(tls: Self.server()) { configuration in
      configuration.timeouts.handshake = .milliseconds(500)
    } _: { server in
      let wire = try Wire(port: server.port, tls: .client(trusting: .insecure))
      while try wire.receive() != nil {}
      let seen = await server.watch.until { !$0.reasons.isEmpty }
      #expect(seen.reasons == ["the peer has not finished the handshake in time"])
    }
  }

  /// How a connection ends in the middle of a message.
  enum Departure: CaseIterable {
    case end, reset, partOfRecord, hello, garbage
  }

  @Test(arguments: Departure.allCases)
  func `a client that vanishes or goes mad in a message ends its call`(
    departure: Departure
  ) async throws {
    try await WatchedServer.with(tls: Self.server()) { server in
      do {
        var peer = try CarelessPeer(
          port: server.port, tls: .client(trusting: .insecure))
        _ = try peer.open(
          HostilePeer.request(Echo.both.path.path), body: [0, 0, 0, 0, 9, 1], endStream: false)
        await server.watch.until { $0.begun == 1 }
        switch departure {
        case .end: try peer.wire.finishSending()
        case .reset: try peer.wire.cutAtEnd()
        case .partOfRecord: try peer.wire.sendRaw([0x17, 0x03, 0x03, 0x01, 0x00, 1, 2, 3])
        // To begin anew inside a connection was allowed before TLS 1.3.
        case .hello: try peer.wire.sendRaw(ClientHello().record)
        case .garbage: try peer.wire.sendRaw([UInt8](repeating: 0x17, count: 100))
        }
      }
      let seen = await server.watch.until { $0.ended == 1 && !$0.reasons.isEmpty }
      #expect(seen.aborts == [.unavailable] && seen.cancelled == 1)
    }
  }

  @Test(arguments: [
    (CertificateVerdict.refused, TLSError.Code.certificateRefused),
    (.revoked, .certificateRevoked),
  ])
  func `a client that is not believed hears why`(
    verdict: CertificateVerdict, code: TLSError.Code
  ) async throws {
    let friend = try Self.identity("friend")
    let key = friend.publicKeyFingerprint
    let tls = try Self.server(
      clients: .required { $0.fingerprint == key ? .accepted : verdict })
    try await WatchedServer.with(tls: tls, identity: friend) { server in
      let stranger = try TLSConfiguration.client(
        trusting: .insecure, identity: Self.identity("stranger"))
      let error = #expect(throws: TLSError.self) {
        let wire = try Wire(port: server.port, tls: stranger)
        while try wire.receive() != nil {}
      }
      #expect(error?.code == code && error?.isFromPeer == true)
      #expect(server.watch.seen.begun == 0)
    }
  }

  @Test func `a client without the certificate it needs hears of it`() async throws {
    let friend = try Self.identity("friend")
    let tls = try Self.server(clients: .required { _ in .accepted })
    try await WatchedServer.with(tls: tls, identity: friend) { server in
      let error = #expect(throws: TLSError.self) {
        let wire = try Wire(port: server.port, tls: .client(trusting: .insecure))
        while try wire.receive() != nil {}
      }
      #expect(error?.code == .certificateRequired && error?.isFromPeer == true)
    }
  }
}
