internal import DyadServices
internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A disk that fails a node that syncs` {
  private static let tracer = "/usr/bin/strace"
  private static var tracerObstacle: String? {
    do {
      return try FileSystem.exists(tracer) ? nil : "strace is not installed"
    } catch {
      return "\(error)"
    }
  }

  @Test(.enabled(if: SmallDisk.obstacle == nil, "there is no small disk here"))
  func `a watch whose disk is full says so, and goes on when there is room`() async throws {
    var entropy = Entropy()
    var generator = SeededGenerator(seed: entropy.next())
    let disk = try SmallDisk(megabytes: 32)
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch, in: disk.folder))
    try await `Pairing two daemons`.pair(phone, watch)
    var promises = Promises()
    for (node, count) in [(watch, 2_000), (phone, 100_000)] {
      try node.stop()
      promises.noteSaved(try await node.fill(count, using: &generator))
    }
    try watch.restart()
    try disk.fill(leaving: 700_000)
    try phone.restart()
    try watch.daemon.program.waitForError(" sync.stopped ")
    let status = try await watch.owner.peerStatus { $0.failure.contains("cannot write") }
    #expect(status.failure == "this watch cannot write its store: its disk is full")
    #expect(status.state != .settled)
    #expect(status.equalAt == nil)
    // The phone has nobody to sync with, and says as much.
    let other = try await phone.owner.peerStatus()
    #expect(other.state != .settled)
    #expect(other.equalAt == nil)
    promises.add(try await watch.owner.save(SampleRun.steps(20_000, using: &generator)))
    try disk.clear()
    promises.add(try await watch.owner.save(SampleRun.steps(100, using: &generator)))
    try await watch.owner.syncNow()
    for node in [phone, watch] { try node.stop() }
    try await promises.expectKept(by: [phone, watch], "\(generator)")
  }

  @Test(
    .enabled(if: tracerObstacle == nil, "there is no strace"),
    arguments: [
      (NodeRole.watch, "fdatasync:error=EIO:when=3+4"),
      (.phone, "fdatasync:error=ENOSPC:when=2+3"),
      (.watch, "pwrite64:error=ENOSPC:when=20+15"),
      (.phone, "pwrite64:error=EIO:when=10+15"),
    ])
  func `a disk that takes some things and not others loses nothing that was promised`(
    role: NodeRole, fault: String
  ) async throws {
    var entropy = Entropy()
    var generator = SeededGenerator(seed: entropy.next())
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    let victim = role == .phone ? phone : watch
    var promises = Promises()
    let tracer = try RunningProgram(
      Self.tracer,
      [
        "-f", "-s", "0", "-o", victim.folder.file("trace"),
        "-p", "\(victim.daemon.program.number)", "-e", "trace=fdatasync,pwrite64",
        "-e", "inject=\(fault)",
      ])
    try tracer.waitForError(" attached")
    for round in 0..<12 {
      for node in [phone, watch] {
        let runs = SampleRun.steps(round % 3 == 0 ? 4_096 : 10, using: &generator)
        let kept = try await node.owner.save(runs)
        promises.add(kept)
        if !kept.saved.isEmpty {
          promises.add(try await node.owner.delete(Array(runs[0].uuids.prefix(3))))
        }
      }
    }
    victim.crash()
    // It ends with the process that it watches.
    _ = try tracer.finish()
    let trace = String(decoding: try victim.folder.read("trace"), as: UTF8.self)
    #expect(trace.contains("(INJECTED)"))
    try victim.restart()
    try await phone.owner.syncNow()
    for node in [phone, watch] { try node.stop() }
    try await promises.expectKept(by: [phone, watch], "\(generator), \(fault)")
    #expect(!promises.saved.isEmpty)
  }
}
