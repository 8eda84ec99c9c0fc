private import CSodium
internal import ConformanceWire

/// The hashes, tags and random bytes of libsodium.
package enum Sodium {
  /// How many bytes a tag of HMAC-SHA512 has, and a SHA-512.
  static let longCount = 64

  /// Whether it is ready; the first to ask makes it so.
  static let isReady = sodium_init() >= 0

  /// `count` bytes that nobody can foresee.
  static func randomBytes(_ count: Int) -> [UInt8] {
    precondition(isReady, "libsodium does not start")
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, count)
    return bytes
  }

  /// The SHA-256 of `bytes`.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    // It has no way to fail, and nor have those below.
    _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest
  }

  /// The SHA-512 of `bytes`.
  package static func sha512(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: longCount)
    _ = unsafe crypto_hash_sha512(&digest, bytes, UInt64(bytes.count))
    return digest
  }

  /// The HMAC-SHA512 (RFC 2104) of `message` under a key of whatever length.
  package static func tag(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: longCount)
    var state = crypto_auth_hmacsha512_state()
    _ = unsafe crypto_auth_hmacsha512_init(&state, key, key.count)
    _ = unsafe crypto_auth_hmacsha512_update(&state, message, UInt64(message.count))
    _ = unsafe crypto_auth_hmacsha512_final(&state, &tag)
    return tag
  }

  /// HKDF-SHA512 (RFC 5869) for keys of one block.
  ///
  /// - Parameters:
  ///   - secret: What the key depends on.
  ///   - salt: What makes keys of one secret differ.
  ///   - info: What the key is for.
  ///   - count: How many bytes it has, up to ``longCount``.
  /// - Returns: The key.
  package static func key(from secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8]
  {
    precondition((1...longCount).contains(count), "one block is all that is asked for")
    return Array(tag(info + [1], key: tag(secret, key: salt)).prefix(count))
  }
}
