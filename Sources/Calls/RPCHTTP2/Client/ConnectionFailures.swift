package import RPCCore
private import Synchronization

/// The last failures of a client's connections, by which a call that fails can say why.
package final class ConnectionFailures: ClientObserver {
  private struct Kept {
    var first: ConnectionFailure?
    var hasReached = false
  }

  private let kept = Mutex(Kept())

  package init() {}

  /// Why the first one failed.
  package var first: ConnectionFailure? { kept.withLock { $0.first } }

  /// Whether a server was reached that speaks TLS where that is wanted, whatever came then.
  package var hasReached: Bool { kept.withLock { $0.hasReached } }

  package func reached(_ server: CallPeer) {
    kept.withLock { $0.hasReached = true }
  }

  package func connected(to server: CallPeer) {}

  package func connectionFailed(_ failure: ConnectionFailure) {
    kept.withLock { $0.first = $0.first ?? failure }
  }
}
