internal import CommandLineCore
internal import DyadCommands
internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Pairing
internal import RPCCore
internal import SQLiteCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct BackupTests {
  /// Work that copies nothing and notes what it was asked for.
  private static func work(_ asked: Asked<String>) -> BackupWork {
    BackupWork(
      backUp: { _, path in
        asked.note("back up to \(path)")
        return 7
      },
      restore: { path, location, _, _ in
        asked.note("restore \(path) to \(location.folder)")
        return 1_204
      },
      ledger: { path in
        let first = UInt8(path.hasSuffix("/other") ? 2 : 1)
        return DeviceID([first] + [UInt8](repeating: 0, count: DeviceID.byteCount - 1)).map {
          TrustLedger(device: $0, role: first == 1 ? .watch : .phone)
        }
      }, size: { _ in nil })
  }

  /// Shows a sound copy of 4096 bytes, wherever it was written.
  private static func seeCopy(_ setting: inout PairRun.Setting) {
    setting.backups.size = { _ in 4_096 }
    setting.backups.damageCount = { _, _ in 0 }
  }

  /// Runs where no daemon is.
  private static func alone(
    _ words: [String], in folder: String, _ asked: Asked<String>, input: [String] = [],
    isTerminal: Bool = true
  ) async -> PairRun {
    await PairRun(["--state", folder] + words) { setting in
      setting.group = []
      setting.backups = work(asked)
      setting.input = input
      setting.isTerminal = isTerminal
    }
  }

  @Test func `the daemon writes the copy to a whole path`() async throws {
    let asked = Asked<BackupRequest>()
    var answer = BackupResponse()
    answer.bytes = 4_096
    let written = answer
    let run = try await PairRun.dyad(
      ["backup", "copy.db"], { $0.answer(OperatorMethods.backup, asked, with: written) },
      { Self.seeCopy(&$0) })
    #expect(run.exitCode == .success, "\(run.errors)")
    let path = try #require(asked.all.first?.path)
    #expect(path.hasPrefix("/"))
    #expect(path.hasSuffix("/copy.db"))
    #expect(run.output == "Wrote 4096 bytes to \(path).\n")
    let json = try await PairRun.dyad(
      ["backup", "/b/copy.db", "--json"],
      { $0.answer(OperatorMethods.backup, with: written) }, { Self.seeCopy(&$0) })
    #expect(json.output == "{\"path\":\"/b/copy.db\",\"bytes\":4096}\n")
  }

  @Test(arguments: [(nil, "is not there"), (4_095, "has 4095 bytes")] as [(UInt64?, String)])
  func `a copy that only the daemon can see is none`(size: UInt64?, words: String) async throws {
    var answer = BackupResponse()
    answer.bytes = 4_096
    let written = answer
    let run = try await PairRun.dyad(
      ["backup", "/b/copy.db"], { $0.answer(OperatorMethods.backup, with: written) },
      { $0.backups.size = { _ in size } })
    #expect(run.exitCode == .failure)
    #expect(run.output.isEmpty)
    #expect(
      run.errors.hasPrefix(
        "dyad: cannot find the backup: the daemon wrote 4096 bytes, and /b/copy.db \(words)\n"))
    #expect(run.errors.contains("/copy.db' writes where it can"))
  }

  @Test func `a place where the daemon may not write has advice`() async throws {
    for error in [
      RPCError(.failedPrecondition, "cannot create /b/copy.db: read-only file system (EROFS)"),
      RPCError(.notFound, "cannot create /b/x/copy.db: no such file or directory (ENOENT)"),
    ] {
      let run = try await PairRun.dyad(
        ["backup", "/b/copy.db"], { $0.refuse(OperatorMethods.backup, error) })
      #expect(run.exitCode == .refused)
      #expect(run.errors.hasPrefix("dyad: \(error.detail)\n"))
      #expect(run.errors.contains("/copy.db' writes where it can"))
    }
  }

  @Test func `what the daemon refuses is not tried alone`() async throws {
    let work = Asked<String>()
    for code in [StatusCode.alreadyExists, .unavailable, .resourceExhausted] {
      let run = try await PairRun.dyad(
        ["backup", "/b"], { $0.refuse(OperatorMethods.backup, RPCError(code, "why not")) },
        { $0.backups = Self.work(work) })
      #expect(run.exitCode == .failure)
      #expect(run.errors.hasPrefix("dyad: cannot back up the store: why not\n"))
    }
    #expect(work.all.isEmpty)
  }

  @Test func `without a daemon the program copies the store itself`() async throws {
    let asked = Asked<String>()
    let folder = try TemporaryFolder()
    let none = await Self.alone(["backup", "/b"], in: folder.path, asked)
    #expect(none.exitCode == .notFound)
    #expect(none.errors.contains("cannot open the store"))
    #expect(asked.all.isEmpty)
    let location = StoreLocation(folder: folder.path)
    try await LocalStore.open(location).close()
    let run = await Self.alone(["backup", "/b"], in: folder.path, asked)
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all == ["back up to /b"])
    #expect(run.output == "Wrote 7 bytes to /b.\n")
    // It was closed again.
    try await LocalStore.open(location).close()
  }

  @Test func `a copy of a damaged store says so`() async throws {
    let dyad = try Dyad()
    #expect(try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0)
    let whole = dyad.folder.file("whole")
    #expect(try dyad.run("backup", whole).exitCode == 0)
    do {
      let connection = try Connection(
        path: dyad.folder.file("state/store.db"), mode: .readWrite)
      try connection.execute("UPDATE block SET body = zeroblob(length(body))")
    }
    let torn = dyad.folder.file("torn")
    let run = try dyad.run("backup", torn)
    #expect(run.exitCode == ExitCode.damaged.rawValue)
    #expect(run.output.hasPrefix("Wrote "))
    #expect(run.errors.contains("1 part of it cannot be read\n  Keep the backups from before"))
    let restored = try dyad.run("restore", torn, "--yes", state: "other")
    #expect(restored.exitCode == ExitCode.damaged.rawValue, "\(restored.errors)")
    #expect(restored.errors.hasPrefix("The backup is damaged: 1 part of it cannot be read.\n"))
    #expect(try dyad.run("verify", state: "other").exitCode == ExitCode.damaged.rawValue)
    let mended = try dyad.run("restore", whole, "--yes")
    #expect(mended.exitCode == 0, "\(mended.errors)")
    #expect(try dyad.run("verify").exitCode == 0)
    #expect(dyad.folder.contents() == ["other", "state", "torn", "whole"])
  }

  @Test(arguments: ["", "hello\n", String(repeating: "x", count: 9_000)])
  func `of a store that cannot be opened a backup is told of, and no check`(text: String) throws {
    let dyad = try Dyad()
    #expect(try dyad.run("save", input: Dyad.heartRate(1)).exitCode == 0)
    try dyad.folder.write(Array(text.utf8), to: "state/store.db")
    for words in [["verify"], ["types"], ["query", "heartRate"]] {
      let run = try dyad.run(words)
      #expect(run.exitCode == ExitCode.damaged.rawValue)
      #expect(run.errors.hasPrefix("dyad: cannot open the store in \(dyad.folder.path)/state: "))
      #expect(run.errors.contains("'dyad verify --repair' makes a store of what can be read."))
      #expect(run.errors.contains("'dyad restore FILE' puts a backup in its place."))
    }
  }

  @Test func `a store is restored after a warning and a yes`() async throws {
    let asked = Asked<String>()
    let folder = try TemporaryFolder()
    try folder.write([], to: "b")
    let file = folder.file("b")
    let no = await Self.alone(["restore", file], in: folder.path, asked, input: ["\n"])
    #expect(no.exitCode == .refused)
    #expect(no.errors.contains("is not on a paired device yet is lost"))
    #expect(no.errors.contains("Restore \(file) to \(folder.path)? [y/N] "))
    let nobody = await Self.alone(["restore", file], in: folder.path, asked, isTerminal: false)
    #expect(nobody.exitCode == .usage)
    #expect(nobody.errors.contains("Say --yes"))
    #expect(asked.all.isEmpty)
    let yes = await Self.alone(["restore", file], in: folder.path, asked, input: ["y\n"])
    #expect(yes.exitCode == .success, "\(yes.errors)")
    #expect(yes.lines.first == "Restored the store in \(folder.path): 1204 samples.")
    let sure = await Self.alone(
      ["restore", file, "--yes", "--json"], in: folder.path, asked, isTerminal: false)
    #expect(
      sure.output
        == "{\"restored\":\"\(folder.path)\",\"from\":\"\(file)\",\"samples\":1204}\n")
    #expect(sure.errors.isEmpty)
    #expect(asked.all == Array(repeating: "restore \(file) to \(folder.path)", count: 2))
  }

  @Test func `the backup of another device is refused, and named`() async throws {
    let asked = Asked<String>()
    let folder = try TemporaryFolder()
    try folder.write([], to: "other")
    let words = ["restore", folder.file("other"), "--yes"]
    // A machine without a store has no identity that could be lost.
    #expect(await Self.alone(words, in: folder.file("new"), asked).exitCode == .success)
    try await LocalStore.open(StoreLocation(folder: folder.path)).close()
    let refused = await Self.alone(words, in: folder.path, asked)
    #expect(refused.exitCode == .refused)
    #expect(refused.errors.contains(": it is the backup of another device, the phone "))
    #expect(refused.errors.contains("With --as-this-device"))
    #expect(asked.all.count == 1)
    let taken = await Self.alone(words + ["--as-this-device"], in: folder.path, asked)
    #expect(taken.exitCode == .success, "\(taken.errors)")
    #expect(taken.output.contains("store.db.before-restore; once all is well, remove it."))
    #expect(asked.all.count == 2)
  }

  @Test func `a real restore is in the audit log, and says whose it is`() async throws {
    let folder = try TemporaryFolder()
    let (one, other) = (folder.file("one"), folder.file("two"))
    var ledgers: [TrustLedger] = []
    for (index, path) in [one, other].enumerated() {
      let bytes = [UInt8](repeating: UInt8(index), count: DeviceID.byteCount)
      let ledger = TrustLedger(device: try #require(DeviceID(bytes)), role: .phone)
      let store = try await LocalStore.open(StoreLocation(folder: path))
      let record = Change.setNodeRecord(key: TrustLedger.recordKey, body: ledger.encoded())
      try await store.commitTogether([record])
      _ = try await store.backup(to: path + ".backup")
      try await store.close()
      ledgers.append(ledger)
    }
    let work = BackupWork.system
    #expect(try work.ledger(one + ".backup") == ledgers[0])
    #expect(try work.ledger(other + "/store.db") == ledgers[1])
    _ = try await work.restore(one + ".backup", StoreLocation(folder: one), "the file") {}
    let store = try await LocalStore.open(StoreLocation(folder: one))
    #expect(try await store.audit(latest: 1).map(\.event) == ["restored"])
    #expect(try await store.audit(latest: 1).map(\.subject) == ["the file"])
    try await store.close()
  }

  @Test func `what is no backup is not restored`() async throws {
    let folder = try TemporaryFolder()
    let asked = Asked<String>()
    let missing = await Self.alone(
      ["restore", folder.file("b"), "--yes"], in: folder.path, asked)
    #expect(missing.exitCode == .notFound)
    #expect(missing.errors.contains("there is no such file\n  Name a file"))
    #expect(asked.all.isEmpty)
    try folder.write([], to: "b")
    for (code, exitCode) in [
      (StorageError.Code.unsupported, ExitCode.failure), (.damaged, .damaged),
    ] {
      let run = await PairRun(["--state", folder.path, "restore", folder.file("b"), "--yes"]) {
        $0.group = []
        $0.backups.restore = { _, _, _, _ in
          throw StorageError(code, cannot: "step a statement", "it is no database")
        }
      }
      #expect(run.exitCode == exitCode)
      #expect(
        run.errors.contains(
          "cannot restore \(folder.file("b")): it is no database\n  Name a file that 'dyad backup'")
      )
    }
  }

  @Test func `nothing is restored under a daemon`() async throws {
    let asked = Asked<String>()
    let folder = try TemporaryFolder()
    try folder.write([], to: "b")
    for refusal in [nil, RPCError(.internal, "odd")] {
      let run = try await PairRun.dyad(
        ["restore", folder.file("b"), "--yes"],
        { router in
          guard let refusal else { return router.status(Nodes.phone()) }
          router.serverStreaming(OperatorMethods.getStatus) { _, _, _ in throw refusal }
        }, { $0.backups = Self.work(asked) })
      #expect(run.exitCode == .busy)
      #expect(run.errors.contains("'dyadd' runs on it\n  Stop it"))
    }
    #expect(asked.all.isEmpty)
  }

  @Test(arguments: ["backup", "restore"])
  func `a file has a name`(word: String) async throws {
    let run = try await PairRun.dyad([word, ""], { _ in })
    #expect(run.exitCode == .usage)
  }
}
