internal import CommandSupport
internal import DyadCommands
internal import DyadServices
internal import RPCCore
private import Synchronization

/// What was asked of a daemon, in order.
final class Asked<Request: Sendable>: Sendable {
  private let requests = Mutex<[Request]>([])

  var all: [Request] { requests.withLock { $0 } }

  func note(_ request: Request) { requests.withLock { $0.append(request) } }
}

extension Router {
  /// Gives the same answer to every call of a method.
  mutating func answer<Request, Response>(
    _ method: Method<Request, Response>, _ asked: Asked<Request> = Asked(), with response: Response
  ) {
    unary(method) { request, _ in
      asked.note(request)
      return response
    }
  }

  /// Refuses every call of a method.
  mutating func refuse<Request, Response>(
    _ method: Method<Request, Response>, _ error: RPCError
  ) {
    unary(method) { _, _ in throw error }
  }

  /// Tells how the node is, one after the other, and ends.
  mutating func status(
    _ statuses: NodeStatusMessage..., asked: Asked<GetStatusRequest> = Asked()
  ) {
    serverStreaming(OperatorMethods.getStatus) { request, writer, _ in
      asked.note(request)
      for status in statuses { try await writer.send(status) }
    }
  }
}

extension PairRun {
  /// Runs `dyad` with those words, at a daemon that answers as registered.
  static func dyad(
    _ words: [String], _ register: (inout Router) -> Void,
    _ change: (inout Setting) -> Void = { _ in }
  ) async throws -> PairRun {
    try await ScriptedDaemon.run(register) { daemon in
      await PairRun(words, at: daemon) { setting in
        setting.group = []
        change(&setting)
      }
    }
  }
}

/// Nodes of the tests.
enum Nodes {
  /// What a terminal would obey, and a name may hold.
  static let hostile = "B\u{1B}[2Jand\u{202E}\u{7}\n"

  /// A phone with one watch, all well.
  static func phone(
    _ change: (inout PeerStatusMessage) -> Void = { _ in }
  ) -> NodeStatusMessage {
    var status = NodeStatusMessage()
    status.id = Devices.phone.id
    status.role = 1
    status.name = "Slate"
    status.version = "0.1.0"
    status.now = Devices.now
    status.startedAt = Devices.now - 7_200
    status.samples = 1_204
    status.peers = [band(change)]
    return status
  }

  /// A watch that belongs to it.
  static func watch() -> NodeStatusMessage {
    var status = phone { peer in
      peer.id = Devices.phone.id
      peer.role = 1
      peer.name = "Slate"
    }
    status.id = Devices.watch.id
    status.role = 2
    status.name = "Band"
    status.cutoff = Devices.now - 7 * 86_400
    return status
  }

  /// The watch as the phone sees it.
  static func band(
    _ change: (inout PeerStatusMessage) -> Void = { _ in }
  ) -> PeerStatusMessage {
    var peer = PeerStatusMessage()
    peer.id = Devices.watch.id
    peer.role = 2
    peer.name = "Band"
    peer.state = .settled
    peer.connectedSince = Devices.now - 60
    peer.equalAt = Devices.now - 12
    peer.address = Devices.address
    change(&peer)
    return peer
  }

  static func count(_ type: String, _ count: UInt64) -> TypeCountMessage {
    var message = TypeCountMessage()
    message.type = type
    message.count = count
    return message
  }

  static func access(_ type: String, read: UInt32, share: UInt32) -> TypeAccessMessage {
    var access = TypeAccessMessage()
    access.type = type
    access.read = read
    access.share = share
    return access
  }

  /// Whether a terminal would obey something in a text, ends of lines apart.
  static func isObeyed(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      ($0.value < 0x20 && $0 != "\n") || $0.value == 0x7F || $0 == "\u{202E}"
    }
  }
}

/// Identifiers of types as the daemon says them.
enum Types {
  static let heartRate = "HKQuantityTypeIdentifierHeartRate"
  static let stepCount = "HKQuantityTypeIdentifierStepCount"
  static let bodyMass = "HKQuantityTypeIdentifierBodyMass"
}
