internal import Pairing
internal import SystemCore
internal import TLSCore

/// One call of another device that wants to be paired.
package struct JoiningGuest: Sendable {
  let number: UInt64
  /// The window that it came in by.
  let window: UInt64
  let address: String
  /// What it showed.
  let key: PublicKeyFingerprint
  let code: PairingCode
  /// Given when the window closes before the pair is made.
  let end: Notice<PairingError>
  /// When the window closes.
  let closesAt: ContinuousClock.Instant
}
