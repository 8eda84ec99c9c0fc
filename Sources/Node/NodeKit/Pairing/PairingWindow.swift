internal import DyadServices
internal import Pairing

/// What is there while a code is shown.
struct PairingWindow {
  let number: UInt64
  let code: PairingCode
  let rows: RowsPolicy
  let closesAt: ContinuousClock.Instant
  /// What the one who opened it hears.
  let events: AsyncStream<Event>.Continuation
  var sessions: [UInt64: JoiningGuest] = [:]
  /// Whose guess is being judged, or was right, or was wrong while the window closes.
  var guesser: UInt64?
  /// Whether that guess was right.
  var isProven = false

  /// What happens in a window.
  enum Event: Sendable {
    case attempt(address: String, PairingError?)
    case shown(PeerMessage)
    /// The pair is stored; its last message is open.
    case committed(TrustedPeer)
    case closed(PairingError)
  }
}
