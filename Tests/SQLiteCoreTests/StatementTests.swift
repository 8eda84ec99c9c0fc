private import SQLiteCore
internal import Testing

struct StatementTests {
  @Test(arguments: [0, 1, -1, Int64.max, Int64.min])
  func `an integer comes back`(value: Int64) throws {
    var statement = try echo()
    try statement.bind(value, at: 1)
    #expect(try statement.step())
    #expect(statement.integer(at: 0) == value)
    #expect(statement.isNull(at: 0) == false)
  }

  @Test(arguments: [0.0, -0.0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude])
  func `a number comes back bit for bit`(value: Double) throws {
    var statement = try echo()
    try statement.bind(value, at: 1)
    #expect(try statement.step())
    #expect(statement.double(at: 0).bitPattern == value.bitPattern)
  }

  @Test func `not a number becomes null`() throws {
    var statement = try echo()
    try statement.bind(Double.nan, at: 1)
    #expect(try statement.step())
    #expect(statement.isNull(at: 0) == true)
  }

  @Test(arguments: ["", "a", "zero \0 inside", "ä 心 🫀", String(repeating: "x", count: 100)])
  func `a text comes back`(value: String) throws {
    var statement = try echo()
    try statement.bind(value, at: 1)
    #expect(try statement.step())
    #expect(try statement.text(at: 0) == value)
    #expect(statement.blobCount(at: 0) == value.utf8.count)
    #expect(statement.isNull(at: 0) == false)
  }

  @Test(arguments: [0, 1, 100_000])
  func `bytes come back`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var statement = try echo()
    try statement.bind(bytes, at: 1)
    #expect(try statement.step())
    #expect(statement.isNull(at: 0) == false)
    #expect(statement.blobCount(at: 0) == count)
    #expect(try statement.blob(at: 0) == bytes)
    let sum = try statement.withBlob(at: 0) { (bytes) throws(SQLiteError) in
      var sum = 0
      for index in bytes.indices { sum += Int(bytes[index]) }
      return sum
    }
    #expect(sum == bytes.reduce(0) { $0 + Int($1) })
  }

  @Test func `a part of an array binds without the rest`() throws {
    var statement = try echo()
    try statement.bind([1, 2, 3, 4][1...2], at: 1)
    #expect(try statement.step())
    #expect(try statement.blob(at: 0) == [2, 3])
  }

  @Test func `null is null in every shape`() throws {
    var statement = try echo()
    try statement.bind(1, at: 1)
    try statement.bindNull(at: 1)
    #expect(try statement.step())
    #expect(statement.isNull(at: 0) == true)
    #expect(statement.integer(at: 0) == 0)
    #expect(statement.double(at: 0) == 0)
    #expect(try statement.text(at: 0).isEmpty)
    #expect(try statement.blob(at: 0).isEmpty)
    #expect(statement.blobCount(at: 0) == 0)
    let count = try statement.withBlob(at: 0) { (bytes) throws(SQLiteError) in bytes.count }
    #expect(count == 0)
  }

  @Test(arguments: [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x61, 0xe2, 0x82]] as [[UInt8]])
  func `text that is not UTF-8 is refused`(bytes: [UInt8]) throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    var statement = try connection.prepare("SELECT CAST(?1 AS TEXT)")
    try statement.bind(bytes, at: 1)
    #expect(try statement.step())
    let error = try #require(throws: SQLiteError.self) { _ = try statement.text(at: 0) }
    #expect(error.code == .corrupt)
  }

  @Test func `a statement is ready again at its end`() throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute("CREATE TABLE t(a INTEGER) STRICT")
    var insert = try connection.prepare("INSERT INTO t VALUES (?1)", persistent: true)
    for value in 1...3 as ClosedRange<Int64> {
      try insert.bind(value, at: 1)
      try insert.run()
    }
    #expect(try connection.integer("SELECT group_concat(a, '') FROM t") == 123)
  }

  @Test func `a statement is ready again after an error`() throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute("CREATE TABLE t(a INTEGER PRIMARY KEY) STRICT")
    var insert = try connection.prepare("INSERT INTO t VALUES (?1)")
    try insert.bind(1, at: 1)
    try insert.run()
    let error = try #require(throws: SQLiteError.self) { try insert.run() }
    #expect(error.code == .constraint)
    #expect(error.extendedCode == 1_555)  // SQLITE_CONSTRAINT_PRIMARYKEY
    #expect(error.sql == "INSERT INTO t VALUES (?1)")
    try insert.bind(2, at: 1)
    try insert.run()
    #expect(try connection.integer("SELECT count(*) FROM t") == 2)
  }

  @Test func `reset keeps bound values unless told to clear them`() throws {
    var statement = try echo()
    try statement.bind(5, at: 1)
    #expect(try statement.step())
    statement.reset()
    #expect(try statement.step())
    #expect(statement.integer(at: 0) == 5)
    statement.reset(clearing: true)
    #expect(try statement.step())
    #expect(statement.isNull(at: 0) == true)
  }

  @Test(arguments: [0, 2, -1])
  func `a parameter that does not exist cannot be bound`(index: Int) throws {
    var statement = try echo()
    let error = try #require(throws: SQLiteError.self) { try statement.bind(1, at: index) }
    #expect(error.code == .misuse)
  }

  @Test func `a bound parameter cannot change under a row`() throws {
    var statement = try echo()
    #expect(try statement.step())
    let error = try #require(throws: SQLiteError.self) { try statement.bind(1, at: 1) }
    #expect(error.code == .misuse)
  }

  @Test func `a column without a row traps`() async {
    await #expect(processExitsWith: .failure) {
      try readWithoutRow()
    }
  }

  @Test func `counters tell a scan from a search`() throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute(
      "CREATE TABLE t(a INTEGER PRIMARY KEY, b INTEGER) STRICT")
    try connection.execute("INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)")
    var scan = try connection.prepare("SELECT a FROM t WHERE b = 2 ORDER BY -b")
    try scan.run()
    #expect(scan.fullScanSteps == 2)
    #expect(scan.sorts == 1)
    var search = try connection.prepare("SELECT b FROM t WHERE a = 2")
    try search.run()
    #expect(search.fullScanSteps == 0)
    #expect(search.sorts == 0)
    #expect(search.operations > 0)
  }

  private func echo() throws -> Statement {
    try Connection(path: ":memory:", mode: .readWriteCreate).prepare("SELECT ?1")
  }
}

/// Apart from its test, because the body of an exit test is expanded outside this file's imports.
private func readWithoutRow() throws {
  let statement = try Connection(path: ":memory:", mode: .readWriteCreate).prepare("SELECT 1")
  _ = statement.integer(at: 0)
}
