package import RPCCore

/// Hears what becomes of a client's connections; called on its loop, so it must not wait.
///
/// It hears of a failure before the calls that fail with it do.
package protocol ClientObserver: Sendable {
  /// The server is there, and has shown who it is where that is wanted.
  func reached(_ server: CallPeer)

  /// There is a connection: the server has taken our certificate, if any, and speaks HTTP/2.
  func connected(to server: CallPeer)

  /// A connection did not come about, or broke otherwise than in order; told once for each.
  func connectionFailed(_ failure: ConnectionFailure)
}

extension ClientObserver {
  /// Does nothing; for those who only want to know what comes of it.
  package func reached(_ server: CallPeer) {}
}

extension SilentObserver: ClientObserver {
  package func connected(to server: CallPeer) {}

  package func connectionFailed(_ failure: ConnectionFailure) {}
}
