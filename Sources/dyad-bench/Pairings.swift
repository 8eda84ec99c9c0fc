internal import DyadServices
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport

/// What it costs two daemons to become a pair: everything from the code on the screen to the first
/// connection with pinned keys, on both sides together.
enum Pairings {
  static func run(_ bench: Bench) async throws {
    var costs: [Double] = []
    for _ in 0..<max(3, bench.arguments.rounds) {
      let (phone, watch) = (try Node("phone"), try Node("watch"))
      let before = try phone.processorTime() + watch.processorTime()
      try await pair(phone, watch)
      costs.append(try phone.processorTime() + watch.processorTime() - before)
    }
    costs.sort()
    bench.report.add(
      Figure("pairing-cpu", .milliseconds, ours: costs[costs.count / 2], goal: .atMost(50)))
    bench.report.add(Figure("pairing-cpu-most", .milliseconds, ours: costs[costs.count - 1]))
  }

  /// A daemon in a folder of its own.
  private final class Node {
    private let folder: TemporaryFolder
    private let program: RunningProgram
    let address: String

    init(_ role: String) throws {
      folder = try TemporaryFolder()
      program = try RunningProgram(
        try RunningProgram.builtPath("dyadd"),
        [
          "--state", folder.path, "--role", role, "--listen", "127.0.0.1:0", "--print-addresses",
          "--log-level", "error",
        ])
      address = String(
        try program.waitForLine("listening tls ").dropFirst("listening tls ".count))
      try program.waitForLine("listening operator ")
    }

    /// The processor time of all threads so far, in milliseconds.
    func processorTime() throws -> Double {
      let threads = "/proc/\(program.number)/task"
      var nanoseconds = 0.0
      for thread in TemporaryFolder.names(in: threads) {
        // A thread that has ended meanwhile is not counted, which is little in the pool's favour.
        let bytes = try? FileSystem.readFile("\(threads)/\(thread)/schedstat", atMost: 4_096)
        let words = String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ")
        nanoseconds += words.first.flatMap { Double($0) } ?? 0
      }
      guard nanoseconds > 0 else { throw BenchError("cannot read the processor time of dyadd") }
      return nanoseconds / 1e6
    }

    /// Calls it as its owner.
    func asOwner<Result: Sendable>(
      _ body: (Client) async throws -> Result
    ) async throws -> Result {
      let loop = try EventLoop(name: "owner")
      let configuration = ClientConfiguration(
        .address(.unix(path: folder.file("operator.sock"))), .plain)
      let result = try await HTTP2Client.withClient(configuration, on: loop, body)
      await loop.shutdown()
      return result
    }
  }

  private static func pair(_ phone: Node, _ watch: Node) async throws {
    try await watch.asOwner { client in
      try await client.withCall(PairingControlMethods.openWindow) { window in
        try window.sendOnly(OpenWindowRequest())
        guard case .opened(let opened) = try await window.receive()?.event else {
          throw BenchError("cannot show a code")
        }
        try await join(phone, watch.address, opened.code)
        while let event = try await window.receive()?.event {
          if case .paired = event { return }
        }
        throw BenchError("cannot pair")
      }
    }
  }

  private static func join(_ node: Node, _ address: String, _ code: String) async throws {
    try await node.asOwner { client in
      try await client.withCall(PairingControlMethods.join) { call in
        var start = JoinStart()
        start.address = address
        try await call.send(JoinCommand(.start(start)))
        while let event = try await call.receive()?.event {
          switch event {
          case .reached: try await call.send(JoinCommand(.code(code)))
          case .verified: try await call.send(JoinCommand(.approve(true)))
          case .paired, .pending: return
          }
        }
      }
    }
  }
}
