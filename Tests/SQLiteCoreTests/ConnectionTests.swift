private import SQLiteCore
private import TestSupport
internal import Testing

struct ConnectionTests {
  @Test func `a script runs all its statements`() throws {
    let connection = try memory()
    try connection.execute(
      """
      -- A comment first.
      CREATE TABLE t(a INTEGER) STRICT;
      INSERT INTO t VALUES (1), (2); ;
      INSERT INTO t VALUES (3) -- and one last
      """)
    #expect(try connection.integer("SELECT sum(a) FROM t") == 6)
    #expect(connection.changes == 1)
    #expect(connection.totalChanges == 3)
    #expect(connection.lastInsertedRow == 3)
  }

  @Test func `a script stops at the statement that fails`() throws {
    let connection = try memory()
    let error = try #require(throws: SQLiteError.self) {
      try connection.execute("CREATE TABLE t(a); INSERT INTO u VALUES (1); CREATE TABLE v(a)")
    }
    #expect(error.code == .other)
    #expect(error.description == "cannot prepare a statement: no such table: u")
    #expect(error.sql == " INSERT INTO u VALUES (1); CREATE TABLE v(a)")
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test(arguments: ["", "  ", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1; nonsense"])
  func `prepare takes exactly one statement`(sql: String) throws {
    let connection = try memory()
    let error = try #require(throws: SQLiteError.self) { _ = try connection.prepare(sql) }
    #expect(error.code == .misuse)
  }

  @Test(arguments: ["SELECT 1", "SELECT 1;", "SELECT 1; \n", "SELECT 1; -- why not"])
  func `prepare passes over what is no statement`(sql: String) throws {
    let connection = try memory()
    var statement = try connection.prepare(sql)
    #expect(try statement.step())
  }

  @Test func `a missing file is opened only to be created`() throws {
    let folder = try TemporaryFolder()
    for mode in [Connection.Mode.readOnly, .readWrite] {
      let error = try #require(throws: SQLiteError.self) {
        _ = try Connection(path: folder.file("a.db"), mode: mode)
      }
      #expect(error.code == .io)
      #expect(error.description.hasPrefix("cannot open \(folder.path)/a.db: unable to open"))
    }
    try Connection(path: folder.file("a.db"), mode: .readWriteCreate).execute("CREATE TABLE t(a)")
    #expect(folder.contents() == ["a.db"])
  }

  @Test func `a path with a zero byte is refused`() throws {
    let error = try #require(throws: SQLiteError.self) {
      _ = try Connection(path: "/tmp/a\0b", mode: .readWriteCreate)
    }
    #expect(error.code == .misuse)
  }

  @Test func `a read-only connection cannot write`() throws {
    let folder = try TemporaryFolder()
    try Connection(path: folder.file("a.db"), mode: .readWriteCreate).execute("CREATE TABLE t(a)")
    let reader = try Connection(path: folder.file("a.db"), mode: .readOnly)
    let error = try #require(throws: SQLiteError.self) {
      try reader.execute("INSERT INTO t VALUES (1)")
    }
    #expect(error.code == .readOnly)
  }

  @Test func `a file that is no database is told as such`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(repeating: 0x2a, count: 4_096), to: "a.db")
    let connection = try Connection(path: folder.file("a.db"), mode: .readWrite)
    let error = try #require(throws: SQLiteError.self) {
      _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
    }
    #expect(error.code == .notADatabase)
  }

  @Test func `a lock of another connection is busy`() throws {
    let folder = try TemporaryFolder()
    let first = try Connection(path: folder.file("a.db"), mode: .readWriteCreate)
    try first.execute("BEGIN IMMEDIATE")
    let second = try Connection(
      path: folder.file("a.db"), mode: .readWrite, busyTimeout: .zero)
    let error = try #require(throws: SQLiteError.self) { try second.execute("BEGIN IMMEDIATE") }
    #expect(error.code == .busy)
    #expect(error.description == "cannot step a statement: database is locked")
  }

  @Test func `close names the statements in use`() throws {
    let connection = try memory()
    var statement = try connection.prepare("SELECT 17")
    do {
      try connection.close()
      Issue.record("it closed")
    } catch {
      #expect(error.code == .busy)
      #expect(error.detail == "statements are in use: SELECT 17")
    }
    // The statement kept the database.
    #expect(try statement.step())
    #expect(statement.integer(at: 0) == 17)
  }

  @Test func `close succeeds when nothing is in use`() throws {
    let connection = try memory()
    try connection.execute("CREATE TABLE t(a)")
    let interrupter = connection.interrupter
    try connection.close()
    interrupter.interrupt()
  }

  @Test func `a statement may outlive its connection`() throws {
    var statement = try orphan()
    #expect(try statement.step())
    #expect(try statement.text(at: 0) == "still here")
    #expect(throws: SQLiteError.self) { try statement.bind(1, at: 7) }
  }

  @Test func `a running statement can be interrupted from elsewhere`() async throws {
    let connection = try memory()
    let interrupter = connection.interrupter
    let helper = Task {
      // An interrupt before the statement runs does nothing, so it goes on until told.
      while !Task.isCancelled {
        interrupter.interrupt()
        await Task.yield()
      }
    }
    let error = try #require(throws: SQLiteError.self) {
      try connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    }
    helper.cancel()
    await helper.value
    #expect(error.code == .interrupted)
  }

  @Test func `text in double quotes is never a string`() throws {
    let connection = try memory()
    #expect(throws: SQLiteError.self) { _ = try connection.text(#"SELECT "typo""#) }
  }

  @Test func `the write-ahead log is used and emptied`() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.file("a.db"), mode: .readWriteCreate)
    let refusal = try #require(throws: SQLiteError.self) { try connection.checkpoint(.passive) }
    #expect(refusal.code == .misuse)
    try connection.enableWriteAheadLog()
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    let passive = try connection.checkpoint(.passive)
    #expect(passive.logFrames > 0)
    #expect(passive.checkpointedFrames == passive.logFrames)
    #expect(try connection.checkpoint(.truncate).logFrames == 0)
    #expect(try folder.read("a.db-wal").isEmpty)
  }

  @Test func `a database in memory has no write-ahead log`() throws {
    let connection = try memory()
    let error = try #require(throws: SQLiteError.self) { try connection.enableWriteAheadLog() }
    #expect(error.detail == "the journal mode stays memory")
  }

  @Test func `pages can be let go and come back`() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.file("a.db"), mode: .readWriteCreate)
    try connection.execute("CREATE TABLE t (b BLOB); INSERT INTO t VALUES (randomblob(200000))")
    let before = try connection.statistics().cacheBytes
    connection.releaseMemory()
    let after = try connection.statistics().cacheBytes
    #expect(after < before / 4, "\(before) bytes, then \(after)")
    var count = try connection.prepare("SELECT length(b) FROM t")
    let hasRow = try count.step()
    #expect(hasRow)
    #expect(count.integer(at: 0) == 200_000)
  }

  @Test func `where reading alone is permitted, a refusal says what was not`() throws {
    let connection = try restricted()
    for (sql, words) in [
      ("SELECT b FROM t", "the column b of the table t may not be read"),
      ("SELECT * FROM t", "the column b of the table t may not be read"),
      ("SELECT * FROM sqlite_schema", "the table sqlite_master may not be read"),
      ("SELECT load_extension('x')", "the function load_extension may not be called"),
      ("DELETE FROM t", "DELETE does more than read"), ("BEGIN", "BEGIN does more than read"),
      ("PRAGMA query_only = 0", "PRAGMA query_only does more than read"),
      ("ATTACH '' AS s", "ATTACH does more than read"), ("VACUUM", "VACUUM does more than read"),
      ("CREATE TEMP TABLE x(a)", "does more than read"),
    ] {
      let error = #expect(throws: SQLiteError.self) { try connection.execute(sql) }
      #expect(error?.code == .refused, "\(sql)")
      #expect(error?.detail.contains(words) == true, "\(sql): \(error?.detail ?? "")")
    }
    // A mistake is told as SQLite does, also after a refusal.
    let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT x FROM t") }
    #expect(error?.detail == "no such column: x")
    #expect(try connection.integer("SELECT count(*) + sum(a) FROM t LEFT JOIN u USING (a)") == 2)
  }

  private func restricted() throws -> Connection {
    var connection = try memory()
    try connection.execute("CREATE TABLE t(a, b); CREATE TABLE u(a); INSERT INTO t VALUES (1, 2)")
    try connection.permitOnly(ReadingRules(tables: ["u"], columns: ["t": ["a"]]))
    return connection
  }

  @Test func `neither triggers nor views of a file are used`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.db")
    do {
      let connection = try Connection(path: path, mode: .readWriteCreate)
      try connection.execute(
        """
        CREATE TABLE t(a); CREATE TABLE log(a); CREATE VIEW v AS SELECT * FROM t;
        CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (NEW.a); END
        """)
    }
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(try connection.integer("SELECT count(*) FROM log") == 0)
    #expect(throws: SQLiteError.self) { try connection.execute("SELECT * FROM v") }
  }

  @Test func `of a database of another program stored columns are read, and nothing else`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.db")
    do {
      let connection = try Connection(path: path, mode: .readWriteCreate)
      try connection.execute(
        """
        CREATE TABLE t(a, b AS (abs(a)), c AS (abs(a)) STORED); INSERT INTO t VALUES (-7);
        CREATE VIEW v AS SELECT 1 AS a; CREATE VIRTUAL TABLE w USING fts5(a)
        """)
    }
    let connection = try Connection.foreign(path)
    let columns = connection.readableColumns
    #expect(columns["t"] == ["a"])
    #expect(columns["v"] == nil && columns["w"] == nil)
    #expect(try connection.integer("SELECT a FROM t") == -7)
    for sql in [
      "SELECT b FROM t", "SELECT c FROM t", "SELECT * FROM v", "SELECT * FROM w",
      "SELECT * FROM sqlite_schema", "ATTACH '' AS s", "PRAGMA table_info(t)", "DELETE FROM t",
    ] {
      #expect(throws: SQLiteError.self, "\(sql)") { try connection.execute(sql) }
    }
  }

  @Test func `statistics count pages and memory`() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.file("a.db"), mode: .readWriteCreate)
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    let statistics = try connection.statistics()
    #expect(statistics.pagesWritten > 0)
    #expect(statistics.cacheHits > 0)
    #expect(statistics.pagesSpilled == 0)
    #expect(statistics.memoryUsed > 0)
  }

  private func memory() throws -> Connection {
    try Connection(path: ":memory:", mode: .readWriteCreate)
  }

  private func orphan() throws -> Statement {
    try memory().prepare("SELECT 'still here'")
  }
}
