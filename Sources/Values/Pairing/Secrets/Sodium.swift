private import CSodium

/// What must be so before anything of libsodium is used.
enum Sodium {
  /// Whether it is ready; the first to ask makes it so.
  static let isReady = sodium_init() >= 0

  /// A number below `bound`, each as likely as the others.
  static func random(below bound: UInt32) -> UInt32 {
    precondition(isReady, "libsodium does not start")
    return randombytes_uniform(bound)
  }

  /// `count` bytes that are unpredictable, and no secret.
  static func randomBytes(_ count: Int) -> [UInt8] {
    precondition(isReady, "libsodium does not start")
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, count)
    return bytes
  }
}
