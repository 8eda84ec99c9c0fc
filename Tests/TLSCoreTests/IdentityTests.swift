internal import TLSCore
internal import Testing

struct IdentityTests {
  @Test func `an identity survives its PEM`() throws {
    let identity = try Identity.sample("Kitchen – Küche", hostNames: ["node.example"])
    let certificate = try identity.certificatePEM()
    let key = try identity.withPrivateKeyPEM { copy(of: $0) }
    let again = try Identity(certificatePEM: Array(certificate.utf8), privateKeyPEM: key)
    #expect(again.publicKeyFingerprint == identity.publicKeyFingerprint)
    #expect(try again.certificatePEM() == certificate)
    #expect(try again.withPrivateKeyPEM { copy(of: $0) } == key)
    var pair = try Pair(
      .client(trusting: .pinned([identity.publicKeyFingerprint])), .server(identity: again))
    try pair.start()
    pair.run()
    #expect(pair.client.peerCertificate?.commonName == "Kitchen – Küche")
  }

  @Test func `key and certificate may stand in one text`() throws {
    let fixture = Fixture.p384
    let text = Array((fixture.key + "\n" + fixture.certificate).utf8)
    let identity = try Identity(certificatePEM: text, privateKeyPEM: text)
    #expect(identity.publicKeyFingerprint.hex == fixture.fingerprint)
  }

  @Test func `those that vouch for a certificate are shown with it`() throws {
    let text = Fixture.p384.certificate + "\n" + Fixture.rsa2048.certificate + "\n"
    let identity = try Identity(
      certificatePEM: Array(text.utf8), privateKeyPEM: Array(Fixture.p384.key.utf8))
    #expect(try identity.certificatePEM() == text)
    var pair = try Pair(
      .client(trusting: .pinned([identity.publicKeyFingerprint])), .server(identity: identity))
    try pair.start()
    pair.run()
    #expect(pair.client.isEstablished)
  }

  @Test(arguments: Fixture.usable + [.rsa1024])
  func `the fingerprint is the one OpenSSL's program gives`(fixture: Fixture) throws {
    #expect(try fixture.identity().publicKeyFingerprint.hex == fixture.fingerprint)
  }

  @Test func `two identities of one name have different keys`() throws {
    let one = try Identity.sample("a")
    let two = try Identity.sample("a")
    #expect(one.publicKeyFingerprint != two.publicKeyFingerprint)
    #expect(try one.certificatePEM() != two.certificatePEM())
  }

  @Test func `a key of another certificate is refused`() throws {
    let error = try #require(throws: TLSError.self) {
      _ = try Identity(
        certificatePEM: Array(Fixture.p384.certificate.utf8),
        privateKeyPEM: Array(Fixture.p521.key.utf8))
    }
    #expect(error.code == .keyMismatch)
    #expect(
      error.description
        == "cannot load the identity: the private key is not the certificate's")
  }

  @Test(arguments: [
    "", "nothing of the kind", "-----BEGIN CERTIFICATE-----\n",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n", "\u{0}\u{0}\u{0}",
  ])
  func `a text without a certificate is refused`(text: String) throws {
    let error = try #require(throws: TLSError.self) {
      _ = try Identity(
        certificatePEM: Array(text.utf8), privateKeyPEM: Array(Fixture.p384.key.utf8))
    }
    #expect(error.code == .invalidPEM)
  }

  @Test(arguments: [
    "", "nothing of the kind", "-----BEGIN PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", Fixture.p384.certificate,
    Fixture.locked,
  ])
  func `a text without a readable key is refused`(text: String) throws {
    let error = try #require(throws: TLSError.self) {
      _ = try Identity(
        certificatePEM: Array(Fixture.p384.certificate.utf8), privateKeyPEM: Array(text.utf8))
    }
    #expect(error.code == .invalidPEM)
  }

  @Test func `a second certificate that is broken is not passed over`() throws {
    let text =
      Fixture.p384.certificate
      + "\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    let error = try #require(throws: TLSError.self) {
      _ = try Identity(
        certificatePEM: Array(text.utf8), privateKeyPEM: Array(Fixture.p384.key.utf8))
    }
    #expect(error.code == .invalidPEM)
  }

  @Test func `texts have a bound`() throws {
    let chain = String(repeating: Fixture.p384.certificate + "\n", count: 11)
    let padding = String(repeating: "#", count: 1 << 20)
    for text in [chain, padding + Fixture.p384.certificate] {
      let error = try #require(throws: TLSError.self) {
        _ = try Identity(
          certificatePEM: Array(text.utf8), privateKeyPEM: Array(Fixture.p384.key.utf8))
      }
      #expect(error.code == .invalidPEM)
    }
  }

  @Test(arguments: ["", String(repeating: "ä", count: 65)])
  func `a name that does not fit a certificate is refused`(name: String) throws {
    let error = try #require(throws: TLSError.self) { _ = try Identity.sample(name) }
    #expect(error.code == .misuse)
  }

  @Test(arguments: ["", "a,DNS:b", "a b", "ä.example", String(repeating: "a", count: 254)])
  func `what cannot be a host name is refused`(name: String) throws {
    let error = try #require(throws: TLSError.self) {
      _ = try Identity.sample("a", hostNames: ["good.example", name])
    }
    #expect(error.code == .misuse)
  }

  @Test(arguments: [
    (-978_307_200.0, -978_307_200.0), (0, 0), (0, nil), (8.1e8, 1e9),
  ])
  func `a validity that can be written is taken`(first: Double, last: Double?) throws {
    let validity = try #require(Validity(notBefore: first, notAfter: last))
    _ = try Identity.make(commonName: "a", validity: validity)
  }

  @Test(
    arguments: [
      (-978_307_201.0, 0), (1, 0), (0, 1e12), (.nan, 0), (0, .nan), (-.infinity, 0),
      (0, .infinity), (1e300, nil),
    ] as [(Double, Double?)])
  func `a validity that cannot be is none`(first: Double, last: Double?) {
    #expect(Validity(notBefore: first, notAfter: last) == nil)
  }
}
