private import CSodium

/// HMAC-SHA512 and what is made of it.
enum MessageAuthentication {
  /// How many bytes a tag has.
  static let tagByteCount = 64

  /// The HMAC of `message` under `key`, of whatever length.
  ///
  /// It is secret until it is sent: who knows what a proof should be can give it.
  static func tag(_ message: SecretBytes, key: SecretBytes) -> SecretBytes {
    unsafe SecretBytes(count: tagByteCount) { tag in
      var state = crypto_auth_hmacsha512_state()
      unsafe withUnsafeMutablePointer(to: &state) { state in
        // None of the three has a way to fail.
        unsafe key.withPointer { start in
          _ = unsafe crypto_auth_hmacsha512_init(state, start, key.count)
        }
        unsafe message.withPointer { start in
          _ = unsafe crypto_auth_hmacsha512_update(state, start, UInt64(message.count))
        }
        _ = unsafe crypto_auth_hmacsha512_final(state, tag)
        unsafe sodium_memzero(state, MemoryLayout<crypto_auth_hmacsha512_state>.size)
      }
    }
  }

  /// HKDF-SHA512 (RFC 5869), for keys of up to ``tagByteCount`` bytes.
  ///
  /// - Parameters:
  ///   - secret: What the key depends on.
  ///   - salt: What makes keys of the same secret differ.
  ///   - info: What the key is for.
  ///   - count: How many bytes it has.
  /// - Returns: The key.
  static func key(
    from secret: SecretBytes, salt: [UInt8], info: [UInt8], count: Int
  ) -> SecretBytes {
    precondition((1...tagByteCount).contains(count), "one block is enough for every key of ours")
    let extracted = tag(secret, key: SecretBytes(copying: salt))
    let block = tag(SecretBytes(copying: info + [1]), key: extracted)
    return unsafe SecretBytes(count: count) { start in
      unsafe block.withPointer { unsafe start.initialize(from: $0, count: count) }
    }
  }
}
