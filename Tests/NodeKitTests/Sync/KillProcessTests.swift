internal import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(60))) struct `Killing daemons that sync` {
  /// How often: 20 times by default, `DYAD_LONG=1` asks for more.
  private static let kills = CurrentProcess.environment("DYAD_LONG") == "1" ? 300 : 20
  /// So many that the sync takes longer than the first half of the kills.
  private static let samples = min(1_000_000, 20_000 * kills)

  @Test func `whatever moment either daemon is killed at, no promise is broken`() async throws {
    var entropy = Entropy()
    var generator = SeededGenerator(seed: entropy.next())
    let comment: Comment = "\(generator)"
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    var promises = Promises()
    // How many kills came while much was on its way.
    var hits = 0
    var doomed: [NodeRole: [SampleUUID]] = [:]
    for (node, count) in [(phone, Self.samples), (watch, 6_000)] {
      try node.stop()
      let filled = try await node.fill(count, using: &generator)
      promises.noteSaved(filled)
      doomed[node.role] = filled.shuffled(using: &generator)
    }
    try phone.restart()
    try watch.restart()
    for _ in 0..<Self.kills {
      let victim = Bool.random(using: &generator) ? phone : watch
      // Mostly it has begun to send, and sometimes it may be at its very beginning.
      let bytes = UInt64.random(in: 0...60_000, using: &generator)
      if Int.random(in: 0..<4, using: &generator) > 0 {
        let before = try await phone.owner.peerStatus().bytesSent
        let reached = try await phone.owner.peerStatus {
          $0.state == .settled || $0.bytesSent >= before + bytes
        }
        if reached.state != .settled {
          hits += 1
        } else if hits < 3 {
          // A machine that is busy with other things has synced it all by now.
          try phone.stop()
          promises.noteSaved(try await phone.fill(Self.samples / 4, using: &generator))
          try phone.restart()
        }
      }
      // The kill is to hit any moment of what follows, and nothing tells how far that is.
      let pause = Duration.milliseconds(Int.random(in: 0...150, using: &generator))
      let process = victim.daemon.program.number
      let kept = try await withThrowingTaskGroup(of: Promises.self) { group in
        for node in [phone, watch] {
          let count = Int.random(in: 1...30, using: &generator)
          let runs = SampleRun.steps(count, using: &generator)
          let condemned = Array(doomed[node.role, default: []].suffix(10))
          doomed[node.role]?.removeLast(condemned.count)
          let owner = node.owner
          group.addTask { try await owner.save(runs) }
          group.addTask { try await owner.delete(condemned) }
        }
        group.addTask {
          try await Task.sleep(for: pause)
          RunningProgram.crash(process)
          return Promises()
        }
        return try await group.reduce(into: Promises()) { $0.add($1) }
      }
      promises.add(kept)
      victim.crash()
      try victim.restart()
    }
    #expect(hits >= 3, comment)
    try await phone.owner.syncNow()
    for node in [phone, watch] { try node.stop() }
    try await promises.expectKept(by: [phone, watch], comment)
  }
}
