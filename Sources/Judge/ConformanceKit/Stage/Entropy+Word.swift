internal import SystemCore

extension Entropy {
  /// A random number, not 0.
  package static func word() -> UInt64 {
    var entropy = Entropy()
    return UInt64.random(in: 1...(.max), using: &entropy)
  }
}
