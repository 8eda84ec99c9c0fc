internal import DyadServices
internal import HealthModel
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport
internal import Testing

/// A node with a daemon of its own, which can crash and come back at the same address.
final class PairingNode {
  let role: NodeRole
  let folder: TemporaryFolder
  private let arguments: [String]
  private let surroundings: [String]
  private(set) var daemon: RunningDaemon
  /// Nobody else gets its port while it is dead.
  private let port: ReservedPort?

  /// Starts a node.
  ///
  /// - Parameters:
  ///   - role: what it is.
  ///   - name: what it is called.
  ///   - folder: where it keeps its state; a new one if there is none.
  ///   - address: where others reach it; at a port that nobody else has if nothing is said.
  ///   - surroundings: what runs its daemon, a program and its words; nothing where the tests do.
  ///   - logLevel: what is worth a line of its log, which few tests read.
  ///   - arguments: what its daemon is told beside.
  /// - Throws: that the daemon does not start.
  init(
    _ role: NodeRole, name: String? = nil, in folder: TemporaryFolder? = nil,
    at address: String? = nil, inside surroundings: [String] = [],
    logging logLevel: String = "debug",
    _ arguments: [String] = []
  ) throws {
    self.role = role
    self.arguments =
      ["--role", role.name, "--name", name ?? "Test \(role.name)", "--log-level", logLevel]
      + (arguments.contains("--activity") ? [] : ["--activity", "off"]) + arguments
    self.surroundings = surroundings
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    let port = try address == nil ? ReservedPort() : nil
    self.port = port
    daemon = try RunningDaemon(
      in: folder, self.arguments, at: address ?? "127.0.0.1:\(port?.number ?? 0)",
      inside: surroundings)
  }

  /// Where others reach it.
  var address: String { "\(daemon.node)" }

  /// Ends its daemon without a chance to do anything.
  func crash() {
    daemon.program.crash()
  }

  /// Starts its daemon again, at the same address.
  func restart() throws {
    daemon = try RunningDaemon(in: folder, arguments, at: address, inside: surroundings)
  }

  /// Ends its daemon in order.
  ///
  /// - Returns: all that it said.
  @discardableResult
  func stop() throws -> String {
    daemon.program.receive(.terminate)
    let ending = try daemon.program.finish()
    #expect(ending.exitCode == 0)
    return ending.output + ending.errors
  }

  /// Calls it as its owner.
  func asOwner<Result: Sendable>(
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    try await withClient(daemon.asOwner(), body)
  }

  func device() async throws -> OwnDeviceMessage {
    try await asOwner { try await $0.call(PairingControlMethods.getDevice, GetDeviceRequest()) }
  }

  func peers() async throws -> [PeerMessage] {
    try await asOwner {
      try await $0.call(PairingControlMethods.listPeers, ListPeersRequest()).peers
    }
  }

  /// The ids of those it is paired with, once nothing about them is open.
  func settledPeers() async throws -> [String] {
    for _ in 0..<600 {
      let peers = try await peers()
      if peers.allSatisfy({ $0.state != .pending }) {
        return peers.filter { $0.state == .paired }.map(\.id)
      }
      // It settles by calls of its own, which nobody here can wait for; the bound is far above them.
      try await Task.sleep(for: .milliseconds(50))
    }
    throw TestSupportError("the pairing is open for 30 s")
  }

  /// Shows a code for the length of a closure.
  func showingCode<Result: Sendable>(
    _ change: (inout OpenWindowRequest) -> Void = { _ in },
    _ body: (String, ClientStream<OpenWindowRequest, WindowEventMessage>) async throws -> Result
  ) async throws -> Result {
    var request = OpenWindowRequest()
    change(&request)
    return try await asOwner { [request] client in
      try await client.withCall(PairingControlMethods.openWindow) { call in
        try call.sendOnly(request)
        guard case .opened(let opened) = try await call.receive()?.event else {
          throw TestSupportError("no window was opened")
        }
        return try await body(opened.code, call)
      }
    }
  }
}

extension ClientStream where Response == WindowEventMessage {
  /// How the window ends.
  func ending() async throws -> WindowEventMessage.Event? {
    while let event = try await receive()?.event {
      switch event {
      case .paired, .closed: return event
      case .opened, .attempt, .shown: continue
      }
    }
    return nil
  }
}
