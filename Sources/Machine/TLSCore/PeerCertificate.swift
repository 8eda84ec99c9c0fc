private import COpenSSL

/// The certificate that the other side of a handshake has shown, with proof of its private key.
package struct PeerCertificate: Hashable, Sendable {
  /// Names the key, and with it the peer.
  package let fingerprint: PublicKeyFingerprint
  /// What the certificate calls its owner: a claim, not a proof.
  package let commonName: String?
  /// The whole certificate as it was sent.
  package let encoded: [UInt8]
  /// The key as the certificate carries it.
  private let publicKey: [UInt8]

  /// Copies what `certificate`, which OpenSSL owns, says; `nil` if it has no key to speak of.
  init?(_ certificate: OpaquePointer) {
    guard let key = unsafe X509_get_X509_PUBKEY(certificate) else { return nil }
    let publicKey = unsafe PublicKeyFingerprint.bytes(of: key)
    guard let fingerprint = PublicKeyFingerprint(of: publicKey) else { return nil }
    self.publicKey = publicKey
    self.fingerprint = fingerprint
    commonName = unsafe PeerCertificate.commonName(of: certificate)
    encoded = unsafe PeerCertificate.bytes(of: certificate)
  }

  /// The key, where it is one that nodes may have; `nil` for one of another kind than P-256, or spelt in
  /// another way.
  package var nodeKey: PublicKey? {
    // Why it is none is nobody's question.
    try? PublicKey(encoded: publicKey)
  }

  private static func commonName(of certificate: OpaquePointer) -> String? {
    let name = unsafe X509_get_subject_name(certificate)
    let index = unsafe X509_NAME_get_index_by_NID(name, NID_commonName, -1)
    guard index >= 0, let entry = unsafe X509_NAME_get_entry(name, index) else { return nil }
    var text: UnsafeMutablePointer<UInt8>?
    let count = unsafe ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
    defer { unsafe COpenSSL_free(text) }
    guard count >= 0, let text = unsafe text else { return nil }
    // The certificate's own limit, which a certificate need not keep, is 64 characters.
    let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(count)).prefix(256)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  private static func bytes(of certificate: OpaquePointer) -> [UInt8] {
    var encoded: UnsafeMutablePointer<UInt8>?
    let count = unsafe i2d_X509(certificate, &encoded)
    defer { unsafe COpenSSL_free(encoded) }
    return unsafe Array(UnsafeBufferPointer(start: encoded, count: max(0, Int(count))))
  }
}
