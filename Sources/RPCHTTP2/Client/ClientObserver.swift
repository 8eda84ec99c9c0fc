package import RPCCore

/// Hears what becomes of a client's connections; called on its loop, so it must not wait.
///
/// It hears of a failure before the calls that fail with it do.
package protocol ClientObserver: Sendable {
  /// There is a connection: the server has taken our certificate, if any, and speaks HTTP/2.
  func connected(to server: CallPeer)

  /// A connection did not come about, or broke otherwise than in order; told once for each.
  func connectionFailed(_ failure: ConnectionFailure)
}

extension SilentObserver: ClientObserver {
  package func connected(to server: CallPeer) {}

  package func connectionFailed(_ failure: ConnectionFailure) {}
}
