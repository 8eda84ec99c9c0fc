internal import CommandLineCore
internal import DyadServices
internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: PrivateWire.obstacle == nil, "there are no private networks here"))
struct `A wire that fails nodes that sync` {
  /// `DYAD_LONG=1` asks for more of everything.
  private static let isLong = CurrentProcess.environment("DYAD_LONG") == "1"
  private static let samples = isLong ? 60_000 : 10_000

  /// Two nodes at either end of a wire, which are a pair and hold much that the other has not.
  private final class Ends {
    let wire: PrivateWire
    let phone: PairingNode
    let watch: PairingNode
    var promises = Promises()
    var generator: SeededGenerator

    init(holding count: Int, delivery: String = "1s") async throws {
      wire = try PrivateWire()
      var entropy = Entropy()
      generator = SeededGenerator(seed: entropy.next())
      let folders = try (0..<2).map { _ in try TemporaryFolder() }
      for folder in folders {
        try folder.write(
          Array("[timeouts]\ndelivery = \"\(delivery)\"\n".utf8), to: "dyadd.toml")
      }
      phone = try PairingNode(
        .phone, in: folders[0], at: "\(PrivateWire.host(0)):0", inside: wire.words(0))
      watch = try PairingNode(
        .watch, in: folders[1], at: "\(PrivateWire.host(1)):0", inside: wire.words(1))
      try await `Pairing two daemons`.pair(phone, watch)
      guard count > 0 else { return }
      for node in [phone, watch] {
        try node.stop()
        promises.noteSaved(try await node.fill(count, using: &generator))
      }
      try watch.restart()
      try phone.restart()
    }

    /// Waits until so many bytes more went to the watch, or nothing is left to be sent.
    func moved(_ bytes: UInt64) async throws {
      let before = try await phone.owner.peerStatus().bytesSent
      _ = try await phone.owner.peerStatus {
        $0.state == .settled || $0.bytesSent >= before + bytes
      }
    }

    /// Changes something on both while the wire is as it is.
    func change() async throws {
      for node in [phone, watch] {
        let runs = SampleRun.steps(200, using: &generator)
        promises.add(try await node.owner.save(runs))
        promises.add(try await node.owner.delete(runs[0].uuids.suffix(20)))
      }
    }

    /// Waits until a node notices that nobody hears it; one that waits for the other's answer does not.
    func noticed() async throws {
      try await withThrowingTaskGroup(of: PeerStatusMessage.self) { group in
        for node in [phone, watch] {
          let owner = node.owner
          group.addTask { try await owner.peerStatus { $0.connectedSince == nil } }
        }
        defer { group.cancelAll() }
        _ = try await group.next()
      }
    }

    /// Sees that both come to hold the same, with nothing lost and nothing back.
    func expectEqual() async throws {
      let status = try #require(try await phone.owner.syncNow().first)
      #expect(status.state == .settled, "\(generator)")
      try await watch.owner.syncNow()
      for node in [phone, watch] { try node.stop() }
      try await promises.expectKept(by: [phone, watch], "\(generator)")
    }
  }

  @Test(.enabled(if: PrivateWire.lossObstacle == nil, "no packets can be lost here"))
  func `packets that are lost are missed by nobody`() async throws {
    let ends = try await Ends(holding: Self.samples, delivery: "20s")
    try ends.wire.loseSome(percent: Self.isLong ? 20 : 5)
    try await ends.change()
    try await ends.moved(100_000)
    try await ends.change()
    try await ends.phone.owner.syncNow()
    try ends.wire.loseNone()
    try await ends.expectEqual()
  }

  @Test func `a wire that is taken out and put in again`() async throws {
    let ends = try await Ends(holding: Self.samples)
    for round in 0..<(Self.isLong ? 6 : 2) {
      try await ends.moved(40_000)
      try ends.wire.plug(round % 2, isIn: false)
      try await ends.change()
      try await ends.noticed()
      try ends.wire.plug(round % 2, isIn: true)
      try await ends.phone.owner.syncNow()
    }
    try await ends.expectEqual()
  }

  @Test(.enabled(if: PrivateWire.resetObstacle == nil, "no connection can be broken here"))
  func `connections that are reset again and again`() async throws {
    let ends = try await Ends(holding: Self.samples)
    for _ in 0..<(Self.isLong ? 20 : 3) {
      try await ends.moved(30_000)
      try ends.wire.reset()
      try await ends.change()
    }
    try await ends.expectEqual()
  }

  /// A day's long form waits as long as nodes do where nobody has told them anything else.
  @Test func `a peer that is gone without a word is noticed by who has something to say`()
    async throws
  {
    let ends = try await Ends(holding: 0, delivery: Self.isLong ? "25s" : "1s")
    try await ends.phone.owner.syncNow()
    try ends.wire.plug(1, isIn: false)
    let start = ContinuousClock.now
    ends.promises.add(
      try await ends.phone.owner.save(SampleRun.steps(10, using: &ends.generator)))
    let status = try await ends.phone.owner.peerStatus { $0.connectedSince == nil }
    let time = start.duration(to: .now)
    #expect(time < .seconds(Self.isLong ? 35 : 10), "\(time)")
    #expect(status.state != .settled)
    #expect(status.failure.contains("the connection was lost"), "\(status.failure)")
    if Self.isLong { print("a peer that is gone was noticed after \(time)") }
    try ends.wire.plug(1, isIn: true)
    try await ends.expectEqual()
  }
}
