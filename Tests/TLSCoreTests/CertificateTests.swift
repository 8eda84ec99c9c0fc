private import COpenSSL
internal import TLSCore
internal import Testing

struct CertificateTests {
  @Test(arguments: Fixture.usable)
  func `a server of any kind is known by its key`(fixture: Fixture) throws {
    let identity = try fixture.identity()
    var pair = try Pair(
      .client(trusting: .pinned([identity.publicKeyFingerprint])), .server(identity: identity))
    try pair.start()
    pair.run()
    #expect(pair.client.isEstablished && pair.server.isEstablished)
    #expect(pair.client.peerCertificate?.fingerprint == identity.publicKeyFingerprint)
  }

  @Test(arguments: Fixture.usable)
  func `a client of any kind is known by its key`(fixture: Fixture) throws {
    let identity = try fixture.identity()
    var pair = try Pair(
      .client(trusting: .insecure, identity: identity),
      .server(
        identity: .sample("server"),
        clients: .required { $0.fingerprint.hex == fixture.fingerprint ? .accepted : .refused }))
    try pair.start()
    pair.run()
    #expect(pair.client.isEstablished && pair.server.isEstablished)
    #expect(pair.server.peerCertificate?.commonName != nil)
  }

  @Test(arguments: Fixture.usable)
  func `a key of P-256 alone is one of nodes`(fixture: Fixture) throws {
    let identity = try fixture.identity()
    var pair = try Pair(
      .client(trusting: .decided { $0.nodeKey == nil ? .refused : .accepted }),
      .server(identity: identity))
    try pair.start()
    pair.run()
    #expect(!pair.client.isEstablished)
    #expect(pair.clientError?.code == .certificateRefused)
    let node = try Identity.sample("node")
    pair = try Pair(
      .client(trusting: .decided { $0.nodeKey == nil ? .refused : .accepted }),
      .server(identity: node))
    try pair.start()
    pair.run()
    #expect(pair.client.peerCertificate?.nodeKey?.fingerprint == node.publicKeyFingerprint)
  }

  @Test func `a server that asks for nothing gets nothing`() throws {
    var pair = try Pair(
      .client(trusting: .insecure, identity: .sample("client")),
      .server(identity: .sample("server")))
    try pair.start()
    pair.run()
    #expect(pair.server.isEstablished)
    #expect(pair.server.peerCertificate == nil)
  }

  @Test(arguments: [false, true])
  func `a certificate that is only requested may be missing`(hasIdentity: Bool) throws {
    var pair = try Pair(
      .client(trusting: .insecure, identity: hasIdentity ? .sample("client") : nil),
      .server(identity: .sample("server"), clients: .requested { _ in .accepted }))
    try pair.start()
    pair.run()
    #expect(pair.server.isEstablished)
    #expect(pair.server.peerCertificate?.commonName == (hasIdentity ? "client" : nil))
  }

  @Test func `a certificate that is required may not be missing`() throws {
    var pair = try Pair(
      .client(trusting: .insecure),
      .server(identity: .sample("server"), clients: .required { _ in .accepted }))
    try pair.start()
    pair.run()
    #expect(pair.serverError?.code == .certificateRequired)
    #expect(pair.serverError?.isFromPeer == false)
    #expect(pair.clientError?.code == .certificateRequired)
    #expect(pair.clientError?.isFromPeer == true)
    #expect(!pair.server.isEstablished)
  }

  @Test(arguments: [
    (CertificateVerdict.refused, TLSError.Code.certificateRefused),
    (.revoked, .certificateRevoked),
  ])
  func `a server says why it refuses a client`(
    verdict: CertificateVerdict, code: TLSError.Code
  ) throws {
    for isRequired in [true, false] {
      let decision: CertificateDecision = { _ in verdict }
      var pair = try Pair(
        .client(trusting: .insecure, identity: .sample("client")),
        .server(
          identity: .sample("server"),
          clients: isRequired ? .required(decision) : .requested(decision)))
      try pair.start()
      pair.run()
      #expect(pair.serverError?.code == code)
      #expect(pair.serverError?.isFromPeer == false)
      #expect(pair.clientError?.code == code)
      #expect(pair.clientError?.isFromPeer == true)
      #expect(!pair.server.isEstablished)
    }
  }

  @Test(arguments: [
    (CertificateVerdict.refused, TLSError.Code.certificateRefused),
    (.revoked, .certificateRevoked),
  ])
  func `a client says why it refuses a server`(
    verdict: CertificateVerdict, code: TLSError.Code
  ) throws {
    var pair = try Pair(
      .client(trusting: .decided { _ in verdict }), .server(identity: .sample("server")))
    try pair.start()
    pair.run()
    #expect(pair.clientError?.code == code)
    #expect(pair.clientError?.isFromPeer == false)
    #expect(pair.serverError?.code == code)
    #expect(pair.serverError?.isFromPeer == true)
    #expect(!pair.client.isEstablished)
  }

  @Test func `another key with the same name is not the pinned one`() throws {
    let pinned = try Identity.sample("server").publicKeyFingerprint
    var pair = try Pair(
      .client(trusting: .pinned([pinned])), .server(identity: .sample("server")))
    try pair.start()
    pair.run()
    #expect(pair.clientError?.code == .certificateRefused)
    #expect(pair.clientError?.description == "cannot shake hands: certificate rejected")
  }

  @Test(arguments: ["node.example", "127.0.0.1"])
  func `a name that is not the certificate's is refused`(name: String) throws {
    let identity = try Identity.sample("server", hostNames: ["other.example"])
    var pair = try Pair(
      .client(trusting: .roots(pem: Array(identity.certificatePEM().utf8))),
      .server(identity: identity), name: name)
    try pair.start()
    pair.run()
    #expect(pair.clientError?.code == .certificateRefused)
    #expect(pair.clientError?.detail.contains("mismatch") == true)
    #expect(pair.serverError?.isFromPeer == true)
  }

  @Test func `a root and the right name are enough`() throws {
    let identity = try Identity.sample("server", hostNames: ["a.example", "Node.example"])
    var pair = try Pair(
      .client(trusting: .roots(pem: Array(identity.certificatePEM().utf8))),
      .server(identity: identity), name: "node.example")
    try pair.start()
    #expect(contains("node.example", pair.toServer))
    pair.run()
    #expect(pair.client.isEstablished)
  }

  @Test func `an address is not sent as a name`() throws {
    var pair = try Pair(
      .client(trusting: .insecure), .server(identity: .sample("server")), name: "192.0.2.17")
    try pair.start()
    #expect(!contains("192.0.2.17", pair.toServer))
  }

  @Test(arguments: [true, false])
  func `a server of an unknown authority is refused`(usesSystem: Bool) throws {
    let identity = try Identity.sample("server", hostNames: ["node.example"])
    let other = try Identity.sample("server", hostNames: ["node.example"])
    var pair = try Pair(
      .client(trusting: usesSystem ? .system : .roots(pem: Array(other.certificatePEM().utf8))),
      .server(identity: identity), name: "node.example")
    try pair.start()
    pair.run()
    #expect(pair.clientError?.code == .certificateRefused)
  }

  @Test func `an expired certificate counts for pins only`() throws {
    let validity = try #require(Validity(notBefore: 0, notAfter: 86_400))
    let identity = try Identity.make(
      commonName: "server", hostNames: ["node.example"], validity: validity)
    var strict = try Pair(
      .client(trusting: .roots(pem: Array(identity.certificatePEM().utf8))),
      .server(identity: identity), name: "node.example")
    try strict.start()
    strict.run()
    #expect(strict.clientError?.detail == "certificate has expired")
    #expect(strict.serverError?.code == .certificateRefused)
    var pinned = try Pair(
      .client(trusting: .pinned([identity.publicKeyFingerprint])), .server(identity: identity))
    try pinned.start()
    pinned.run()
    #expect(pinned.client.isEstablished)
  }

  @Test func `a name to be checked cannot be left out`() throws {
    let configuration = try TLSConfiguration.client(trusting: .system)
    let error = try #require(throws: TLSError.self) { _ = try TLSConnection(configuration) }
    #expect(error.code == .misuse)
  }

  @Test(arguments: ["", "a b", "a\u{0}b", "ä.example", String(repeating: "a", count: 254)])
  func `what cannot be a server's name is refused`(name: String) throws {
    let configuration = try TLSConfiguration.client(trusting: .insecure)
    let error = try #require(throws: TLSError.self) {
      _ = try TLSConnection(configuration, serverName: name)
    }
    #expect(error.code == .misuse)
  }

  @Test(arguments: [
    "", "nothing", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
  ])
  func `roots that are none are refused`(pem: String) throws {
    let error = try #require(throws: TLSError.self) {
      _ = try TLSConfiguration.client(trusting: .roots(pem: Array(pem.utf8)))
    }
    #expect(error.code == .invalidPEM)
  }

  @Test func `a key that is too weak is refused`() throws {
    let identity = try Fixture.rsa1024.identity()
    let error = try #require(throws: TLSError.self) {
      _ = try TLSConfiguration.server(identity: identity)
    }
    #expect(error.code == .invalidPEM)
    #expect(error.description.contains("too small"))
  }

  private func contains(_ text: String, _ bytes: [UInt8]) -> Bool {
    let text = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: text) }
  }
}

/// The bytes of `span`, for a test that may keep them.
func copy(of span: Span<UInt8>) -> [UInt8] {
  var bytes: [UInt8] = []
  for index in span.indices { bytes.append(span[index]) }
  return bytes
}
