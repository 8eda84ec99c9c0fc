internal import DyadServices
internal import RPCCore

/// What it costs two daemons to become a pair: everything from the code on the screen to the first
/// connection with pinned keys, on both sides together.
enum Pairings {
  static func run(_ bench: Bench) async throws {
    var costs: [Double] = []
    for _ in 0..<max(3, bench.arguments.rounds) {
      let (phone, watch) = (try BenchNode("phone"), try BenchNode("watch"))
      let before = try phone.processorTime() + watch.processorTime()
      try await pair(phone, watch)
      costs.append(try phone.processorTime() + watch.processorTime() - before)
    }
    costs.sort()
    bench.report.add(
      Figure("pairing-cpu", .milliseconds, ours: costs[costs.count / 2], goal: .atMost(50)))
    bench.report.add(Figure("pairing-cpu-most", .milliseconds, ours: costs[costs.count - 1]))
  }

  /// Makes two daemons a pair, with a code that the first one shows.
  static func pair(_ host: BenchNode, _ guest: BenchNode) async throws {
    try await host.owner.call { client in
      try await client.withCall(PairingControlMethods.openWindow) { window in
        try window.sendOnly(OpenWindowRequest())
        guard case .opened(let opened) = try await window.receive()?.event else {
          throw BenchError("cannot show a code")
        }
        try await join(guest, host.address, opened.code)
        while let event = try await window.receive()?.event {
          if case .paired = event { return }
        }
        throw BenchError("cannot pair")
      }
    }
  }

  private static func join(_ node: BenchNode, _ address: String, _ code: String) async throws {
    try await node.owner.call { client in
      try await client.withCall(PairingControlMethods.join) { call in
        var start = JoinStartMessage()
        start.address = address
        try await call.send(JoinCommandMessage(.start(start)))
        while let event = try await call.receive()?.event {
          switch event {
          case .reached: try await call.send(JoinCommandMessage(.code(code)))
          case .verified: try await call.send(JoinCommandMessage(.approve(true)))
          case .paired, .pending: return
          }
        }
      }
    }
  }
}
