internal import HealthModel
internal import LocalStore
internal import SQLiteCore
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import HealthStorage

// A test writes the checksums of the version before, which are internal to the storage.

/// A backup that takes the place of a store.
struct StoreRestoreTests {
  private let fixture: BackupFixture

  init() throws {
    fixture = try BackupFixture()
  }

  private static func uuids(_ counters: Range<UInt64>) -> Set<SampleUUID> {
    Set(counters.map { BackupFixture.uuid($0) })
  }

  @Test func `a restored store holds what it held, and the old one stays beside it`() async throws {
    let path = try await fixture.backup(after: 0..<5)
    try await fixture.opened { _ = try await $0.commit(BackupFixture.save(5..<9)) }
    #expect(try await StoreBackup.restore(from: path, to: fixture.location) == 5)
    #expect(try await fixture.uuids() == Self.uuids(0..<5))
    #expect(try FileSystem.rights(of: fixture.location.database).octal == "0600")
    let kept = fixture.folder.file("store.db.before-restore")
    #expect(try await StoreBackup.restore(from: kept, to: fixture.location) == 9)
    #expect(try await fixture.uuids() == Self.uuids(0..<9))
    #expect(
      fixture.folder.contents().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        == ["store.db", "store.db-reserve", "store.db.before-restore", "store.lock"])
  }

  @Test func `a restored store begins another incarnation`() async throws {
    var used: Set<Incarnation> = []
    try await fixture.opened { store in
      try await store.commit(BackupFixture.save(0..<5))
      _ = try await store.backup(to: fixture.shelf.file("backup"))
      used.insert(store.incarnation)
    }
    // Closed cleanly just where the backup ends, so that only the restore can tell.
    for round in 1...3 as ClosedRange<UInt64> {
      try await StoreBackup.restore(from: fixture.shelf.file("backup"), to: fixture.location)
      try await fixture.opened { store in
        #expect(used.insert(store.incarnation).inserted)
        try await store.commit(BackupFixture.save(round * 10..<round * 10 + 2))
        #expect(store.state.epochs.last?.incarnation == store.incarnation)
      }
    }
  }

  @Test func `what is no backup is refused, and changes nothing`() async throws {
    let path = try await fixture.backup(after: 0..<2_000)
    let shelf = fixture.shelf
    let whole = try shelf.read("backup")
    try shelf.write([UInt8](repeating: 0x5a, count: 8_192), to: "garbage")
    try shelf.write([], to: "empty")
    try shelf.write(Array(whole.prefix(whole.count / 2)), to: "truncated")
    var torn = whole
    // Whole pages in the middle, of which the header knows nothing.
    for index in whole.count / 4..<whole.count * 3 / 4 { torn[index] = 0xa5 }
    try shelf.write(torn, to: "torn")
    do {
      let other = try Connection(path: shelf.file("other"), mode: .readWriteCreate)
      try other.execute("PRAGMA application_id = 7; CREATE TABLE a (b)")
      let newer = try Connection(path: shelf.file("newer"), mode: .readWriteCreate)
      try newer.execute(
        "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 99; CREATE TABLE a (b)"
      )
    }
    for (name, code) in [
      ("garbage", StorageError.Code.unsupported), ("empty", .unsupported), ("other", .unsupported),
      ("newer", .unsupported), ("missing", .unsupported), ("truncated", .damaged),
      ("torn", .damaged),
    ] {
      let error = await #expect(throws: StorageError.self, "\(name)") {
        try await StoreBackup.restore(from: shelf.file(name), to: fixture.location)
      }
      #expect(error?.code == code, "\(name)")
      #expect(!fixture.folder.contents().contains { $0.contains("restor") }, "\(name)")
    }
    #expect(try await fixture.uuids() == Self.uuids(0..<2_000))
    #expect(try await StoreBackup.restore(from: path, to: fixture.location) == 2_000)
  }

  /// What another program may put into the file of a store, and the word by which the refusal names it.
  static let foreignObjects = [
    ("CREATE TRIGGER evil AFTER INSERT ON block BEGIN DELETE FROM block; END", "trigger evil"),
    ("CREATE VIEW odd AS SELECT * FROM block", "view odd"),
    ("CREATE TABLE more (a)", "table more"),
    ("CREATE INDEX quick ON block (checksum)", "index quick"),
    ("CREATE VIRTUAL TABLE words USING fts5(a)", "table words"),
    ("DROP INDEX member_by_end", "index member_by_end"),
    ("ALTER TABLE block ADD COLUMN more TEXT", "table block"),
    ("ALTER TABLE audit RENAME COLUMN detail TO details", "table audit"),
    ("DROP TABLE record; CREATE VIEW record AS SELECT 1 AS key", "record"),
    ("CREATE TABLE sqlite_odd (a)", "table sqlite_odd"),
    ("ANALYZE", "table sqlite_stat1"),
  ]

  /// Changes the tables of a database as another program could, which no rule of ours holds back.
  static func change(_ path: String, _ sql: String) throws {
    // A name that SQLite reserves needs its schema written by hand.
    let script =
      sql.contains("sqlite_odd")
      ? """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.execute("PRAGMA writable_schema = 1")
      c.execute("CREATE TABLE odd_odd (a)")
      c.execute("UPDATE sqlite_master SET name = 'sqlite_odd', tbl_name = 'sqlite_odd', sql = ? WHERE name = 'odd_odd'", (sys.argv[2],))
      c.commit()
      """
      : "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
    let ending = try RunningProgram.run("/usr/bin/python3", ["-c", script, path, sql])
    try #require(ending.exitCode == 0, "\(ending.errors)")
  }

  @Test(arguments: foreignObjects)
  func `a backup with tables that are not ours is refused, and changes nothing`(
    sql: String, words: String
  ) async throws {
    let path = try await fixture.backup(after: 0..<5)
    try Self.change(path, sql)
    let error = await #expect(throws: StorageError.self) {
      try await StoreBackup.restore(from: path, to: fixture.location)
    }
    #expect(error?.code == .damaged)
    #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
    await #expect(throws: StorageError.self) { try await StoreBackup.verify(path) }
    #expect(!fixture.folder.contents().contains { $0.contains("restor") })
    #expect(try await fixture.uuids() == Self.uuids(0..<5))
  }

  @Test func `a backup of the version before is restored, and not called damaged`() async throws {
    _ = try await fixture.opened { try await $0.commit(.setNodeRecord(key: "trust", body: [9])) }
    let path = try await fixture.backup(after: 0..<5)
    do {
      let connection = try Connection(path: path, mode: .readWrite)
      try RowChecksum.addPlaces(on: connection)
      try connection.execute("PRAGMA user_version = 12")
    }
    #expect(try StoreBackup.nodeRecord("trust", in: path) == [9])
    // Its damage is told by the store that is made of it.
    let error = await #expect(throws: StorageError.self) { try await StoreBackup.verify(path) }
    #expect(error?.code == .unsupported)
    #expect(try await StoreBackup.restore(from: path, to: fixture.location) == 5)
    #expect(try await fixture.uuids() == Self.uuids(0..<5))
    #expect(try StoreBackup.nodeRecord("trust", in: fixture.location.database) == [9])
    let report = try await fixture.opened { try await $0.verify() }
    #expect(report.isSound)
  }

  @Test(arguments: foreignObjects)
  func `a store whose tables were changed while it was closed is not opened`(
    sql: String, words: String
  ) async throws {
    try await fixture.opened { _ = try await $0.commit(BackupFixture.save(0..<5)) }
    try Self.change(fixture.location.database, sql)
    let error = await #expect(throws: StorageError.self) {
      try await LocalStore.open(fixture.location)
    }
    #expect(error?.code == .damaged)
    #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
  }

  @Test func `a backup that a trigger would empty is refused before it can`() async throws {
    let path = try await fixture.backup(after: 0..<5)
    let location = StoreLocation(folder: fixture.shelf.file("state"))
    try Self.change(
      path, "CREATE TRIGGER evil AFTER INSERT ON block BEGIN DELETE FROM block; END")
    do {
      try await StoreBackup.restore(from: path, to: location)
      try await fixture.opened(location) { _ = try await $0.commit(BackupFixture.save(5..<6)) }
      #expect(try await fixture.uuids(in: location) == Self.uuids(0..<6))
      Issue.record("the backup was restored")
    } catch let error as StorageError {
      #expect(error.code == .damaged)
      #expect(try !FileSystem.exists(location.database))
    }
  }

  @Test func `what a restore left in the clear is gone after the next opening`() async throws {
    try await fixture.opened { _ = try await $0.commit(BackupFixture.save(0..<5)) }
    for name in ["backup-opened", "backup-to-seal", "store.db.restoring"] {
      for ending in ["", "-wal", "-shm", "-journal"] {
        try fixture.folder.write([1, 2, 3], to: name + ending)
      }
    }
    #expect(try await fixture.uuids() == Self.uuids(0..<5))
    #expect(
      fixture.folder.contents().filter { !$0.hasPrefix("store.") || $0.contains("restor") } == [])
  }

  @Test func `a store that is in use is not replaced`() async throws {
    let path = try await fixture.backup(after: 0..<5)
    try await fixture.opened { store in
      try await store.commit(BackupFixture.save(5..<6))
      let error = await #expect(throws: SystemError.self) {
        try await StoreBackup.restore(from: path, to: fixture.location)
      }
      #expect(error?.code == .locked)
      #expect(error?.owner != nil)
      try await store.commit(BackupFixture.save(6..<7))
    }
    #expect(try await fixture.uuids() == Self.uuids(0..<7))
  }

  @Test func `a damaged store is replaced, and its bytes are kept`() async throws {
    let path = try await fixture.backup(after: 0..<5)
    let garbage = [UInt8](repeating: 0x5a, count: 8_192)
    try fixture.folder.write(garbage, to: "store.db")
    try fixture.folder.write(garbage, to: "store.db-wal")
    #expect(try await StoreBackup.restore(from: path, to: fixture.location) == 5)
    #expect(try fixture.folder.read("store.db.before-restore") == garbage)
    #expect(try fixture.folder.read("store.db.before-restore-wal") == garbage)
    #expect(try await fixture.uuids() == Self.uuids(0..<5))
  }

  @Test func `a store is made where there is none`() async throws {
    let path = try await fixture.backup(after: 0..<5)
    let location = StoreLocation(folder: fixture.shelf.file("deep/state"))
    #expect(try await StoreBackup.restore(from: path, to: location) == 5)
    #expect(try await fixture.uuids(in: location) == Self.uuids(0..<5))
    #expect(try !FileSystem.exists(location.database + ".before-restore"))
  }

  @Test func `what a killed process had in its log is kept with the old store`() async throws {
    let path = try await fixture.backup(after: 0..<5)
    let child = try ChildProcess("store-writer", [fixture.folder.path])
    var output: [UInt8] = []
    while output.count < 30 * 37, case let more = child.read(), !more.isEmpty { output += more }
    child.kill()
    while case let more = child.read(), !more.isEmpty { output += more }
    let told = Set(
      String(decoding: output, as: UTF8.self).split(separator: "\n")
        .compactMap { SampleUUID(String($0)) })
    try #require(told.count >= 30)
    #expect(try FileSystem.size(of: fixture.location.database + "-wal") > 0)
    #expect(try await StoreBackup.restore(from: path, to: fixture.location) == 5)
    #expect(try await fixture.uuids() == Self.uuids(0..<5))
    try await StoreBackup.restore(
      from: fixture.folder.file("store.db.before-restore"), to: fixture.location)
    #expect(try await fixture.uuids().isSuperset(of: told.union(Self.uuids(0..<5))))
  }

  @Test func `what a restore left that was killed is in nobody's way`() async throws {
    let path = try await fixture.backup(after: 0..<5)
    try await fixture.opened { _ = try await $0.commit(BackupFixture.save(5..<9)) }
    for suffix in ["", "-wal", "-shm"] {
      try fixture.folder.write([1, 2, 3], to: "store.db.restoring\(suffix)")
    }
    try FileSystem.linkFile(
      fixture.location.database, as: fixture.location.database + ".before-restore")
    #expect(try await fixture.uuids() == Self.uuids(0..<9))
    #expect(try await StoreBackup.restore(from: path, to: fixture.location) == 5)
    #expect(!fixture.folder.contents().contains { $0.contains("restoring") })
    #expect(try await fixture.uuids() == Self.uuids(0..<5))
  }

  @Test func `a restore that is killed leaves one store or the other`() async throws {
    let few = try await fixture.backup(after: 0..<5, named: "few")
    let many = try await fixture.backup(after: 5..<900, named: "many")
    var random = SeededGenerator(seed: 11)

    for round in 1...12 {
      let child = try ChildProcess("store-writer", [fixture.folder.path, few, many])
      // A line tells that one is over and the next begins; how far that comes is chance.
      let lines = 1 + Int(random.next() % 4)
      var output: [UInt8] = []
      while output.count < lines * 9 {
        let more = child.read()
        try #require(!more.isEmpty, "the restorer ended by itself")
        output += more
      }
      for _ in 0..<random.next() % 20_000 { await Task.yield() }
      child.kill()
      while case let more = child.read(), !more.isEmpty {}
      let count = try await fixture.uuids().count
      #expect([5, 900].contains(count), "round \(round), \(random)")
    }

    try await StoreBackup.restore(from: few, to: fixture.location)
    #expect(try await fixture.uuids() == Self.uuids(0..<5))
  }
}
