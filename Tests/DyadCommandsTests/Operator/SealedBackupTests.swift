internal import CommandLineCore
internal import DyadCommands
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Pairing
internal import SystemCore
internal import TestSupport
internal import Testing

/// Backups that take the device's key along.
@Suite(.timeLimit(.minutes(5))) struct SealedBackupTests {
  private static let words = "four words to remember"
  private static let key = Array("no key, but whoever has it is the device\n".utf8)

  private let folder: TemporaryFolder
  private var file: String { folder.file("sealed") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Makes the store of a device whose daemon ran once.
  private func makeDevice(_ number: UInt8, in name: String) async throws -> String {
    let path = folder.file(name)
    let id = [UInt8](repeating: number, count: DeviceID.byteCount)
    let ledger = TrustLedger(device: try #require(DeviceID(id)), role: .phone)
    let store = try await LocalStore.open(StoreLocation(folder: path))
    try await store.commitTogether([
      .setNodeRecord(key: TrustLedger.recordKey, body: ledger.encoded())
    ])
    try await store.close()
    try FileSystem.createFile(path + "/device.pem", Self.key + [number])
    return path
  }

  private func run(
    _ words: [String], in path: String, secrets: [String]? = [Self.words, Self.words],
    input: [String] = [], isTerminal: Bool = true
  ) async -> PairRun {
    await PairRun(["--state", path] + words) { setting in
      setting.group = []
      setting.backups.cost = .least
      setting.secrets = secrets
      setting.input = input
      setting.isTerminal = isTerminal
    }
  }

  /// What a folder has, but for the lock of its store.
  private func files(of path: String) throws -> [String] {
    try RunningProgram.run("/bin/ls", [path]).lines.filter { !$0.hasSuffix(".lock") }
  }

  @Test func `another machine goes on with the store and the key`() async throws {
    let old = try await makeDevice(1, in: "old")
    try FileSystem.createFile(old + "/device-next.pem", [5, 6])
    let backup = await run(["backup", "--with-key", file], in: old)
    #expect(backup.exitCode == .success, "\(backup.errors)")
    #expect(try backup.output == "Wrote \(FileSystem.size(of: file)) bytes to \(file).\n")
    #expect(try FileSystem.rights(of: file).isPrivate)
    let sealed = try FileSystem.readFile(file, atMost: 1 << 24)
    for text in [Array("SQLite format".utf8), Self.key, Array(Self.words.utf8)] {
      #expect(sealed.firstRange(of: text) == nil)
    }
    let new = folder.file("new")
    let restore = await run(["restore", file, "--yes"], in: new, secrets: [Self.words])
    #expect(restore.exitCode == .success, "\(restore.errors)")
    #expect(restore.output.contains("Its key came along"))
    #expect(try FileSystem.readFile(new + "/device.pem", atMost: 1_000) == Self.key + [1])
    #expect(try FileSystem.readFile(new + "/device-next.pem", atMost: 1_000) == [5, 6])
    #expect(try FileSystem.rights(of: new + "/device.pem").isPrivate)
    #expect(try BackupWork.system.ledger(new + "/store.db")?.device.description.first != nil)
    // No copy in the clear stays behind.
    for path in [old, new] {
      #expect(
        try files(of: path).allSatisfy { !$0.contains("to-seal") && !$0.contains("opened") })
    }
  }

  @Test func `no copy in the clear lies there while somebody is asked`() async throws {
    let old = try await makeDevice(1, in: "old")
    #expect(await run(["backup", "--with-key", file], in: old).exitCode == .success)
    let new = folder.file("new")
    try FileSystem.createFolder(new)
    let seen = Asked<[String]>()
    let restore = await PairRun(["--state", new, "restore", file]) { setting in
      setting.group = []
      setting.secrets = [Self.words]
      setting.read = {
        seen.note(TemporaryFolder.names(in: new))
        return Array("n\n".utf8)
      }
    }
    #expect(restore.exitCode == .refused, "\(restore.errors)")
    #expect(seen.all.count == 1)
    #expect(seen.all.joined().filter { $0.contains("opened") } == [])
    #expect(try files(of: new).filter { $0.contains("opened") } == [])
  }

  @Test(arguments: [RunningProgram.Signal.interrupt, .terminate])
  func `a signal while a backup is opened leaves no copy in the clear`(
    signal: RunningProgram.Signal
  ) async throws {
    let old = try await makeDevice(1, in: "old")
    #expect(await run(["backup", "--with-key", file], in: old).exitCode == .success)
    let new = folder.file("new")
    let program = try RunningProgram(
      RunningProgram.builtPath("dyad"), ["--state", new, "restore", file, "--yes"])
    // As it reads the passphrase nothing is opened; once the file is there, the rest of the work goes on.
    program.send(Self.words + "\n")
    while program.isRunning, !TemporaryFolder.names(in: new).contains("backup-opened") {
      await Task.yield()
    }
    program.receive(signal)
    _ = try program.finish()
    #expect(try files(of: new).filter { $0.contains("opened") } == [])
  }

  @Test func `the passphrase may be the first line of the input`() async throws {
    let old = try await makeDevice(1, in: "old")
    let backup = await run(
      ["backup", "--with-key", file], in: old, secrets: nil, input: [Self.words + "\n"],
      isTerminal: false)
    #expect(backup.exitCode == .success && backup.errors.isEmpty, "\(backup.errors)")
    let restore = await run(
      ["restore", "--yes", file], in: folder.file("new"), secrets: nil,
      input: [Self.words + "\n"], isTerminal: false)
    #expect(restore.exitCode == .success, "\(restore.errors)")
  }

  @Test func `a passphrase that is short, mistyped or missing writes nothing`() async throws {
    let old = try await makeDevice(1, in: "old")
    for secrets in [["1234567"], [Self.words, Self.words + " "], [], [""]] {
      let backup = await run(["backup", "--with-key", file], in: old, secrets: secrets)
      #expect(backup.exitCode == .usage)
      #expect(backup.errors.contains("passphrase"))
      #expect(try !FileSystem.exists(file))
    }
  }

  @Test func `there is no key where no daemon ran`() async throws {
    let path = folder.file("plain")
    try await LocalStore.open(StoreLocation(folder: path)).close()
    let backup = await run(["backup", "--with-key", file], in: path)
    #expect(backup.exitCode == .notFound)
    #expect(backup.errors.contains("Without --with-key"))
  }

  @Test func `what is there is not written over`() async throws {
    let old = try await makeDevice(1, in: "old")
    try FileSystem.createFile(file, [1])
    let backup = await run(["backup", "--with-key", file], in: old)
    #expect(backup.exitCode == .failure)
    #expect(try FileSystem.readFile(file, atMost: 10) == [1])
  }

  @Test func `what cannot be opened whole changes nothing`() async throws {
    let old = try await makeDevice(1, in: "old")
    #expect(await run(["backup", "--with-key", file], in: old).exitCode == .success)
    let new = try await makeDevice(1, in: "new")
    let before = try files(of: new)
    let store = try FileSystem.readFile(new + "/store.db", atMost: 1 << 24)
    let wrong = await run(["restore", "--yes", file], in: new, secrets: ["four other words"])
    #expect(wrong.exitCode == .refused)
    #expect(wrong.errors.contains("the passphrase is another one"))
    let sealed = try FileSystem.readFile(file, atMost: 1 << 24)
    var changed = sealed
    changed[sealed.count - 20] ^= 1
    let head = SealedStream.headCount
    let whole = 65_536 + SealedStream.overhead
    #expect(sealed.count > head + whole, "the store must have several pieces")
    let texts = [
      changed, Array(sealed.dropLast()), Array(sealed.prefix(head + whole)), sealed + [0],
      Array(sealed.prefix(head + whole + 100)),
    ]
    for (index, text) in texts.enumerated() {
      let path = folder.file("changed-\(index)")
      try FileSystem.createFile(path, text)
      let run = await run(["restore", "--yes", path], in: new, secrets: [Self.words])
      #expect(run.exitCode == .damaged, "\(index): \(run.errors)")
      #expect(run.errors.contains("not whole, or was changed"))
    }
    try FileSystem.createFile(folder.file("head"), Array(sealed.prefix(head)))
    #expect(
      await run(["restore", "--yes", folder.file("head")], in: new, secrets: [Self.words])
        .exitCode == .refused)
    #expect(try files(of: new) == before)
    #expect(try FileSystem.readFile(new + "/store.db", atMost: 1 << 24) == store)
    #expect(try FileSystem.readFile(new + "/device.pem", atMost: 1_000) == Self.key + [1])
  }

  @Test func `another key that was there is kept`() async throws {
    let (one, other) = (try await makeDevice(1, in: "one"), try await makeDevice(2, in: "two"))
    #expect(await run(["backup", "--with-key", file], in: one).exitCode == .success)
    let refused = await run(["restore", "--yes", file], in: other, secrets: [Self.words])
    #expect(refused.exitCode == .refused)
    #expect(refused.errors.contains("it is the backup of another device"))
    #expect(try FileSystem.readFile(other + "/device.pem", atMost: 1_000) == Self.key + [2])
    let taken = await run(
      ["restore", "--yes", "--as-this-device", file], in: other, secrets: [Self.words])
    #expect(taken.exitCode == .success, "\(taken.errors)")
    #expect(
      taken.output.contains(" and \(other)/device.pem.before-restore; once all is well, remove"))
    #expect(try FileSystem.readFile(other + "/device.pem", atMost: 1_000) == Self.key + [1])
    #expect(
      try FileSystem.readFile(other + "/device.pem.before-restore", atMost: 1_000)
        == Self.key + [2])
  }
}
