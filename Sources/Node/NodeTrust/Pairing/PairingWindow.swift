package import DyadServices
package import Pairing

/// What is there while a code is shown.
package struct PairingWindow {
  package let number: UInt64
  package let code: PairingCode
  package let rows: RowsPolicy
  package let closesAt: ContinuousClock.Instant
  /// What the one who opened it hears.
  package let events: AsyncStream<Event>.Continuation
  package var sessions: [UInt64: JoiningGuest] = [:]
  /// Whose guess is being judged, or was right, or was wrong while the window closes.
  var guesser: UInt64?
  /// Whether that guess was right.
  var isProven = false

  /// What happens in a window.
  package enum Event: Sendable {
    case attempt(address: String, PairingError?)
    case shown(PeerMessage)
    /// The pair is stored; its last message is open.
    case committed(TrustedPeer)
    case closed(PairingError)
  }
}
