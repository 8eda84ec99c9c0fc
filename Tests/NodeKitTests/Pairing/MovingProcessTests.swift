internal import DyadServices
internal import HealthModel
internal import SystemCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `Moving a node to a new machine` {
  private func dyad(
    _ words: [String], in folder: TemporaryFolder, input: String = ""
  ) throws
    -> RunningProgram.Ending
  {
    try RunningProgram.run(
      try RunningProgram.builtPath("dyad"), words + ["--state", folder.path], input: input)
  }

  /// Puts a backup of a phone into a new folder, in place of the phone, which was stopped.
  private func moved(
    _ phone: PairingNode, by options: [String], input: String = ""
  ) throws -> PairingNode {
    let file = phone.folder.file("moving.backup")
    let backup = try dyad(["backup", file] + options, in: phone.folder, input: input)
    #expect(backup.exitCode == 0, "\(backup.errors)")
    try phone.stop()
    let folder = try TemporaryFolder()
    let restore = try dyad(["restore", file, "--yes"], in: folder, input: input)
    #expect(restore.exitCode == 0, "\(restore.errors)")
    return try PairingNode(.phone, in: folder, at: phone.address)
  }

  @Test func `a backup with the key brings the pair along`() async throws {
    let phone = try PairingNode(.phone)
    let watch = try PairingNode(.watch)
    try await `Pairing two daemons`.pair(phone, watch)
    let device = try await phone.device()
    let words = "a passphrase of some words\n"
    let fresh = try moved(phone, by: ["--with-key"], input: words)
    #expect(try await fresh.device().id == device.id)
    var entropy = Entropy()
    var generator = SeededGenerator(seed: entropy.next())
    let promises = try await fresh.owner.save(SampleRun.steps(10, using: &generator))
    try await fresh.owner.syncNow()
    for node in [watch, fresh] {
      let said = try node.stop()
      #expect(!said.contains("key.is-another") && !said.contains("a passphrase"))
    }
    try await promises.expectKept(by: [fresh, watch], "\(generator)")
  }

  @Test func `without the key the node and its status say what to do`() async throws {
    let phone = try PairingNode(.phone)
    let watch = try PairingNode(.watch)
    try await `Pairing two daemons`.pair(phone, watch)
    let fresh = try moved(phone, by: [])
    _ = try await watch.owner.peerStatus { $0.failure.contains("another key") }
    let status = try dyad(["status"], in: watch.folder)
    #expect(status.output.contains("end the pair with 'dyad pair remove' and pair anew"))
    // The watch knows no such key, which is no reason to forget the watch.
    let own = try dyad(["status"], in: fresh.folder)
    #expect(own.output.contains("another key than its pairs were made with"), "\(own.output)")
    #expect(try dyad(["pair", "list", "--json"], in: fresh.folder).lines.count == 1)
    #expect(try fresh.stop().contains("key.is-another"))
  }
}
