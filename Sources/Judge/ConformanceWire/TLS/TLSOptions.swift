/// How one end of a TLS connection behaves; cases do wrong things on purpose.
package struct TLSOptions: Sendable {
  /// A version of the protocol.
  package enum Version: Int, Comparable, Hashable, Sendable {
    case tls12, tls13

    /// Whether the left one is older.
    package static func < (left: Version, right: Version) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whom one end takes for the other.
  package enum Trust: Hashable, Sendable {
    /// Any certificate.
    case anything
    /// The one key, by the SHA-256 of its `SubjectPublicKeyInfo`.
    case fingerprint([UInt8])
  }

  /// The certificate that is shown; `nil` for none, which servers cannot do without.
  package var identity: Identity?
  package var lowestVersion = Version.tls13
  package var highestVersion = Version.tls13
  /// What a client offers and a server takes; a server with none ignores every offer.
  package var alpn = ["h2"]
  /// The suites of TLS 1.3 as OpenSSL lists them: "TLS_AES_128_GCM_SHA256:...".
  package var cipherSuites: String?
  /// The ciphers of TLS 1.2 as OpenSSL lists them.
  package var ciphers: String?
  /// The groups as OpenSSL lists them: "X25519:P-256".
  package var groups: String?
  /// The server that a client means to reach.
  package var serverName: String?
  package var trust = Trust.anything
  /// Whether a server asks its client for a certificate.
  package var asksForCertificate = true
  /// A session that a client offers to resume, as ``TLSTicket`` makes them.
  package var session: [UInt8]?
  /// What a client says with that offer, before the node has answered.
  package var earlyData: [UInt8]?
  /// What a server encrypts tickets with that it gives and takes, with early data; it gives none
  /// without.
  package var ticketKey: [UInt8]?

  /// The usual way: TLS 1.3, "h2", and any certificate is taken.
  package init(_ identity: Identity? = nil, trust: Trust = .anything) {
    self.identity = identity
    self.trust = trust
  }
}
