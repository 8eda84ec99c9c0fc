private import CSodium

/// A key that seals bytes, so that nobody without it reads them, makes some of their own or can tell whether
/// two sealed texts hold the same.
///
/// It is XChaCha20-Poly1305 with a nonce drawn for each text: 24 bytes of it may be drawn as often as anybody
/// likes.
package struct SealingKey: Sendable {
  /// How many bytes a key has.
  package static let byteCount = 32
  /// How many bytes more a sealed text has than what is in it.
  package static let overhead = nonceBytes + tagBytes

  private static let nonceBytes = 24
  private static let tagBytes = 16

  private let key: SecretBytes

  /// Takes a key that was kept; `nil` where it has another length.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    key = SecretBytes(copying: bytes)
  }

  /// Seals bytes.
  ///
  /// - Parameters:
  ///   - bytes: What is sealed; their number shows.
  ///   - context: What has to be named again to open it; it is not in the text.
  /// - Returns: The sealed text.
  package func seal(_ bytes: [UInt8], in context: [UInt8]) -> [UInt8] {
    let nonce = Sodium.randomBytes(Self.nonceBytes)
    var text = [UInt8](repeating: 0, count: bytes.count + Self.tagBytes)
    // It has no way to fail, and all of `text` is written.
    unsafe key.withPointer { key in
      _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
        &text, nil, bytes, UInt64(bytes.count), context, UInt64(context.count), nil, nonce, key)
    }
    return nonce + text
  }

  /// What is in a sealed text; `nil` for what was not sealed with this key in this context.
  package func open(_ sealed: [UInt8], in context: [UInt8]) -> [UInt8]? {
    guard sealed.count >= Self.overhead else { return nil }
    let nonce = Array(sealed[..<Self.nonceBytes])
    let text = Array(sealed[Self.nonceBytes...])
    var bytes = [UInt8](repeating: 0, count: text.count - Self.tagBytes)
    let status = unsafe key.withPointer { key in
      unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
        &bytes, nil, nil, text, UInt64(text.count), context, UInt64(context.count), nonce, key)
    }
    return status == 0 ? bytes : nil
  }
}

extension SealingKey: ContentHiding {
  /// "a key".
  package var description: String { "a key" }
}
