private import CSodium

/// SHA-2, of public and of secret bytes.
enum Digest {
  /// How many bytes a SHA-256 has.
  static let sha256ByteCount = 32
  /// How many bytes a SHA-512 has.
  static let sha512ByteCount = 64

  /// The SHA-256 of public bytes.
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: sha256ByteCount)
    // It has no way to fail, as below.
    _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest
  }

  /// The SHA-512 of secret bytes, which is as secret.
  static func sha512(_ bytes: SecretBytes) -> SecretBytes {
    unsafe SecretBytes(count: sha512ByteCount) { digest in
      unsafe bytes.withPointer { start in
        _ = unsafe crypto_hash_sha512(digest, start, UInt64(bytes.count))
      }
    }
  }
}
