private import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

/// A program that one thread starts and another ends.
private final class HeldProgram: Sendable {
  let program: Mutex<RunningProgram>

  init(_ program: sending RunningProgram) {
    self.program = Mutex(program)
  }
}

/// `dyad mirror` as people run it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct MirrorProcessTests {
  /// What the program did with some words and lines of input.
  private static func run(
    _ folder: TemporaryFolder, _ words: [String], input: String = ""
  ) async throws -> RunningProgram.Ending {
    try await run(words + ["--state", folder.file("state")], input: input)
  }

  private static func run(
    _ words: [String], input: String = ""
  ) async throws -> RunningProgram.Ending {
    try await WorkThread.value("test.mirror") {
      try RunningProgram.run(RunningProgram.builtPath("dyad"), words, input: input)
    }
  }

  private static func lines(_ range: Range<Int>) -> String {
    range.map {
      #"{"type":"stepCount","start":\#(1_700_000_000 + 60 * $0),"value":\#($0),"unit":"count"}"#
        + "\n"
    }.joined()
  }

  @Test func `a mirror that is killed at any moment goes on from there`() async throws {
    try await PostgresServer.use { server in
      let folder = try TemporaryFolder()
      let words = ["mirror", server.address, "--subject", "ada"]
      _ = try await Self.run(folder, ["save"], input: Self.lines(0..<30_000))
      let state = folder.file("state")
      for bytes in [100, 1_500, 4_000, 60_000, 1_000_000, 2_000_000, 2_900_000] {
        let proxy = try CuttingProxy(to: server.socket, stallingAfter: bytes)
        let mirror = try await WorkThread.value("test.mirror") {
          try HeldProgram(
            RunningProgram(
              RunningProgram.builtPath("dyad"),
              ["mirror", proxy.address, "--subject", "ada", "--once", "--state", state]))
        }
        _ = await proxy.stall.value()
        mirror.program.withLock { $0.crash() }
      }
      #expect(try await Self.run(folder, words + ["--once"]).exitCode == 0)
      let check = try await Self.run(folder, words + ["--check"])
      #expect(check.output == "the database has the same 30000 samples\n")
      let again = try await Self.run(folder, words + ["--once", "--json"])
      #expect(again.output == "{\"changes\":0}\n")
    }
  }

  @Test func `mistakes are told with what to do`() async throws {
    let folder = try TemporaryFolder()
    _ = try await Self.run(folder, ["save"], input: Self.lines(0..<3))
    let nowhere = "postgresql:///health?host=\(folder.path)"
    let unreachable = try await Self.run(folder, ["mirror", nowhere, "--subject", "ada"])
    #expect(unreachable.exitCode == 1)
    #expect(unreachable.errors.contains("See whether the server runs"))
    let nameless = try await Self.run(folder, ["mirror", nowhere])
    #expect(nameless.exitCode == 2)
    #expect(nameless.errors.contains("--subject is missing"))
    let both = try await Self.run(
      folder, ["mirror", nowhere, "--subject", "ada", "--check", "--forget"])
    #expect(both.exitCode == 2)
    let filled = try await Self.run(
      folder, ["restore", "--from", nowhere, "--subject", "ada", "--yes"])
    #expect(filled.exitCode == 4)
    #expect(filled.errors.contains("it has samples already"))
  }

  @Test func `a folder of stores is mirrored by one process`() async throws {
    try await PostgresServer.use { server in
      let folder = try TemporaryFolder()
      let nodes = folder.file("nodes")
      for (name, count) in [("ada", 3), ("bob", 5)] {
        _ = try await Self.run(
          ["save", "--state", "\(nodes)/\(name)"], input: Self.lines(0..<count))
      }
      let words = ["mirror", server.address, "--stores", nodes, "--once"]
      let first = try await Self.run(words)
      #expect(first.exitCode == 0 && first.output == "brought 8 changes of 2 stores\n")
      let again = try await Self.run(words + ["--json"])
      #expect(again.output == #"{"changes":0,"stores":2,"failed":0}"# + "\n")
      let check = try await Self.run(
        ["mirror", server.address, "--subject", "bob", "--check", "--state", "\(nodes)/bob"])
      #expect(check.output == "the database has the same 5 samples\n")
      // One that cannot be read keeps no other from being mirrored.
      try FileSystem.replaceFile("\(nodes)/ada/store.db", Array("no store".utf8))
      _ = try await Self.run(["save", "--state", "\(nodes)/bob"], input: Self.lines(5..<6))
      let damaged = try await Self.run(words)
      #expect(damaged.exitCode == 1)
      #expect(damaged.output == "brought 1 change of 2 stores, and 1 could not be mirrored\n")
      #expect(damaged.errors.contains("ada: cannot open the store in"))

      let none = try await Self.run(["mirror", server.address, "--stores", "\(nodes)/ada/x"])
      #expect(none.exitCode == 3)
      try FileSystem.createFolder(folder.file("empty"))
      let empty = try await Self.run(
        ["mirror", server.address, "--stores", folder.file("empty"), "--once"])
      #expect(empty.exitCode == 3 && empty.errors.contains("holds no store"))
      let both = try await Self.run(words + ["--subject", "ada"])
      #expect(both.exitCode == 2 && both.errors.contains("--stores about several"))
      let alike = try await Self.run(
        ["save", "--state", folder.file("others/bob")], input: Self.lines(0..<1))
      #expect(alike.exitCode == 0)
      let twice = try await Self.run(words + ["--stores", folder.file("others")])
      #expect(twice.exitCode == 2 && twice.errors.contains("is called bob as well"))
    }
  }

  @Test func `what is restored from the database is checked as the same`() async throws {
    try await PostgresServer.use { server in
      let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
      let subject = ["--subject", "ada lovelace"]
      _ = try await Self.run(folder, ["save"], input: Self.lines(0..<500))
      _ = try await Self.run(folder, ["mirror", server.address, "--once"] + subject)
      let restored = try await Self.run(other, ["restore", "--from", server.address] + subject)
      #expect(restored.output == "Restored 500 samples.\n")
      let check = try await Self.run(other, ["mirror", server.address, "--check"] + subject)
      #expect(check.exitCode == 0)
      _ = try await Self.run(other, ["delete", "stepCount", "--all", "--yes"])
      let differing = try await Self.run(other, ["mirror", server.address, "--check"] + subject)
      #expect(differing.exitCode == 5)
      #expect(
        differing.output.hasPrefix("DAY         TYPE       STORE  DATABASE\n2023-11-14  stepCount"))
      let forgotten = try await Self.run(folder, ["mirror", server.address, "--forget"] + subject)
      #expect(forgotten.output == "erased 500 samples of ada lovelace\n")
    }
  }
}
