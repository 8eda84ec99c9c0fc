internal import RPCCore
internal import Synchronization

/// How calls of many tasks went.
final class Tally: Sendable {
  private let counts = Mutex<(answered: Int, failures: [StatusCode: Int])>((0, [:]))

  var answered: Int { counts.withLock { $0.answered } }
  var failures: [StatusCode: Int] { counts.withLock { $0.failures } }

  /// Counts a call that was answered, or why it was not.
  func note(_ failure: StatusCode?) {
    counts.withLock { counts in
      if let failure {
        counts.failures[failure, default: 0] += 1
      } else {
        counts.answered += 1
      }
    }
  }
}

/// Carries a port out of a closure.
final class Mailslot: Sendable {
  private let slot = Mutex<UInt16?>(nil)

  var value: UInt16? { slot.withLock { $0 } }

  func put(_ value: UInt16) {
    slot.withLock { $0 = value }
  }
}
