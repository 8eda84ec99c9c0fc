internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Synchronization

/// Holds the loop of a client when it has its first connection, until the server's script lets it go.
final class PausingObserver: ClientObserver {
  private let ear: RawSocket
  private let mouth: RawSocket
  private let isFirst = Mutex(true)
  let watch = ClientWatch()

  init() throws {
    let listener = try RawListener()
    ear = try RawSocket.connect(port: listener.port)
    mouth = try listener.accept()
  }

  /// Waits until the client stands still, and does something before it goes on.
  func meanwhile(_ body: () throws -> Void) throws {
    _ = try mouth.receive()
    try body()
    try mouth.send([1])
  }

  func connected(to server: CallPeer) {
    watch.connected(to: server)
    let isFirst = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    guard isFirst else { return }
    // If it fails, the script does, too, and says why.
    try? ear.send([1])
    _ = try? ear.receive()
  }

  func connectionFailed(_ failure: ConnectionFailure) {
    watch.connectionFailed(failure)
  }
}
