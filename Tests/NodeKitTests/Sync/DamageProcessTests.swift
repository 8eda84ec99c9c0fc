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

  private func dyad(
    _ folder: TemporaryFolder, _ words: String...
  ) throws -> RunningProgram.Ending {
    try RunningProgram.run(
      RunningProgram.builtPath("dyad"), ["--state", folder.path] + words, input: "")
  }

  @Test func `the command that compares ends with 0 where all came back`() async throws {
    let (victim, other, _) = try await spoiled(.watch)
    let run = try dyad(victim.folder, "verify", "--peer")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.lines.first == "This was damaged here; samples that the other device has came back:")
    #expect(run.output.contains("cannot be read"))
    #expect(run.lines.last?.hasSuffix("agree on all that both keep.") == true, "\(run.output)")
    #expect(try dyad(victim.folder, "verify").exitCode == 0)
    for node in [victim, other] { try node.stop() }
  }

  @Test func `it ends with 5 where something stays damaged, and names that`() async throws {
    let (victim, other, _) = try await spoiled(.watch)
    do {
      let connection = try SQLiteCore.Connection(
        path: victim.folder.file("store.db"), mode: .readWrite)
      try connection.execute("UPDATE audit SET at = at + 1 WHERE id = (SELECT min(id) FROM audit)")
    }
    let run = try dyad(victim.folder, "verify", "--peer")
    #expect(run.exitCode == 5, "\(run.output)")
    #expect(run.errors.contains("cannot mend all that is damaged"), "\(run.errors)")
    #expect(run.errors.contains("of the audit: its checksum does not match"), "\(run.errors)")
    // What the other device had is back.
    let left = try dyad(victim.folder, "verify")
    #expect(left.exitCode == 5)
    #expect(!left.output.contains("cannot be read"), "\(left.output)")
    for node in [victim, other] { try node.stop() }
  }

  @Test func `a damaged name of the device is told, and all is served under another`() throws {
    let folder = try TemporaryFolder()
    let words = ["--role", "phone", "--activity", "off"]
    func run(_ arguments: [String], _ body: () throws -> Void) throws -> String {
      let daemon = try RunningDaemon(in: folder, arguments)
      try body()
      daemon.program.receive(.terminate)
      let ending = try daemon.program.finish()
      #expect(ending.exitCode == 0)
      return ending.errors
    }
    let sample = #"{"type":"heartRate","value":61,"unit":"count/min","start":"2026-11-21"}"#
    let named = words + ["--name", "Kitchen"]
    _ = try run(named) {
      let saved = try RunningProgram.run(
        RunningProgram.builtPath("dyad"), ["--state", folder.path, "save"], input: sample)
      #expect(saved.exitCode == 0, "\(saved.errors)")
    }
    do {
      let connection = try SQLiteCore.Connection(path: folder.file("store.db"), mode: .readWrite)
      try connection.execute("UPDATE node_record SET body = x'4b' WHERE key = 'name'")
    }
    let log = try run(words) {
      #expect(try dyad(folder, "query", "heartRate", "--json").lines.count == 1)
      #expect(try dyad(folder, "status").exitCode == 0)
      let verified = try dyad(folder, "verify")
      #expect(verified.exitCode == 5)
      #expect(verified.output.contains("the record name of this node: its checksum does not match"))
    }
    #expect(log.contains("store.damaged"), "\(log)")
    #expect(log.contains("cannot read the record name of this node"), "\(log)")
    // Whoever says the name again mends it.
    _ = try run(named) {
      let verified = try dyad(folder, "verify")
      #expect(verified.exitCode == 0, "\(verified.output)")
    }
    let mended = try run(words) {}
    #expect(!mended.contains("store.damaged"), "\(mended)")
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
