private import CSodium

/// The group ristretto255, its elements and scalars as their 32 bytes.
package enum Ristretto {
  /// How many bytes an element has, and a scalar.
  package static let byteCount = 32

  /// The element that 64 evenly distributed bytes stand for (RFC 9496 §4.3.4).
  package static func element(of hash: [UInt8]) -> [UInt8] {
    precondition(hash.count == Sodium.longCount, "an element is derived from a SHA-512")
    var element = [UInt8](repeating: 0, count: byteCount)
    // Every hash stands for an element.
    _ = unsafe crypto_core_ristretto255_from_hash(&element, hash)
    return element
  }

  /// A scalar that is drawn evenly, and is not zero.
  package static func randomScalar() -> [UInt8] {
    precondition(Sodium.isReady, "libsodium does not start")
    var scalar = [UInt8](repeating: 0, count: byteCount)
    unsafe crypto_core_ristretto255_scalar_random(&scalar)
    return scalar
  }

  /// A multiple of an element.
  ///
  /// - Parameters:
  ///   - element: Bytes of anybody, of whatever length.
  ///   - scalar: Ours.
  /// - Returns: `nil` where the bytes are no element, or it or its multiple is the identity.
  package static func multiple(of element: [UInt8], by scalar: [UInt8]) -> [UInt8]? {
    precondition(scalar.count == byteCount, "a scalar has \(byteCount) bytes")
    // Libsodium 1.0.18 does not look at the top bit, with which a number is too high (RFC 9496).
    guard element.count == byteCount, element[byteCount - 1] < 0x80,
      unsafe crypto_core_ristretto255_is_valid_point(element) == 1
    else { return nil }
    var product = [UInt8](repeating: 0, count: byteCount)
    let status = unsafe crypto_scalarmult_ristretto255(&product, scalar, element)
    return status == 0 ? product : nil
  }
}
