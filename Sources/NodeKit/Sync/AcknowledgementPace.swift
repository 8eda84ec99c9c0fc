internal import HealthModel
internal import SyncCore

/// When a peer is to hear that what it sent has come, where nothing else is said to it.
///
/// The first message after a while is acknowledged at once; of many small ones that follow each other, many are
/// acknowledged together, which spares both sides most of what a message costs beside its samples. No peer waits
/// for it: there is credit for much more.
struct AcknowledgementPace: Sendable {
  /// So many seconds lie between two acknowledgements.
  static let pause = 0.02
  /// Unless so much came in between, by the weight of messages: a part of the least credit that there is.
  private static let mostWeight: UInt64 = 16_384

  private var last = -Double.infinity
  private var weight: UInt64 = 0

  /// Notes that a message came.
  mutating func note(_ message: SyncMessage) {
    weight = weight.addingReportingOverflow(message.weight).partialValue
  }

  /// Whether what is owed is to be said now; a clock that was set back makes nobody wait.
  func isDue(at now: Double) -> Bool {
    weight >= Self.mostWeight || abs(now - last) >= Self.pause
  }

  /// Notes that it was said.
  mutating func noteSaid(at now: Double) {
    (last, weight) = (now, 0)
  }
}
