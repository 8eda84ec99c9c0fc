private import COpenSSL

/// The SHA-256 of a public key as certificates carry it, which names its owner for good: another
/// certificate with the same key has the same fingerprint.
package struct PublicKeyFingerprint: Hashable, Sendable {
  /// How many bytes it has.
  package static var byteCount: Int { 32 }

  private static let prefix = "sha256//"
  private static let digits = Array("0123456789abcdef".utf8)

  /// The bytes, ``byteCount`` of them.
  package let bytes: [UInt8]

  /// Takes the bytes; `nil` unless there are ``byteCount`` of them.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == PublicKeyFingerprint.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Reads ``description`` or ``hex``; `nil` for every other text.
  package init?(_ text: String) {
    if text.hasPrefix(PublicKeyFingerprint.prefix) {
      self.init(base64: Array(text.utf8.dropFirst(PublicKeyFingerprint.prefix.utf8.count)))
    } else {
      self.init(hex: Array(text.utf8))
    }
  }

  /// Hashes a public key, which OpenSSL owns.
  init?(of key: OpaquePointer) {
    self.init(of: unsafe PublicKeyFingerprint.bytes(of: key))
  }

  /// A public key, which OpenSSL owns, as certificates carry it; nothing where it cannot be told.
  static func bytes(of key: OpaquePointer) -> [UInt8] {
    var encoded: UnsafeMutablePointer<UInt8>?
    let count = unsafe i2d_X509_PUBKEY(key, &encoded)
    defer { unsafe COpenSSL_free(encoded) }
    return unsafe Array(UnsafeBufferPointer(start: encoded, count: max(0, Int(count))))
  }

  /// Hashes a public key as certificates carry it.
  init?(of encoded: [UInt8]) {
    var digest = [UInt8](repeating: 0, count: PublicKeyFingerprint.byteCount)
    guard !encoded.isEmpty,
      unsafe EVP_Digest(encoded, encoded.count, &digest, nil, EVP_sha256(), nil) == 1
    else { return nil }
    bytes = digest
  }

  /// The bytes as 64 lower-case digits.
  package var hex: String {
    let digits = PublicKeyFingerprint.digits
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private init?(hex: [UInt8]) {
    guard hex.count == 2 * PublicKeyFingerprint.byteCount else { return nil }
    let values = hex.compactMap { digit in
      let lowercase = (0x41...0x46).contains(digit) ? digit + 0x20 : digit
      return PublicKeyFingerprint.digits.firstIndex(of: lowercase).map { UInt8($0) }
    }
    guard values.count == hex.count else { return nil }
    bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  private init?(base64: [UInt8]) {
    // 32 bytes are 44 characters, and decode to 33 with the padding.
    guard base64.count == 44 else { return nil }
    var decoded = [UInt8](repeating: 0, count: 33)
    guard unsafe EVP_DecodeBlock(&decoded, base64, 44) == 33 else { return nil }
    bytes = Array(decoded.dropLast())
    // OpenSSL overlooks spaces, missing padding and stray bits; the one right spelling does not.
    guard description.utf8.dropFirst(PublicKeyFingerprint.prefix.utf8.count).elementsEqual(base64)
    else { return nil }
  }
}

extension PublicKeyFingerprint: CustomStringConvertible {
  /// "sha256//BASE64", which curl takes for a pinned key.
  package var description: String {
    var encoded = [UInt8](repeating: 0, count: 45)
    let count = unsafe EVP_EncodeBlock(&encoded, bytes, Int32(bytes.count))
    return PublicKeyFingerprint.prefix + String(decoding: encoded.prefix(Int(count)), as: UTF8.self)
  }
}
