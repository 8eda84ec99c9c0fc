internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import SystemCore
internal import TestSupport
internal import Testing

@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: SmallDisk.obstacle == nil, "there is no small disk here"))
struct `A full disk` {
  private static let advice = "Make room on the disk"

  let disk: SmallDisk
  private let program: String

  init(megabytes: Int = 4) throws {
    disk = try SmallDisk(megabytes: megabytes)
    program = try RunningProgram.builtPath("dyad")
  }

  func dyad(_ words: String..., input: String = "") throws -> RunningProgram.Ending {
    try RunningProgram.run(program, ["--state", disk.folder.path] + words, input: input)
  }

  /// Lines that no compression makes shorter, one for each of so many seconds.
  static func lines(_ seconds: Range<Int>) -> String {
    var entropy = Entropy()
    return seconds.map { second in
      let note = (0..<8).map { _ in String(entropy.next() as UInt64, radix: 36) }.joined()
      return
        #"{"type":"heartRate","value":61,"unit":"count/min","start":\#(1_700_000_000 + second),"#
        + #""metadata":{"note":"\#(note)"}}"#
    }.joined(separator: "\n") + "\n"
  }

  func count() throws -> Int {
    let types = try dyad("types", "--json")
    #expect(types.exitCode == 0, "\(types.errors)")
    return types.output.split(separator: "\"samples\":").dropFirst()
      .reduce(0) { $0 + (Int($1.prefix { $0.isNumber }) ?? 0) }
  }

  private func expectRefusal(_ ending: RunningProgram.Ending) {
    #expect(ending.exitCode == 1, "\(ending.errors)")
    #expect(ending.errors.contains(Self.advice), "\(ending.errors)")
    for wrong in ["orrect it", "log", "nothing of"] {
      #expect(!ending.errors.contains(wrong), "\(ending.errors)")
    }
  }

  /// Saves until nothing more fits; what was told is what is there.
  private func fillBySaving() throws -> Int {
    let told = try saveInVain(0..<60_000)
    let stored = try count()
    #expect(told == stored)
    #expect(stored > 0)
    return stored
  }

  /// Saves more than there is room for; how much of it was told to be saved, as a slow pipe brings few lines
  /// at a time.
  func saveInVain(_ seconds: Range<Int>) throws -> Int {
    let saved = try dyad("save", input: Self.lines(seconds))
    expectRefusal(saved)
    return saved.output.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// A deletion works, and what it frees is there for what is saved next.
  private func deleteAndSave(_ stored: Int) throws {
    let deleted = try dyad(
      "delete", "heartRate", "--from", "2023-11-14", "--to", "2023-11-14T23:00:00Z")
    #expect(deleted.exitCode == 0, "\(deleted.errors)")
    let all = try dyad("delete", "heartRate", "--all", "--yes")
    #expect(all.exitCode == 0, "\(all.errors)")
    #expect(try count() == 0)
    let again = try dyad("save", input: Self.lines(100_000..<104_000))
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(try count() == 4_000)
    let verified = try dyad("verify")
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
  }

  @Test func `what is told to be saved is stored, reading goes on, and deleting gives room`() throws
  {
    let stored = try fillBySaving()
    try disk.fill()
    let verified = try dyad("verify")
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
    let more = try saveInVain(70_000..<75_000)
    #expect(try count() == stored + more)
    try deleteAndSave(stored)
  }

  @Test func `without anything in reserve it can still be read`() throws {
    let stored = try fillBySaving()
    _ = try FileSystem.removeFile(disk.folder.file("store.db-reserve"))
    try disk.fill()
    #expect(try count() == stored)
    let verified = try dyad("verify")
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
    try disk.clear()
    try deleteAndSave(stored)
  }

  @Test func `a daemon says the same, and its status tells it`() async throws {
    let daemon = try RunningDaemon(in: disk.folder)
    let stored = try fillBySaving()
    try disk.fill()
    let more = try saveInVain(70_000..<75_000)
    #expect(try count() == stored + more)
    let status = try dyad("status")
    #expect(status.output.contains("The disk is full"), "\(status.output)")
    #expect(try dyad("status", "--json").output.contains("\"diskFull\":true"))
    // What an app reads of it.
    let error = await #expect(throws: RPCError.self) {
      try await withClient(daemon.asOwner()) { client in
        // What erasing gives back is filled as well; a disk of this size has no room for half of it.
        for round in 0..<100 {
          var request = SaveRequest()
          request.samples = (0..<20_000).map { second in
            var sample = PlainSampleMessage()
            sample.type = "heartRate"
            sample.value = .quantity(Double(second) * 1.1)
            sample.start = Double(second) * 7.3 + Double(round) * 1e6
            return sample
          }
          _ = try await client.call(StoreMethods.save, request)
        }
      }
    }
    #expect(error?.diskFullSentence != nil)
    #expect(error?.detail.contains(Self.advice) == true)
    try deleteAndSave(stored)
    #expect(try dyad("status", "--json").output.contains("\"diskFull\":false"))
    daemon.program.receive(.terminate)
    #expect(try daemon.program.finish().exitCode == 0)
  }

  @Test(arguments: [true, false]) func `a daemon that was killed starts again and is read`(
    hasReserve: Bool
  ) throws {
    let stored: Int
    do {
      let daemon = try RunningDaemon(in: disk.folder)
      stored = try fillBySaving()
      daemon.program.crash()
      _ = try? daemon.program.finish()
    }
    // Whoever is killed with the reserve given up has none until the next start.
    for _ in 0..<10 where try !FileSystem.exists(disk.folder.file("store.db-reserve")) {
      let daemon = try RunningDaemon(in: disk.folder)
      daemon.program.crash()
      _ = try? daemon.program.finish()
    }
    if !hasReserve { _ = try FileSystem.removeFile(disk.folder.file("store.db-reserve")) }
    try disk.fill()
    let daemon = try RunningDaemon(in: disk.folder)
    #expect(try count() == stored)
    let verified = try dyad("verify")
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
    if !hasReserve { try disk.clear() }
    try deleteAndSave(stored)
    daemon.program.receive(.terminate)
    #expect(try daemon.program.finish().exitCode == 0)
  }
}
