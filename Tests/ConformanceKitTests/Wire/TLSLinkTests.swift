internal import ConformanceKit
internal import ConformanceWire
internal import Testing

@Suite struct TLSLinkTests {
  private static var soon: Deadline { TwoEnds.soon }

  /// What a client says after a handshake that the server may refuse late.
  private static func askThrough(_ address: String, _ options: TLSOptions) throws -> [UInt8]? {
    let link = try TLSLink(client: PlainLink(to: address, by: soon), options, by: soon)
    try link.send([1, 2, 3], by: soon)
    return try link.receive(by: soon)
  }

  private static func refusal(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "not refused"
    } catch WireError.refused(let reason) {
      return reason
    } catch {
      return "\(error)"
    }
  }

  @Test func `two ends that pinned each other talk`() async throws {
    let (one, other) = (try Identity(), try Identity())
    try await TwoEnds.play { listener in
      let link = try TLSLink(
        server: listener.accept(by: Self.soon),
        TLSOptions(one, trust: .fingerprint(other.fingerprint)), by: Self.soon)
      #expect(link.peerFingerprint == other.fingerprint)
      #expect(link.peerPublicKey == other.publicKey)
      // The client sends the secret that both derive.
      var heard: [UInt8] = []
      while let bytes = try link.receive(by: Self.soon) { heard += bytes }
      let secret = try link.exported(label: "EXPORTER-test", context: [7], count: 32)
      #expect(heard == secret)
      try link.send(Array(heard.reversed()), by: Self.soon)
      link.close()
    } client: { address in
      let link = try TLSLink(
        client: PlainLink(to: address, by: Self.soon),
        TLSOptions(other, trust: .fingerprint(one.fingerprint)), by: Self.soon)
      #expect(link.alpn == "h2")
      #expect(link.version == "TLSv1.3")
      #expect(!link.cipher.isEmpty)
      let secret = try link.exported(label: "EXPORTER-test", context: [7], count: 32)
      try link.send(secret, by: Self.soon)
      try link.finishSending()
      let answer = try link.receive(by: Self.soon)
      #expect(answer == secret.reversed())
      let end = try link.receive(by: Self.soon)
      #expect(end == nil)
      #expect(!link.isTruncated)
    }
  }

  @Test func `a server with another key is refused`() async throws {
    let (one, other) = (try Identity(), try Identity())
    try await TwoEnds.play { listener in
      let reason = Self.refusal {
        let link = try TLSLink(
          server: listener.accept(by: Self.soon), TLSOptions(one), by: Self.soon)
        _ = try link.receive(by: Self.soon)
      }
      #expect(reason == "the other side says: bad certificate")
    } client: { address in
      let reason = Self.refusal {
        _ = try Self.askThrough(
          address, TLSOptions(other, trust: .fingerprint(other.fingerprint)))
      }
      #expect(reason.contains("certificate verify failed"))
    }
  }

  @Test(arguments: [true, false]) func `a refused certificate is told late, by its alert`(
    shows: Bool
  ) async throws {
    let (one, other) = (try Identity(), try Identity())
    try await TwoEnds.play { listener in
      let reason = Self.refusal {
        _ = try TLSLink(
          server: listener.accept(by: Self.soon),
          TLSOptions(one, trust: .fingerprint(one.fingerprint)), by: Self.soon)
      }
      #expect(reason != "not refused")
    } client: { address in
      let reason = Self.refusal {
        _ = try Self.askThrough(address, TLSOptions(shows ? other : nil))
      }
      let alert = shows ? "bad certificate" : "certificate required"
      #expect(reason == "the other side says: \(alert)")
    }
  }

  @Test func `a protocol that nobody takes is refused`() async throws {
    let one = try Identity()
    try await TwoEnds.play { listener in
      let reason = Self.refusal {
        _ = try TLSLink(server: listener.accept(by: Self.soon), TLSOptions(one), by: Self.soon)
      }
      #expect(reason != "not refused")
    } client: { address in
      var options = TLSOptions(one)
      options.alpn = ["http/1.1"]
      let reason = Self.refusal { _ = try Self.askThrough(address, options) }
      #expect(reason == "the other side says: no application protocol")
    }
  }

  @Test func `an old version is refused`() async throws {
    let one = try Identity()
    try await TwoEnds.play { listener in
      let reason = Self.refusal {
        _ = try TLSLink(server: listener.accept(by: Self.soon), TLSOptions(one), by: Self.soon)
      }
      #expect(reason != "not refused")
    } client: { address in
      var options = TLSOptions(one)
      (options.lowestVersion, options.highestVersion) = (.tls12, .tls12)
      let reason = Self.refusal { _ = try Self.askThrough(address, options) }
      #expect(reason == "the other side says: protocol version")
    }
  }

  @Test(arguments: [
    Identity.Kind.curve("P-256"), .curve("P-384"), .rsa(bits: 2_048),
  ]) func `every kind of certificate is taken`(kind: Identity.Kind) async throws {
    let one = try Identity()
    let other = try Identity(kind: kind, isExpired: true)
    try await TwoEnds.play { listener in
      let link = try TLSLink(
        server: listener.accept(by: Self.soon), TLSOptions(one), by: Self.soon)
      #expect(link.peerPublicKey == other.publicKey)
      try link.send([9], by: Self.soon)
      link.close()
    } client: { address in
      let answer = try Self.askThrough(address, TLSOptions(other))
      #expect(answer == [9])
    }
  }

  @Test func `a server that says nothing is told from one that refuses`() throws {
    let listener = try Listener()
    let plain = try PlainLink(to: listener.address, by: Self.soon)
    #expect(throws: WireError.silence("the TLS handshake")) {
      _ = try TLSLink(client: plain, TLSOptions(), by: Deadline(after: .milliseconds(1)))
    }
  }

  @Test func `signatures differ and keys of wrong names are not made`() throws {
    let identity = try Identity()
    let signature = try identity.sign([1, 2, 3])
    #expect(signature.first == 0x30)
    #expect(identity.publicKey.count == 91)
    #expect(throws: IdentityError.self) { _ = try Identity(curve: "P-0") }
  }
}
