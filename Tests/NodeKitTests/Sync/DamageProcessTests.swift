internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import SQLiteCore
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `Damage on the disk of a node that syncs` {
  /// Flips a bit of the longest block of a store.
  private static func spoil(_ folder: TemporaryFolder) throws {
    let connection = try SQLiteCore.Connection(path: folder.file("store.db"), mode: .readWrite)
    var find = try connection.prepare("SELECT id, body FROM block ORDER BY length(body) DESC")
    try #require(try find.step())
    var bytes = try find.blob(at: 1)
    bytes[bytes.count / 2] ^= 0x10
    var change = try connection.prepare("UPDATE block SET body = ?1 WHERE id = ?2")
    try change.bind(bytes, at: 1)
    try change.bind(find.integer(at: 0), at: 2)
    find.reset()
    try change.run()
  }

  /// A phone and a watch that hold the same, on the disk of one of which a bit flips while it runs.
  private func spoiled(
    _ role: NodeRole
  ) async throws -> (
    victim: PairingNode, other: PairingNode, count: UInt64
  ) {
    var entropy = Entropy()
    var generator = SeededGenerator(seed: entropy.next())
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    _ = try await phone.owner.save(SampleRun.steps(2_000, using: &generator))
    try await phone.owner.syncNow()
    let (victim, other) = role == .phone ? (phone, watch) : (watch, phone)
    try Self.spoil(victim.folder)
    return (victim, other, 2_000)
  }

  private func verify(_ node: PairingNode) async throws -> VerifyStoreResponse {
    try #require(try await node.asOwner { try await $0.verifyStore().last })
  }

  private func status(_ node: PairingNode) async throws -> NodeStatusMessage {
    try await node.asOwner { client in
      try await client.withCall(OperatorMethods.getStatus) { call in
        try call.sendOnly(GetStatusRequest())
        return try #require(try await call.receive())
      }
    }
  }

  @Test(arguments: [NodeRole.phone, .watch])
  func `a comparison tells what is damaged and brings it back`(role: NodeRole) async throws {
    let (victim, other, count) = try await spoiled(role)
    var request = SyncNowRequest()
    request.reconcile = true
    let answer = try await victim.asOwner { [request] in
      try await $0.call(
        OperatorMethods.syncNow, request, options: CallOptions(timeout: .seconds(120)))
    }
    #expect(answer.findings.count == 1)
    #expect(answer.findings.first?.contains("cannot be read") == true)
    let report = try await verify(victim)
    #expect(report.findings == [])
    #expect(report.samples == count)
    #expect(try await status(victim).damaged == 0)
    for node in [victim, other] { try node.stop() }
  }

  @Test(arguments: [NodeRole.phone, .watch])
  func `a sync after a look at everything brings back what that found`(role: NodeRole) async throws
  {
    let (victim, other, count) = try await spoiled(role)
    #expect(try await verify(victim).findings.count == 1)
    #expect(try await status(victim).damaged == 1)
    try await victim.owner.syncNow()
    let report = try await verify(victim)
    #expect(report.findings == [])
    #expect(report.samples == count)
    #expect(try await status(victim).damaged == 0)
    for node in [victim, other] { try node.stop() }
  }
}
