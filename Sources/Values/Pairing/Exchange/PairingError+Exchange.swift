internal import HealthModel

extension PairingError {
  /// What came does not fit.
  static func malformed(_ reason: String) -> PairingError {
    PairingError(.malformed, "cannot pair: \(reason)")
  }

  /// The proof was not the one that the same code gives.
  static let wrongProof = PairingError(
    .wrongCode, "cannot pair: the code does not match, or somebody is in between")

  /// There is no version that both speak.
  static let noCommonVersion = PairingError(
    .version, "cannot pair: the two devices speak no version of the exchange in common")

  /// Two phones, or two watches.
  static func sameRole(_ role: NodeRole) -> PairingError {
    PairingError(
      .wrongRole, "cannot pair: this device is a \(role.name), and the other one is a \(role.name)")
  }

  /// The clocks are too far apart.
  ///
  /// - Parameter difference: How far the other one's is ahead, in seconds; behind, below zero.
  /// - Returns: The refusal, with the difference in it.
  static func clocks(_ difference: Double) -> PairingError {
    // A peer may say what it likes, and not every number of seconds is an integer.
    let seconds = Int(min(abs(difference), 1e15).rounded())
    let distance = seconds < 600 ? "\(seconds) seconds" : "\(seconds / 60) minutes"
    let direction = difference > 0 ? "ahead of" : "behind"
    return PairingError(
      .clocks, "cannot pair: the clock of the other device is \(distance) \(direction) ours")
  }
}
