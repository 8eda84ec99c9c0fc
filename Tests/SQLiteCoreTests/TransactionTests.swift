private import SQLiteCore
internal import Testing

/// What a layer above throws.
private struct LayerError: SQLiteFailure, Equatable {
  var text: String
  init(_ text: String) { self.text = text }
  init(_ error: SQLiteError) { self.text = error.description }
}

/// A connection with the statements it keeps: how a layer above stores them.
private struct Notes: ConnectionHolder, ~Copyable {
  let connection: Connection
  private var insert: Statement
  private var count: Statement

  init() throws(SQLiteError) {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute("CREATE TABLE note(text TEXT UNIQUE NOT NULL) STRICT")
    // All are made before any is stored: a noncopyable value cannot be abandoned half made.
    let insert = try connection.prepare("INSERT INTO note VALUES (?1)", persistent: true)
    let count = try connection.prepare("SELECT count(*) FROM note", persistent: true)
    self.connection = connection
    self.insert = insert
    self.count = count
  }

  mutating func add(_ notes: [String]) throws(LayerError) {
    try transaction(.immediate) { (store) throws(LayerError) in
      for note in notes { try store.add(note) }
    }
  }

  /// Adds those it can, each judged alone.
  mutating func addEach(_ notes: [String]) throws(LayerError) -> [Bool] {
    try transaction(.immediate) { (store) throws(LayerError) in
      var results: [Bool] = []
      for note in notes {
        do throws(LayerError) {
          try store.savepoint { (store) throws(LayerError) in
            try store.add("\(note) and more")
            try store.add(note)
          }
          results.append(true)
        } catch {
          results.append(false)
        }
      }
      return results
    }
  }

  private mutating func add(_ note: String) throws(LayerError) {
    guard note != "bad" else { throw LayerError("bad note") }
    do throws(SQLiteError) {
      try insert.bind(note, at: 1)
      try insert.run()
    } catch {
      throw LayerError(error)
    }
  }

  mutating func total() throws(SQLiteError) -> Int64 {
    guard try count.step() else { return 0 }
    defer { count.reset() }
    return count.integer(at: 0)
  }
}

struct TransactionTests {
  @Test func `a transaction that returns is stored`() throws {
    var notes = try Notes()
    try notes.add(["a", "b"])
    #expect(try notes.total() == 2)
    #expect(notes.connection.isInTransaction == false)
  }

  @Test func `a transaction that throws leaves nothing, and its error wins`() throws {
    var notes = try Notes()
    do {
      try notes.add(["a", "bad"])
      Issue.record("it returned")
    } catch {
      #expect(error == LayerError("bad note"))
    }
    #expect(try notes.total() == 0)
    #expect(notes.connection.isInTransaction == false)
  }

  @Test func `a savepoint undoes its own changes alone`() throws {
    var notes = try Notes()
    #expect(try notes.addEach(["a", "bad", "b", "a"]) == [true, false, true, false])
    #expect(try notes.total() == 4)
  }

  @Test func `savepoints nest`() throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute("CREATE TABLE t(a INTEGER) STRICT")
    try connection.savepoint { () throws(SQLiteError) in
      try connection.execute("INSERT INTO t VALUES (1)")
      try? connection.savepoint { () throws(SQLiteError) in
        try connection.execute("INSERT INTO t VALUES (2)")
        try connection.execute("INSERT INTO u VALUES (2)")
      }
      try connection.savepoint { () throws(SQLiteError) in
        try connection.execute("INSERT INTO t VALUES (4)")
      }
    }
    #expect(try connection.integer("SELECT sum(a) FROM t") == 5)
    #expect(connection.isInTransaction == false)
  }

  @Test func `a transaction inside another is refused, and the outer one stays`() throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute("CREATE TABLE t(a INTEGER) STRICT")
    try connection.transaction(.deferred) { () throws(SQLiteError) in
      try connection.execute("INSERT INTO t VALUES (1)")
      #expect(throws: SQLiteError.self) {
        try connection.transaction(.deferred) { () throws(SQLiteError) in }
      }
    }
    #expect(try connection.integer("SELECT sum(a) FROM t") == 1)
  }

  @Test func `a commit that is refused is rolled back`() throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE a(id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE b(a INTEGER REFERENCES a DEFERRABLE INITIALLY DEFERRED) STRICT;
      """)
    do {
      try connection.transaction(.immediate) { () throws(SQLiteError) in
        try connection.execute("INSERT INTO b VALUES (1)")
      }
      Issue.record("it was stored")
    } catch {
      #expect(error.code == .constraint)
    }
    #expect(connection.isInTransaction == false)
    #expect(try connection.integer("SELECT count(*) FROM b") == 0)
  }

  @Test func `a transaction SQLite ended itself still gives the body's error`() throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute("CREATE TABLE t(a INTEGER PRIMARY KEY) STRICT")
    do {
      try connection.transaction(.immediate) { () throws(SQLiteError) in
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
      }
      Issue.record("it was stored")
    } catch {
      #expect(error.code == .constraint)
    }
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
  }
}
