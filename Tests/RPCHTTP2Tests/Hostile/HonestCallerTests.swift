internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TestSupport
internal import Testing

/// What an honest caller gets while others do their worst.
@Suite(.serialized, .timeLimit(.minutes(1))) struct `An honest caller` {
  /// Makes calls one after the other until it is told to stop.
  ///
  /// - Returns: How many were answered, and the longest that one took.
  private static func call(
    _ client: Client, until isOver: Gate
  ) async throws -> (answered: Int, worst: Duration) {
    var (answered, worst) = (0, Duration.zero)
    repeat {
      let begin = ContinuousClock.now
      #expect(try await client.call(Echo.unary, [1, 2, 3]) == [1, 2, 3])
      worst = max(worst, begin.duration(to: .now))
      answered += 1
    } while !isOver.isOpen
    return (answered, worst)
  }

  /// Runs an attack on threads of its own, beside honest calls.
  private static func beside(
    _ name: String, attackers: Int, on server: WatchedServer,
    _ attack: @escaping @Sendable (inout HostilePeer) throws -> Void
  ) async throws -> (answered: Int, worst: Duration) {
    let isOver = Gate()
    // That of the attackers counts, too.
    let started = ProcessorTime.used
    let seen = try await withThrowingTaskGroup(of: Void.self) { group in
      let loops = try (0..<attackers).map { try EventLoop(name: "attacker \($0)") }
      for loop in loops {
        group.addTask(executorPreference: loop) {
          await Task.yield()
          // A server that has had enough of a peer ends its connection, and the next one begins.
          var peer = try server.connect()
          try? attack(&peer)
        }
      }
      async let honest = server.withClient { try await call($0, until: isOver) }
      try await group.waitForAll()
      isOver.open()
      let seen = try await honest
      for loop in loops { await loop.shutdown() }
      return seen
    }
    let used = ProcessorTime.used - started
    print("\(name): \(seen.answered) calls, worst \(seen.worst), processor \(used)")
    return seen
  }

  /// Eight connections, each of which sends what it can in 200 blocks of 16 KB.
  @Test func `is answered while others send header bombs`() async throws {
    try await WatchedServer.with { server in
      let seen = try await Self.beside("header bombs", attackers: 8, on: server) { peer in
        for number in 0..<200 as Range<UInt32> {
          try peer.send { writer in
            writer.frame(
              .headers, flags: FrameFlags.endHeaders | FrameFlags.endStream, stream: 2 * number + 1,
              payload: HostilePeer.headerBomb(references: 12_000))
          }
        }
        _ = peer.remainingFrames()
      }
      #expect(seen.worst < .seconds(1))
    }
  }

  @Test func `may read one message of each answer and leave, as fast as it can`() async throws {
    try await WatchedServer.with { server in
      try await server.withClient { client in
        for _ in 0..<2_000 {
          let first = try await client.withCall(Echo.repeated) { call in
            try call.sendOnly([UInt8](repeating: 9, count: 16_384))
            return try await call.receive()
          }
          #expect(first?.count == 16_384)
        }
      }
      #expect(server.watch.seen.reasons.isEmpty)
    }
  }
}
