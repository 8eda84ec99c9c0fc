private import SQLiteCore
private import TestSupport
internal import Testing

struct MigratorTests {
  private static let first = Migration(
    version: 1, sql: "CREATE TABLE a(id INTEGER PRIMARY KEY) STRICT; INSERT INTO a VALUES (1);")
  private static let second = Migration(
    version: 2, sql: Array("CREATE TABLE b(a INTEGER REFERENCES a(id)) STRICT;".utf8))

  @Test func `an empty database gets every step`() throws {
    let connection = try memory()
    let migrator = migrator([Self.first, Self.second])
    #expect(try migrator.migrate(connection) == [1, 2])
    #expect(try migrator.version(of: connection) == 2)
    #expect(try connection.integer("PRAGMA user_version") == 2)
    #expect(try connection.integer("PRAGMA application_id") == 77)
    #expect(try connection.integer("SELECT count(*) FROM a") == 1)
  }

  @Test func `an empty database gets everything at once, an older one its steps`() throws {
    let migrator = Migrator(
      applicationID: 77, migrations: [Self.first, Self.second],
      whole: Migration(version: 2, sql: "CREATE TABLE whole(a INTEGER) STRICT"))
    let empty = try memory()
    #expect(try migrator.migrate(empty) == [2])
    #expect(try migrator.version(of: empty) == 2)
    #expect(try migrator.migrate(empty).isEmpty)
    #expect(try empty.text("SELECT group_concat(name) FROM sqlite_schema") == "whole")
    let older = try memory()
    try self.migrator([Self.first]).migrate(older)
    #expect(try migrator.migrate(older) == [2])
    #expect(try older.text("SELECT group_concat(name) FROM sqlite_schema") == "a,b")
  }

  @Test func `only missing steps are applied, and then none`() throws {
    let connection = try memory()
    try migrator([Self.first]).migrate(connection)
    #expect(try migrator([Self.first, Self.second]).migrate(connection) == [2])
    #expect(try migrator([Self.first, Self.second]).migrate(connection).isEmpty)
  }

  @Test func `a newer database is refused, with both versions`() throws {
    let connection = try memory()
    try migrator([Self.first, Self.second]).migrate(connection)
    let error = try #require(throws: SQLiteError.self) {
      try migrator([Self.first]).migrate(connection)
    }
    #expect(error.code == .newerVersion)
    #expect(
      error.description == "cannot open the store: its schema has version 2, "
        + "and this program knows versions up to 1")
  }

  @Test(
    arguments: [
      "PRAGMA application_id = 5", "PRAGMA user_version = 1", "CREATE TABLE other(a)",
      "PRAGMA application_id = 5; PRAGMA user_version = 9",
    ])
  func `a database of another program is refused and stays as it is`(sql: String) throws {
    let connection = try memory()
    try connection.execute(sql)
    let error = try #require(throws: SQLiteError.self) {
      try migrator([Self.first]).migrate(connection)
    }
    #expect(error.code == .otherApplication)
    #expect(
      try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'a'") == 0)
  }

  @Test func `a file that is no database is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("not a database, but long enough for a header".utf8), to: "a.db")
    let connection = try Connection(path: folder.file("a.db"), mode: .readWrite)
    let error = try #require(throws: SQLiteError.self) {
      try migrator([Self.first]).migrate(connection)
    }
    #expect(error.code == .notADatabase)
  }

  @Test func `a step that fails leaves the version before it`() throws {
    let connection = try memory()
    let broken = Migration(version: 2, sql: "CREATE TABLE b(a); INSERT INTO c VALUES (1)")
    let error = try #require(throws: SQLiteError.self) {
      try migrator([Self.first, broken]).migrate(connection)
    }
    #expect(error.detail == "no such table: c")
    #expect(try connection.integer("PRAGMA user_version") == 1)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'") == 0)
  }

  @Test func `a step that breaks a foreign key is undone`() throws {
    let connection = try memory()
    let broken = Migration(version: 3, sql: "INSERT INTO b VALUES (1), (6)")
    let error = try #require(throws: SQLiteError.self) {
      try migrator([Self.first, Self.second, broken]).migrate(connection)
    }
    #expect(error.code == .constraint)
    #expect(error.description == "cannot migrate to version 3: row 2 of b refers to nothing in a")
    #expect(try connection.integer("PRAGMA user_version") == 2)
    #expect(try connection.integer("SELECT count(*) FROM b") == 0)
  }

  @Test func `a step that ends the transaction is refused`() throws {
    let connection = try memory()
    let broken = Migration(version: 1, sql: "CREATE TABLE a(b); COMMIT;")
    let error = try #require(throws: SQLiteError.self) {
      try migrator([broken]).migrate(connection)
    }
    #expect(error.code == .misuse)
    #expect(try connection.integer("PRAGMA user_version") == 0)
  }

  @Test func `a power loss anywhere leaves a whole version, and the rest can follow`() throws {
    let struck = try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      let path = folder.file("a.db")
      let vfs = try FaultVFS(plan: plan, fault: .powerLoss)
      do throws(SQLiteError) {
        let connection = try Connection(path: path, mode: .readWriteCreate, vfs: vfs.name)
        try connection.enableWriteAheadLog()
        try migrator([Self.first, Self.second]).migrate(connection)
      } catch {
        #expect(plan.hasStruck, "\(error)")
      }
      try vfs.restorePower(keeping: 0.5, seed: UInt64(plan.number ?? 0))
      let connection = try Connection(path: path, mode: .readWriteCreate)
      let version = try connection.integer("PRAGMA user_version")
      #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == version)
      try migrator([Self.first, Self.second]).migrate(connection)
      #expect(try connection.integer("PRAGMA user_version") == 2)
    }
    #expect(struck > 20)
  }

  @Test func `a damaged database shows in the integrity check`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.db")
    do {
      let connection = try Connection(path: path, mode: .readWriteCreate)
      try connection.execute(
        """
        PRAGMA page_size = 4096; CREATE TABLE t(a TEXT) STRICT; CREATE INDEX i ON t(a);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO t SELECT printf('%0100d', i) FROM n
        """)
      #expect(try connection.integrityFindings(.full).isEmpty)
      try connection.close()
    }
    var bytes = try folder.read("a.db")
    for page in [5, 9, 12] { bytes[page * 4_096 + 3] ^= 0x55 }
    try folder.write(bytes, to: "a.db")
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(try !connection.integrityFindings(.full).isEmpty)
    #expect(try !connection.integrityFindings(.quick).isEmpty)
  }

  @Test func `versions that do not rise trap`() async {
    await #expect(processExitsWith: .failure) { fallingVersions() }
  }

  private func migrator(_ migrations: [Migration]) -> Migrator {
    Migrator(applicationID: 77, migrations: migrations)
  }

  private func memory() throws -> Connection {
    try Connection(path: ":memory:", mode: .readWriteCreate)
  }
}

/// Apart from its test, because the body of an exit test is expanded outside this file's imports.
private func fallingVersions() {
  _ = Migrator(
    applicationID: 1, migrations: [Migration(version: 2, sql: ""), Migration(version: 1, sql: "")])
}
