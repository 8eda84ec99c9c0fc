/// What is said to the peer that has shown a certificate.
package enum CertificateVerdict: Hashable, Sendable {
  /// The handshake goes on.
  case accepted
  /// The handshake ends; the peer learns that its certificate is not trusted.
  case refused
  /// The handshake ends; the peer learns that it was trusted once.
  case revoked
}

/// Decides, inside the handshake, about the certificate the peer has shown.
///
/// The peer has not proved yet that the key is its own: that follows, and the connection is
/// established only then. It runs on the thread that feeds the connection, so it must not wait.
package typealias CertificateDecision = @Sendable (PeerCertificate) -> CertificateVerdict

/// What a server asks of its clients.
package enum ClientCertificates: Sendable {
  /// Clients are not asked for a certificate.
  case none
  /// Clients may show a certificate, which is then decided about.
  case requested(CertificateDecision)
  /// Clients must show a certificate that is accepted.
  case required(CertificateDecision)
}

/// Which servers a client believes.
package enum ServerTrust: Sendable {
  /// Those with a certificate from one of the system's authorities, for the name asked for.
  case system
  /// Those with a certificate from one of the authorities in a PEM text, for the name asked for.
  case roots(pem: [UInt8])
  /// Those with one of these keys, whatever else their certificates say.
  case pinned(Set<PublicKeyFingerprint>)
  /// Those that the decision accepts, whatever else their certificates say.
  case decided(CertificateDecision)
  /// All: whoever answers is believed, also somebody in between.
  case insecure
}
