internal import DyadServices
internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A network that fails nodes that sync` {
  private static let pairs = 3
  private static let cutsPerPair = 10
  /// More than are lost at a time, so that each connection comes to its end.
  private static let samplesPerCut = 8_192

  @Test func `nodes come together again by themselves after thirty broken connections`()
    async throws
  {
    var entropy = Entropy()
    // After each they wait for a second or two, which several pairs do at the same time.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.pairs {
        let seed = entropy.next()
        group.addTask { try await Self.breakConnections(SeededGenerator(seed: seed)) }
      }
      try await group.waitForAll()
    }
  }

  private static func breakConnections(_ seeded: SeededGenerator) async throws {
    var generator = seeded
    let comment: Comment = "\(seeded)"
    let loop = try EventLoop(name: "relay")
    let relay = try RoughRelay(on: loop)
    try await relay.start()
    let phone = try PairingNode(.phone, at: "\(relay.upstreams[0])")
    let watch = try PairingNode(.watch, at: "\(relay.upstreams[1])")
    try await pair(phone, watch, at: relay.addresses[1])
    var promises = Promises()
    var content = 0
    for cut in 0..<cutsPerPair {
      let harm = RoughRelay.Harm.allCases[(cut + Int(seeded.seed % 4)) % 4]
      let bytes = Int.random(in: 5_000...140_000, using: &generator)
      let many = SampleRun.steps(samplesPerCut, using: &generator)
      let few = SampleRun.steps(50, using: &generator)
      content += try SampleRun.messages(of: many + few).reduce(0) { $0 + $1.count }
      await relay.prepare(harm, after: bytes)
      promises.add(try await phone.owner.save(many))
      promises.add(try await watch.owner.save(few))
      promises.add(try await watch.owner.delete(few[0].uuids.suffix(7)))
      await relay.hasHarmed()
      promises.add(try await phone.owner.delete(many[0].uuids.suffix(7)))
      await relay.endStalled()
    }
    let status = try #require(try await phone.owner.syncNow().first)
    // What was under way when a connection broke is sent again, and nothing else.
    #expect(status.bytesSent + status.bytesReceived <= UInt64(4 * content), comment)
    #expect(status.state == .settled, comment)
    for node in [phone, watch] { try node.stop() }
    await relay.stop()
    await loop.shutdown()
    try await promises.expectKept(by: [phone, watch], comment)
  }

  /// Pairs two nodes that find each other at the relay.
  private static func pair(
    _ phone: PairingNode, _ watch: PairingNode, at address: SocketAddress
  ) async throws {
    try await watch.showingCode { code, window in
      let outcome = try await Joining(address: "\(address)", code: code).run(on: phone)
      guard case .paired = outcome, case .paired = try await window.ending() else {
        throw TestSupportError("they are not paired: \(outcome)")
      }
    }
  }
}
