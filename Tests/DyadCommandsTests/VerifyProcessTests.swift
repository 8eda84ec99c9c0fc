internal import CommandLineCore
internal import SQLiteCore
internal import SystemCore
internal import TestSupport
internal import Testing

/// `dyad verify` of a store whose disk damaged something, and what mends it.
struct VerifyProcessTests {
  private let dyad: Dyad

  /// Makes a store of 600 samples in two blocks, the first with 512 of them.
  init() throws {
    dyad = try Dyad()
    let lines = (0..<600).map { index in
      #"{"type":"stepCount","value":\#(index % 97),"unit":"count","start":\#(index * 61)}"# + "\n"
    }
    try #require(try dyad.run("save", input: lines.joined()).exitCode == 0)
    try #require(try dyad.run("maintain").exitCode == 0)
  }

  private func connection() throws -> SQLiteCore.Connection {
    try SQLiteCore.Connection(path: dyad.folder.file("state/store.db"), mode: .readWrite)
  }

  /// Damages the first block.
  private func spoilBlock() throws {
    try connection().execute(
      "UPDATE block SET body = zeroblob(length(body)) WHERE id = (SELECT min(id) FROM block)")
  }

  /// Overwrites the first page of an index.
  private func spoilIndex(_ name: String) throws {
    let (size, root) = try {
      let connection = try connection()
      return (
        Int(try connection.integer("PRAGMA page_size") ?? 0),
        Int(
          try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'") ?? 0)
      )
    }()
    try #require(size > 0 && root > 1)
    var bytes = try dyad.folder.read("state/store.db")
    for index in ((root - 1) * size)..<(root * size) { bytes[index] = 0xA5 }
    try dyad.folder.write(bytes, to: "state/store.db")
  }

  private static let damaged = ExitCode.damaged.rawValue

  @Test func `what cannot be read is named, with the samples and what mends it`() throws {
    try spoilBlock()
    let report = try dyad.run("verify")
    #expect(report.exitCode == Self.damaged)
    #expect(report.lines.first?.contains("HKQuantityTypeIdentifierStepCount: 512 samples") == true)
    #expect(report.output.contains("\ndamaged: 88 samples in 1 segment, 0 deletions\n"))
    for words in ["'dyad verify --repair'", "'dyad verify --peer'", "'dyad restore FILE'"] {
      #expect(report.output.contains(words), "\(report.output)")
    }
    // A question that needs them ends as the check does, and one that does not is answered.
    let all = try dyad.run("query", "stepCount")
    #expect(all.exitCode == Self.damaged)
    #expect(all.errors.contains("HKQuantityTypeIdentifierStepCount"), "\(all.errors)")
    #expect(try dyad.run("query", "heartRate").exitCode == 0)
  }

  @Test func `a repair makes a damaged index anew, and keeps the file as it was`() throws {
    try spoilIndex("deletion_by_type")
    let before = try dyad.folder.read("state/store.db")
    let found = try dyad.run("verify")
    #expect(found.exitCode == Self.damaged, "\(found.output)\(found.errors)")
    let repaired = try dyad.run("verify", "--repair")
    #expect(repaired.exitCode == 0, "\(repaired.output)\(repaired.errors)")
    #expect(repaired.output == "sound: 600 samples in 1 segment, 0 deletions\n")
    #expect(try dyad.folder.read("state/store.db.before-repair") == before)
    #expect(try dyad.run("verify").exitCode == 0)
    #expect(try dyad.run("query", "stepCount", "--json").lines.count == 600)
    // What the first repair could not read may be in that file alone.
    let again = try dyad.run("verify", "--repair")
    #expect(again.exitCode == Self.damaged)
    #expect(again.errors.contains("store.db.before-repair is there from an earlier repair"))
    #expect(again.errors.contains("move it elsewhere"))
  }

  @Test func `a repair does not bring back samples, and says which are missing`() throws {
    try spoilBlock()
    let repaired = try dyad.run("verify", "--repair")
    #expect(repaired.exitCode == Self.damaged)
    #expect(repaired.output.contains("512 samples"), "\(repaired.output)")
    #expect(repaired.output.contains("damaged: 88 samples"), "\(repaired.output)")
  }

  @Test func `a repair needs the store to itself`() throws {
    let following = try dyad.start("follow", "stepCount", "--json")
    defer { following.crash() }
    _ = try following.waitForLine("{")
    let refused = try dyad.run("verify", "--repair")
    #expect(refused.exitCode == ExitCode.busy.rawValue, "\(refused.errors)")
  }

  @Test func `what nobody has is given up, and then the store is whole`() throws {
    try spoilBlock()
    let given = try dyad.run("verify", "--give-up")
    #expect(given.exitCode == 0, "\(given.output)\(given.errors)")
    #expect(given.output == "sound: 88 samples in 1 segment, 0 deletions\n")
    #expect(try dyad.run("verify").exitCode == 0)
    let left = try dyad.run("query", "stepCount", "--json")
    #expect(left.exitCode == 0)
    #expect(left.lines.count == 88)
  }

  @Test func `to give up is no part of a repair`() throws {
    let run = try dyad.run("verify", "--repair", "--give-up")
    #expect(run.exitCode == ExitCode.usage.rawValue)
    #expect(run.errors.contains("it stands without --repair"))
  }
}
