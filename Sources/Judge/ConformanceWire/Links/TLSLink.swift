/// TLS over another link.
package final class TLSLink: ByteLink {
  /// What carries it, for cases that break it below TLS.
  package let carrier: any ByteLink
  /// The other side's key as a `SubjectPublicKeyInfo` in DER; `nil` where it showed no certificate.
  package private(set) var peerPublicKey: [UInt8]?
  /// The SHA-256 of ``peerPublicKey``.
  package private(set) var peerFingerprint: [UInt8]?
  /// Whether the other side's bytes stopped without its saying so.
  package private(set) var isTruncated = false

  package let session: TLSSession
  /// What was decrypted while something was sent.
  private var ahead: [UInt8] = []
  private var hasEnded = false

  /// Shakes hands as the client.
  ///
  /// - Parameters:
  ///   - carrier: Nothing was said on it yet.
  ///   - options: How; the saboteur of the scene may change them.
  ///   - scene: Where it is noted.
  ///   - deadline: Until when.
  /// - Throws: `refused`, `silence`. With TLS 1.3 a server refuses a client's certificate only after
  ///   the client takes the handshake for done: then the first call that sends or receives throws.
  package init(
    client carrier: any ByteLink, _ options: TLSOptions, scene: Scene? = nil, by deadline: Deadline
  ) throws(WireError) {
    let options = scene?.interference.tls(options) ?? options
    self.carrier = carrier
    session = try TLSSession(options, isServer: false)
    try shakeHands(scene, by: deadline)
  }

  /// Shakes hands as the server, which takes any certificate of its client.
  ///
  /// - Throws: `refused`, `silence`.
  package init(
    server carrier: any ByteLink, _ options: TLSOptions, scene: Scene? = nil, by deadline: Deadline
  ) throws(WireError) {
    let options = scene?.interference.tls(options) ?? options
    self.carrier = carrier
    session = try TLSSession(options, isServer: true)
    try shakeHands(scene, by: deadline)
  }

  /// The protocol that was agreed upon; `nil` for none.
  package var alpn: String? { session.alpn }
  /// "TLSv1.3".
  package var version: String { session.version }
  /// "TLS_AES_128_GCM_SHA256".
  package var cipher: String { session.cipher }

  /// A secret that only the two ends of this connection have (RFC 8446 §7.5).
  ///
  /// - Throws: `refused` where there is none.
  package func exported(
    label: String, context: [UInt8], count: Int = 32
  ) throws(WireError) -> [UInt8] {
    guard let secret = session.exported(label: label, context: context, count: count) else {
      throw .refused("there is no connection to derive a secret from")
    }
    return secret
  }

  package func send(_ bytes: [UInt8], by deadline: Deadline) throws(WireError) {
    // In pieces, so that what is encrypted and not yet taken in stays small.
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 65_536)
      switch session.write(Array(bytes[start..<end])) {
      case .done: break
      case .failed(let error): throw error
      case .needsMore, .ended: throw .closed("TLS takes nothing more")
      }
      start = end
      do throws(WireError) {
        try carrier.send(session.drain(), by: deadline)
      } catch {
        throw lastWord() ?? error
      }
    }
  }

  package func receive(by deadline: Deadline) throws(WireError) -> [UInt8]? {
    if !ahead.isEmpty {
      defer { ahead = [] }
      return ahead
    }
    while !hasEnded {
      switch session.read() {
      case .done(let bytes): if !bytes.isEmpty { return bytes }
      case .ended: hasEnded = true
      case .failed(let error):
        tellReason()
        throw error
      case .needsMore:
        tellReason()
        guard let bytes = try carrier.receive(by: deadline) else {
          isTruncated = true
          hasEnded = true
          break
        }
        try session.feed(bytes)
      }
    }
    return nil
  }

  package func finishSending() throws(WireError) {
    session.end()
    try carrier.send(session.drain(), by: Deadline(after: .seconds(1)))
    try carrier.finishSending()
  }

  package func close() {
    session.end()
    tellReason()
    carrier.close()
  }

  private func shakeHands(_ scene: Scene?, by deadline: Deadline) throws(WireError) {
    do throws(WireError) {
      try shakeHands(by: deadline)
      peerPublicKey = session.peerPublicKey
      peerFingerprint = peerPublicKey.flatMap(Identity.sha256)
      let words = [version, cipher, alpn ?? "no protocol"].joined(separator: " ")
      scene?.transcript.add(fromNode: true, "tls", words)
    } catch {
      scene?.transcript.add(fromNode: true, "tls", error.description)
      throw error
    }
  }

  private func shakeHands(by deadline: Deadline) throws(WireError) {
    while true {
      let step = session.shakeHands()
      do throws(WireError) {
        try carrier.send(session.drain(), by: deadline)
      } catch {
        if case .closed(let how) = error { throw lastWord() ?? .refused(how) }
        throw error.waiting(for: "the TLS handshake")
      }
      switch step {
      case .done: return
      case .failed(let error): throw error
      case .ended: throw .refused("the other side ended the handshake")
      case .needsMore: break
      }
      do throws(WireError) {
        guard let bytes = try carrier.receive(by: deadline) else {
          throw .refused("the connection ended during the handshake")
        }
        try session.feed(bytes)
      } catch {
        if case .closed(let how) = error { throw .refused(how) }
        throw error.waiting(for: "the TLS handshake")
      }
    }
  }

  /// Sends what TLS has to say by itself: an alert, or an end.
  private func tellReason() {
    let bytes = session.drain()
    // Where the other side is gone, nobody is left to be told.
    if !bytes.isEmpty { try? carrier.send(bytes, by: Deadline(after: .seconds(1))) }
  }

  /// What the other side said before it broke the connection: an alert tells more than its end does.
  private func lastWord() -> WireError? {
    // Whatever is wrong with receiving, sending was wrong before.
    while let bytes = try? carrier.receive(by: Deadline(after: .zero)),
      (try? session.feed(bytes)) != nil
    {
      while true {
        let step = session.read()
        if case .failed(let error) = step { return error }
        guard case .done(let bytes) = step, !bytes.isEmpty else { break }
        ahead += bytes
      }
    }
    return nil
  }
}
