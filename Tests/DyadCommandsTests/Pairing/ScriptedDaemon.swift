internal import CommandSupport
internal import DyadServices
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport

/// A daemon that answers the owner's calls as a test says, for the length of a closure.
struct ScriptedDaemon: Sendable {
  /// Answers `OpenWindow`.
  typealias Window =
    @Sendable (OpenWindowRequest, ResponseWriter<WindowEventMessage>) async throws -> Void
  /// Answers `Join`.
  typealias Join =
    @Sendable (RequestStream<JoinCommandMessage>, ResponseWriter<JoinEventMessage>) async throws ->
    Void

  /// Its state folder.
  let folder: TemporaryFolder

  /// Runs a daemon.
  ///
  /// - Parameters:
  ///   - register: Says what it answers.
  ///   - body: Calls it.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  static func run<Value: Sendable>(
    _ register: (inout Router) -> Void, _ body: (ScriptedDaemon) async throws -> Value
  ) async throws -> Value {
    let loop = try EventLoop(name: "scripted")
    let folder = try TemporaryFolder()
    let server = HTTP2Server(on: [loop])
    _ = try server.listen(at: .unix(path: folder.file("operator.sock")), .plain)
    var router = Router()
    register(&router)
    let handler = router
    let value = try await withThrowingTaskGroup(of: Void.self) { group in
      // On the loop, so that tests which block their threads do not hold it up.
      group.addTask(executorPreference: loop) { try await server.run(handler) }
      let value = try await body(ScriptedDaemon(folder: folder))
      server.beginShutdown()
      try await group.waitForAll()
      return value
    }
    await loop.shutdown()
    return value
  }

  /// Runs one that opens windows.
  static func run<Value: Sendable>(
    window: @escaping Window, _ body: (ScriptedDaemon) async throws -> Value
  ) async throws -> Value {
    try await run(
      { router in
        router.serverStreaming(PairingControlMethods.openWindow) { request, events, _ in
          try await window(request, events)
        }
      }, body)
  }

  /// Runs one that joins.
  static func run<Value: Sendable>(
    join: @escaping Join, _ body: (ScriptedDaemon) async throws -> Value
  ) async throws -> Value {
    try await run(
      { router in
        router.bidirectional(PairingControlMethods.join) { commands, events, _ in
          try await join(commands, events)
        }
      }, body)
  }

  /// What a daemon says that does not do something.
  static func refusal(
    _ word: String, _ code: StatusCode = .failedPrecondition, detail: String = "",
    until: String? = nil
  ) -> RPCError {
    var metadata: Metadata = ["dyad-refusal": .text(word)]
    if let until { metadata.add("dyad-until", .text(until)) }
    return RPCError(code, detail, metadata: metadata)
  }
}

/// Devices of the tests.
enum Devices {
  /// The time of the tests: 2026-11-21T08:00:00Z.
  static let now = 816_940_800.0
  static let address = "192.168.7.5:7443"
  static let key = [UInt8](repeating: 0xA5, count: 32)
  static let keyText = "sha256//paWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaU="
  static let keyHex = String(repeating: "a5", count: 32)
  static let link = "dyad:\(address)#482913.\(keyHex)"

  static var phone: OwnDeviceMessage {
    var device = OwnDeviceMessage()
    device.id = "K7QM-2XWA-0000-0000-0000-0001"
    device.role = 1
    device.name = "Slate"
    device.fingerprint = key
    device.addresses = [address, "[fd00::5]:7443"]
    return device
  }

  static var watch: PeerMessage {
    var peer = PeerMessage()
    peer.id = "W4TC-0000-0000-0000-0000-0002"
    peer.role = 2
    peer.name = "Band"
    peer.fingerprint = key
    peer.state = .paired
    return peer
  }

  static func opened(
    digits: String = "482913", _ change: (inout OwnDeviceMessage) -> Void = { _ in }
  ) -> WindowEventMessage {
    var opened = WindowOpenedMessage()
    opened.code = digits
    opened.closesAt = now + 120
    var device = phone
    change(&device)
    opened.device = device
    return WindowEventMessage(.opened(opened))
  }

  static func closed(
    _ refusal: String, until: Double = 0, needsUnlock: Bool = false
  ) -> WindowEventMessage {
    var closed = WindowClosedMessage()
    closed.refusal = refusal
    closed.lockedUntil = until
    closed.needsUnlock = needsUnlock
    return WindowEventMessage(.closed(closed))
  }
}
