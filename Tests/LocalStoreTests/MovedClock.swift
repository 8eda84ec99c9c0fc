private import Synchronization
internal import SystemCore

/// A clock that a test moves.
final class MovedClock: Sendable {
  static let day = 86_400.0

  private let time = Mutex(700_000_000.0)

  var now: Double {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  var clock: WallClock { WallClock { self.now } }
}
