internal import DyadServices
internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(4))) struct `Two watches with one phone` {
  @Test func `what one watch saves or deletes is so on the other`() async throws {
    var entropy = Entropy()
    var generator = SeededGenerator(seed: entropy.next())
    let phone = try PairingNode(.phone)
    let watches = try ["Left", "Right"].map { try PairingNode(.watch, name: $0) }
    for watch in watches { try await `Pairing two daemons`.pair(phone, watch) }
    var promises = Promises()
    let runs = watches.map { _ in SampleRun.steps(1_000, using: &generator) }
    for (watch, run) in zip(watches, runs) {
      promises.add(try await watch.owner.save(run))
      try await watch.owner.syncNow()
    }
    let statuses = try await phone.owner.syncNow()
    #expect(Set(statuses.map(\.name)) == ["Left", "Right"])
    // Each deletes what the other saved.
    promises.add(try await watches[0].owner.delete(Array(runs[1][0].uuids.prefix(100))))
    promises.add(try await watches[1].owner.delete(Array(runs[0][0].uuids.prefix(100))))
    for watch in watches { try await watch.owner.syncNow() }
    try await phone.owner.syncNow()
    #expect(promises.deleted.count == 200)
    for node in watches + [phone] { try node.stop() }
    try await promises.expectKept(by: watches + [phone], "\(generator)")
  }
}
