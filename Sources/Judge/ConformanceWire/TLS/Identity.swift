private import COpenSSL

/// A certificate of the tool's own making with its private key.
package final class Identity: Sendable {
  /// What kind of key an identity has.
  package enum Kind: Hashable, Sendable {
    /// An elliptic curve by its name: "P-256", "P-384".
    case curve(String)
    case rsa(bits: Int)
  }

  /// The public half of the key, as a `SubjectPublicKeyInfo` in DER.
  package let publicKey: [UInt8]
  /// The SHA-256 of ``publicKey``; what nodes pin.
  package let fingerprint: [UInt8]
  /// The certificate in DER.
  package let certificateDER: [UInt8]
  private let privateKeyDER: [UInt8]

  package init(_ key: OwnedKey, _ certificate: OwnedCertificate) throws(IdentityError) {
    publicKey = unsafe OwnedBytes.take { bytes in unsafe i2d_PUBKEY(key.handle, &bytes) }
    privateKeyDER = unsafe OwnedBytes.take { bytes in unsafe i2d_PrivateKey(key.handle, &bytes) }
    certificateDER = unsafe OwnedBytes.take { bytes in unsafe i2d_X509(certificate.handle, &bytes) }
    guard !publicKey.isEmpty, !privateKeyDER.isEmpty, !certificateDER.isEmpty else {
      throw IdentityError(cannot: "write an identity", "the key has no form in bytes")
    }
    guard let fingerprint = Identity.sha256(publicKey) else {
      throw IdentityError(cannot: "name a key", "there is no SHA-256")
    }
    self.fingerprint = fingerprint
  }

  /// The digest of any bytes; `nil` if OpenSSL has no SHA-256.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 32)
    let status = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return status == 1 ? digest : nil
  }

  /// Signs a text.
  ///
  /// - Returns: ECDSA with SHA-256, as a list of two numbers in DER, where the key is of a curve.
  package func sign(_ text: [UInt8]) throws(IdentityError) -> [UInt8] {
    let key = try key()
    guard let context = unsafe EVP_MD_CTX_new() else {
      throw IdentityError(cannot: "sign", "there is no memory")
    }
    defer { unsafe EVP_MD_CTX_free(context) }
    var count = 0
    guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key.handle) == 1,
      unsafe EVP_DigestSign(context, nil, &count, text, text.count) == 1
    else { throw IdentityError(cannot: "sign", "the key is of no kind that signs") }
    var signature = [UInt8](repeating: 0, count: count)
    guard unsafe EVP_DigestSign(context, &signature, &count, text, text.count) == 1,
      count <= signature.count
    else { throw IdentityError(cannot: "sign", "OpenSSL gives no reason") }
    return Array(signature.prefix(count))
  }

  /// The key as OpenSSL has it.
  package func key() throws(IdentityError) -> OwnedKey {
    let handle = unsafe privateKeyDER.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return unsafe d2i_AutoPrivateKey(nil, &position, bytes.count)
    }
    guard let handle = unsafe handle else {
      throw IdentityError(cannot: "use a key", "OpenSSL does not read it again")
    }
    return unsafe OwnedKey(owning: handle)
  }

  /// The certificate as OpenSSL has it.
  package func certificate() throws(IdentityError) -> OwnedCertificate {
    let handle = unsafe certificateDER.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return unsafe d2i_X509(nil, &position, bytes.count)
    }
    guard let handle = unsafe handle else {
      throw IdentityError(cannot: "use a certificate", "OpenSSL does not read it again")
    }
    return unsafe OwnedCertificate(owning: handle)
  }
}
