private import COpenSSL

/// A P-256 key as certificates carry it, which checks signatures.
///
/// There is one spelling of each key, so two keys are the same where their bytes and their
/// fingerprints are.
package struct PublicKey: Hashable, Sendable {
  /// How many bytes it has: the uncompressed point behind the names of kind and curve.
  package static var byteCount: Int { 91 }

  /// The names of the kind and of the curve, and that the point is not compressed.
  private static let beginning: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
    0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ]
  /// The most bytes of a signature: two numbers of 33 bytes in a list.
  private static let largestSignature = 72

  /// The key as a `SubjectPublicKeyInfo` (RFC 5480 §2) in DER.
  package let encoded: [UInt8]
  /// Names the key; what peers pin.
  package let fingerprint: PublicKeyFingerprint

  /// Reads a key that came from anywhere.
  ///
  /// - Parameter encoded: A `SubjectPublicKeyInfo` in DER, with nothing behind it.
  /// - Throws: `invalidPublicKey` for everything but a point on P-256 in its one spelling.
  package init(encoded: [UInt8]) throws(TLSError) {
    // Before anything else: keys of other kinds can be large, and costly to look at.
    guard encoded.count == PublicKey.byteCount else {
      throw PublicKey.error("it has \(encoded.count) bytes, not \(PublicKey.byteCount)")
    }
    // OpenSSL would take a point in three spellings, and a curve in more.
    guard encoded.starts(with: PublicKey.beginning) else {
      throw PublicKey.error("it is of another kind than P-256, or spelt in another way")
    }
    TLSError.forget()
    defer { TLSError.forget() }
    guard let key = PublicKey.key(encoded) else {
      throw PublicKey.error("its point is not on the curve")
    }
    try self.init(key)
    guard self.encoded == encoded else { throw PublicKey.error("it has a second spelling") }
  }

  /// Copies the public half of a key.
  init(_ key: PrivateKey) throws(TLSError) {
    guard unsafe PublicKey.isP256(key.handle) else {
      throw PublicKey.error("it is of another kind than P-256")
    }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = unsafe i2d_PUBKEY(key.handle, &bytes)
    defer { unsafe COpenSSL_free(bytes) }
    let encoded = unsafe Array(UnsafeBufferPointer(start: bytes, count: max(0, Int(count))))
    guard encoded.count == PublicKey.byteCount, let fingerprint = PublicKeyFingerprint(of: encoded)
    else { throw PublicKey.error("it has no spelling of \(PublicKey.byteCount) bytes") }
    self.encoded = encoded
    self.fingerprint = fingerprint
  }

  /// Whether the owner of the key has signed the text.
  ///
  /// Whoever sees a signature can make another for the same text from it, so it must not be taken for
  /// the name of anything.
  ///
  /// - Parameters:
  ///   - signature: ECDSA with SHA-256, as a list of two numbers in DER; any bytes may be asked about.
  ///   - text: What was signed.
  /// - Returns: `false` also for what is no signature at all.
  package func isSignature(_ signature: [UInt8], of text: [UInt8]) -> Bool {
    guard (1...PublicKey.largestSignature).contains(signature.count) else { return false }
    TLSError.forget()
    defer { TLSError.forget() }
    guard let key = PublicKey.key(encoded), let context = unsafe EVP_MD_CTX_new() else {
      return false
    }
    defer { unsafe EVP_MD_CTX_free(context) }
    // 0 says that it is another's, less that it is none.
    return unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key.handle) == 1
      && EVP_DigestVerify(context, signature, signature.count, text, text.count) == 1
  }

  /// Reads a key of any kind, of which there is only the public half.
  private static func key(_ encoded: [UInt8]) -> PrivateKey? {
    unsafe encoded.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      guard let key = unsafe d2i_PUBKEY(nil, &position, bytes.count) else { return nil }
      let owner = unsafe PrivateKey(owning: key)
      guard unsafe position == bytes.baseAddress.map({ unsafe $0 + bytes.count }) else {
        return nil
      }
      return owner
    }
  }

  static func isP256(_ key: OpaquePointer) -> Bool {
    guard unsafe EVP_PKEY_is_a(key, "EC") == 1 else { return false }
    var name = [CChar](repeating: 0, count: 32)
    var count = 0
    guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else {
      return false
    }
    return name.prefix(count).elementsEqual("prime256v1".utf8.map { CChar(bitPattern: $0) })
  }

  private static func error(_ detail: String) -> TLSError {
    TLSError(.invalidPublicKey, cannot: "read a public key", detail)
  }
}
