private import COpenSSL
internal import Synchronization
internal import TLSCore
internal import Testing

struct HandshakeTests {
  @Test func `two ends agree and know what about`() throws {
    let pair = try Pair.established()
    #expect(pair.client.isEstablished)
    #expect(pair.server.isEstablished)
    #expect(pair.client.summary == "TLSv1.3 TLS_AES_128_GCM_SHA256")
    #expect(pair.server.summary == pair.client.summary)
    #expect(pair.client.peerCertificate?.commonName == "server")
    #expect(pair.server.peerCertificate == nil)
  }

  @Test(arguments: [1, 2, 5, 63, 1_000])
  func `it does not matter how the bytes are cut`(size: Int) throws {
    let identity = try Identity.sample("client")
    var pair = try Pair(
      .client(trusting: .insecure, identity: identity),
      .server(identity: .sample("server"), clients: .required { _ in .accepted }))
    try pair.start()
    pair.run(size: size)
    try #require(pair.client.isEstablished && pair.server.isEstablished)
    #expect(pair.server.peerCertificate?.fingerprint == identity.publicKeyFingerprint)
    try pair.client.send([1, 2, 3].span, outgoing: &pair.toServer)
    try pair.server.send([4, 5].span, outgoing: &pair.toClient)
    pair.run(size: size)
    #expect(pair.heardByServer == [1, 2, 3])
    #expect(pair.heardByClient == [4, 5])
  }

  @Test(arguments: ["X25519", "P-256", "P-384"])
  func `a client with one group only is served`(group: String) throws {
    let peer = try RawPeer(groups: group)
    let server = try TLSConnection(.server(identity: .sample("server")))
    #expect(peer.shakeHands(with: server) == nil)
    #expect(server.isEstablished)
  }

  @Test func `a client without a group in common is refused`() throws {
    let peer = try RawPeer(groups: "P-521")
    let server = try TLSConnection(.server(identity: .sample("server")))
    let error = try #require(peer.shakeHands(with: server))
    #expect(error.code == .handshakeFailed)
    #expect(!error.isFromPeer)
    #expect(peer.lastAlert == SSL3_AD_HANDSHAKE_FAILURE)
  }

  @Test(arguments: [["h2"], ["grpc-exp", "h2"], ["http/1.1", "h2", "x"]])
  func `h2 is found anywhere in a client's list`(protocols: [String]) throws {
    let peer = try RawPeer(protocols: protocols)
    let server = try TLSConnection(.server(identity: .sample("server")))
    #expect(peer.shakeHands(with: server) == nil)
    #expect(server.isEstablished)
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(peer.session, &name, &count)
    #expect(unsafe Array(UnsafeBufferPointer(start: name, count: Int(count))) == Array("h2".utf8))
  }

  @Test(arguments: [[], ["http/1.1"], ["h"], ["h2c", "h3"]])
  func `a client without h2 is told so`(protocols: [String]) throws {
    let peer = try RawPeer(protocols: protocols)
    let server = try TLSConnection(.server(identity: .sample("server")))
    let error = try #require(peer.shakeHands(with: server))
    #expect(error.code == .noApplicationProtocol)
    #expect(!error.isFromPeer)
    #expect(peer.lastAlert == TLS1_AD_NO_APPLICATION_PROTOCOL)
    #expect(!server.isEstablished)
  }

  @Test func `a server without h2 is refused`() throws {
    let peer = try RawPeer(.p384, isServer: true)
    let client = try TLSConnection(.client(trusting: .insecure))
    var hello: [UInt8] = []
    try client.start(outgoing: &hello)
    let error = try #require(peer.shakeHands(with: client, hello))
    #expect(error.code == .noApplicationProtocol)
    #expect(!client.isEstablished)
  }

  @Test func `a client of TLS 1,2 is told so`() throws {
    let peer = try RawPeer(version: TLS1_2_VERSION)
    let server = try TLSConnection(.server(identity: .sample("server")))
    let error = try #require(peer.shakeHands(with: server))
    #expect(error.code == .protocolVersion)
    #expect(!error.isFromPeer)
    #expect(peer.lastAlert == TLS1_AD_PROTOCOL_VERSION)
  }

  @Test func `a server of TLS 1,2 says so`() throws {
    let peer = try RawPeer(.p384, isServer: true, version: TLS1_2_VERSION)
    let client = try TLSConnection(.client(trusting: .insecure))
    var hello: [UInt8] = []
    try client.start(outgoing: &hello)
    let error = try #require(peer.shakeHands(with: client, hello))
    #expect(error.code == .protocolVersion)
    #expect(error.isFromPeer)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", TLSError.Code.badRecord),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .badRecord), ("SSH-2.0-OpenSSH_9.2\r\n", .badRecord),
  ])
  func `who does not speak TLS is noticed`(words: String, code: TLSError.Code) throws {
    let server = try TLSConnection(.server(identity: .sample("server")))
    var plaintext: [UInt8] = []
    var outgoing: [UInt8] = []
    let bytes = Array(words.utf8)
    let error = try #require(throws: TLSError.self) {
      try server.receive(bytes.span, into: &plaintext, outgoing: &outgoing)
    }
    #expect(error.code == code)
    #expect(plaintext.isEmpty)
    #expect(error.description.hasPrefix("cannot shake hands: "))
  }

  @Test func `a handshake without end is given up`() throws {
    let server = try TLSConnection(.server(identity: .sample("server")))
    var plaintext: [UInt8] = []
    var outgoing: [UInt8] = []
    // A first message that claims to have 130 000 bytes, in records of 16 000.
    let header: [UInt8] = [22, 3, 1, 0x3e, 0x80]
    let first: [UInt8] = header + [1, 0x01, 0xfb, 0xd0] + Array(repeating: 0, count: 15_996)
    let next: [UInt8] = header + Array(repeating: 0, count: 16_000)
    var received = 0
    var failure: TLSError?
    while failure == nil, received < 200_000 {
      let record = received == 0 ? first : next
      do throws(TLSError) {
        try server.receive(record.span, into: &plaintext, outgoing: &outgoing)
      } catch { failure = error }
      received += record.count
    }
    #expect(failure?.code == .handshakeTooLong)
    #expect(received <= TLSConnection.handshakeLimit + next.count)
  }

  @Test func `a chain of certificates without end is given up`() throws {
    let peer = try RawPeer(.rsa2048, isServer: true)
    let certificate = unsafe SSL_CTX_get0_certificate(peer.context)
    for _ in 0..<60 {
      // This is what the macro `SSL_add1_chain_cert` stands for.
      let status = unsafe SSL_ctrl(
        peer.session, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer(certificate))
      #expect(status == 1)
    }
    let client = try TLSConnection(.client(trusting: .insecure))
    var hello: [UInt8] = []
    try client.start(outgoing: &hello)
    let error = try #require(peer.shakeHands(with: client, hello))
    #expect(error.code == .handshakeTooLong)
  }

  @Test(arguments: [1, 10])
  func `a client's certificates are refused by their length, before they are judged`(
    count: Int
  ) throws {
    let fixture = Fixture.rsa2048
    let identity = try Identity(
      certificatePEM: Array(String(repeating: fixture.certificate + "\n", count: count).utf8),
      privateKeyPEM: Array(fixture.key.utf8))
    let judged = Mutex(0)
    var pair = try Pair(
      .client(trusting: .insecure, identity: identity),
      .server(
        identity: .sample("server"),
        clients: .required { _ in
          judged.withLock { $0 += 1 }
          return .accepted
        }))
    try pair.start()
    pair.run()
    #expect((pair.serverError == nil) == (count == 1))
    #expect(judged.withLock { $0 } == (count == 1 ? 1 : 0))
    // What a server shows may be as long.
    var other = try Pair(.client(trusting: .insecure), .server(identity: identity))
    try other.start()
    other.run()
    #expect(other.clientError == nil && other.serverError == nil)
  }

  @Test func `a flipped bit never goes unnoticed`() throws {
    let client = try TLSConfiguration.client(
      trusting: .insecure, identity: .sample("client"))
    let server = try TLSConfiguration.server(
      identity: .sample("server"), clients: .required { _ in .accepted })
    // Bytes outside what both sides hash: the version in the header of the first record.
    let free = 1...2
    for position in stride(from: 0, to: 1_200, by: 7) where !free.contains(position) {
      var pair = try Pair(client, server)
      try pair.start()
      var seen = 0
      var isFlipped = false
      while !pair.toServer.isEmpty || !pair.toClient.isEmpty {
        if !isFlipped, seen + pair.toServer.count > position, !pair.toServer.isEmpty {
          pair.toServer[position - seen] ^= 1 << UInt8(position % 8)
          isFlipped = true
        }
        seen += pair.toServer.count
        pair.deliver()
      }
      guard isFlipped else { break }
      #expect(
        pair.serverError != nil || pair.clientError != nil || !pair.server.isEstablished,
        "byte \(position)")
    }
  }

  @Test func `the bytes stop in the handshake`() throws {
    var pair = try Pair(.client(trusting: .insecure), .server(identity: .sample("server")))
    try pair.start()
    pair.toServer.removeLast()
    pair.run()
    let error = try #require(throws: TLSError.self) { try pair.server.receiveEnd() }
    #expect(error.code == .truncated)
    #expect(error.description == "cannot shake hands: the peer's bytes stop in the middle")
  }

  @Test func `a server does not start`() throws {
    let server = try TLSConnection(.server(identity: .sample("server")))
    var outgoing: [UInt8] = []
    let error = try #require(throws: TLSError.self) { try server.start(outgoing: &outgoing) }
    #expect(error.code == .misuse)
  }
}
