internal import SyncCore

/// When a peer is to hear that what it sent has come, where nothing else is said to it.
///
/// The first message after a while is acknowledged at once; of many small ones that follow each other, many are
/// acknowledged together, which spares both sides most of what a message costs beside its samples.
struct AcknowledgementPace: Sendable {
  /// So many seconds lie between two acknowledgements.
  static let pause = 0.02
  /// Unless so much came in between, by the weight of messages.
  private static let mostWeight: UInt64 = 16_384
  /// Or this part of what the peer sends at most, so that it need not wait.
  private static let partOfCredit: UInt64 = 4

  private var last = -Double.infinity

  /// Whether what is owed is to be said now; a clock that was set back makes nobody wait.
  func isDue(_ owed: Unacknowledged, at now: Double) -> Bool {
    owed.weight >= min(Self.mostWeight, owed.credit / Self.partOfCredit)
      || abs(now - last) >= Self.pause
  }

  /// Notes that it was said.
  mutating func noteSaid(at now: Double) {
    last = now
  }
}
