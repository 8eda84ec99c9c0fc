private import COpenSSL

/// SHA-256 of bytes, and the comparison of what it gives.
package enum SHA256 {
  /// How many bytes a digest has.
  package static var byteCount: Int { 32 }

  /// The digest of `bytes`.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    let status = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    // It has no way to fail but without memory, or without the digest that TLS 1.3 cannot do without.
    precondition(status == 1, "OpenSSL has no SHA-256")
    return digest
  }

  /// Whether two digests are the same, in a time that does not tell where they differ.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return unsafe CRYPTO_memcmp(one, other, one.count) == 0
  }
}
