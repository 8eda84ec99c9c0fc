private import COpenSSL

/// A private key and the certificate that shows it to peers.
///
/// The key stays inside OpenSSL, which wipes it with the last reference to this value and to the
/// configurations made with it.
package struct Identity: Sendable {
  let key: PrivateKey
  /// The certificate of the key, then those that vouch for it, if any.
  let certificates: [Certificate]
  /// Names the key; what peers pin.
  package let publicKeyFingerprint: PublicKeyFingerprint

  init(_ key: PrivateKey, _ certificates: [Certificate], cannot operation: String) throws(TLSError)
  {
    guard let leaf = certificates.first else {
      throw TLSError(.invalidPEM, cannot: operation, "there is no certificate")
    }
    guard unsafe X509_check_private_key(leaf.handle, key.handle) == 1 else {
      TLSError.forget()
      throw TLSError(
        .keyMismatch, cannot: operation, "the private key is not the certificate's")
    }
    guard let publicKey = unsafe X509_get_X509_PUBKEY(leaf.handle),
      let fingerprint = unsafe PublicKeyFingerprint(of: publicKey)
    else { throw TLSError.taken(cannot: operation, .other) }
    self.key = key
    self.certificates = certificates
    publicKeyFingerprint = fingerprint
  }
}
