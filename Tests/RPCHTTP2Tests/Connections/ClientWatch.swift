internal import RPCCore
internal import RPCHTTP2
internal import Synchronization

/// What a client was told about its connections, in order.
final class ClientWatch: ClientObserver {
  enum Event: Hashable {
    case connected(CallPeer)
    case failed(ConnectionFailure)
  }

  private let told = Mutex<[Event]>([])

  var events: [Event] { told.withLock { $0 } }

  var failures: [ConnectionFailure] {
    events.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
  }

  var servers: [CallPeer] {
    events.compactMap { if case .connected(let server) = $0 { server } else { nil } }
  }

  func connected(to server: CallPeer) {
    told.withLock { $0.append(.connected(server)) }
  }

  func connectionFailed(_ failure: ConnectionFailure) {
    told.withLock { $0.append(.failed(failure)) }
  }
}
