private import SQLiteCore
private import TestSupport
internal import Testing

struct `Room in the write-ahead log` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `many commits make room for more, which then write where there are blocks`() throws {
    let connection = try open()
    try save(20, to: connection)
    let isFull = connection.isLogNearlyFull
    #expect(isFull)
    try connection.extendLog()
    let isStillFull = connection.isLogNearlyFull
    #expect(!isStillFull)
    let size = try folder.read("a.db-wal").count
    #expect(size > 1 << 20)
    try save(20, to: connection)
    #expect(try folder.read("a.db-wal").count == size)
  }

  @Test func `a fault of the disk that no commit throws is told once`() throws {
    var silent = 0
    for operation in [FaultVFS.Operation.write, .sync] {
      try failingEachOperation { plan in
        let name = "\(operation)-\(plan.number ?? 0).db"
        do { _ = try open(name) }
        let vfs = try FaultVFS(plan: plan, on: [operation], remembersSyncs: false)
        let faults = try saveMany(name, on: vfs)
        guard plan.hasStruck, let faults else { return }
        silent += 1
        #expect(faults.map { $0?.code } == [.io, nil], "\(operation) \(plan.number ?? 0)")
      }
    }
    #expect(silent > 5)
  }

  /// Saves so much that pages are moved to the database; returns what is told of that then, twice, where nothing was
  /// thrown.
  private func saveMany(_ name: String, on vfs: FaultVFS) throws -> [SQLiteError?]? {
    let connection = try Connection(path: folder.file(name), mode: .readWrite, vfs: vfs.name)
    do {
      try connection.followLog(checkpointingAt: 10)
      try save(20, to: connection)
    } catch is SQLiteError {
      return nil
    }
    return [connection.takeLogFault(), connection.takeLogFault()]
  }

  @Test func `few commits make no room`() throws {
    let connection = try open()
    try save(5, to: connection)
    let isStillFull = connection.isLogNearlyFull
    #expect(!isStillFull)
  }

  @Test func `room ends where pages are moved to the database`() throws {
    let connection = try open(checkpointingAt: 100)
    try save(20, to: connection)
    var steps = 0
    while connection.isLogNearlyFull, steps < 10 {
      try connection.extendLog()
      steps += 1
    }
    #expect(steps < 10)
    #expect(try folder.read("a.db-wal").count < 3 << 20)
    try save(300, to: connection)
    let isStillFull = connection.isLogNearlyFull
    #expect(!isStillFull)
    #expect(try count(connection) == 320)
  }

  @Test func `a process that is killed leaves room that nobody takes for pages`() throws {
    let connection = try open()
    try save(20, to: connection)
    try connection.extendLog()
    try save(7, to: connection)
    let copy = try copyFiles()
    #expect(try count(copy) == 27)
    try save(3, to: copy)
    #expect(try count(copy) == 30)
    #expect(try copy.text("PRAGMA integrity_check") == "ok")
  }

  @Test func `a log that was scrubbed has no byte of what was in it`() throws {
    let connection = try open()
    try save(40, to: connection)
    try connection.extendLog()
    let size = try folder.read("a.db-wal").count
    try connection.execute("PRAGMA secure_delete = ON; DELETE FROM t")
    try connection.scrubLog()
    let log = try folder.read("a.db-wal")
    #expect(log.count == size)
    let isCleared = log.allSatisfy { $0 == 0 }
    #expect(isCleared)
    // It goes on, here and after a power cut.
    try save(2, to: connection)
    #expect(try count(connection) == 2)
    let copy = try copyFiles()
    #expect(try count(copy) == 2)
  }

  @Test func `what an earlier process left is scrubbed, too`() throws {
    let connection = try open(checkpointingAt: 100)
    try save(150, to: connection)
    let left = try folder.read("a.db-wal")
    let copy = try copyFiles()
    try save(1, to: copy)
    try copy.execute("DELETE FROM t")
    try copy.scrubLog()
    let log = try folder.read("b.db-wal")
    #expect(log.count >= left.count)
    let isCleared = log.allSatisfy { $0 == 0 }
    #expect(isCleared)
  }

  @Test func `a log that grew too long is cut`() throws {
    let connection = try open(checkpointingAt: 10)
    // One transaction is never moved in part.
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO t SELECT randomblob(3000) FROM n
      """)
    #expect(try folder.read("a.db-wal").count > 2 << 20)
    try connection.scrubLog()
    #expect(try folder.read("a.db-wal").isEmpty)
    try save(30, to: connection)
    #expect(try count(connection) == 630)
  }

  @Test func `a database without one is refused`() throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    #expect(throws: SQLiteError.self) { try connection.followLog(checkpointingAt: 100) }
  }

  private func open(
    _ name: String = "a.db", checkpointingAt frames: Int = 2_000
  ) throws -> Connection {
    let connection = try Connection(path: folder.file(name), mode: .readWriteCreate)
    try connection.enableWriteAheadLog()
    try connection.execute("CREATE TABLE IF NOT EXISTS t(a BLOB)")
    try connection.followLog(checkpointingAt: frames)
    return connection
  }

  /// What a power cut would leave of the files as they are.
  private func copyFiles() throws -> Connection {
    try folder.write(try folder.read("a.db"), to: "b.db")
    try folder.write(try folder.read("a.db-wal"), to: "b.db-wal")
    return try open("b.db", checkpointingAt: 100)
  }

  private func save(_ count: Int, to connection: borrowing Connection) throws {
    for _ in 0..<count { try connection.execute("INSERT INTO t VALUES (randomblob(3000))") }
  }

  private func count(_ connection: borrowing Connection) throws -> Int64? {
    try connection.integer("SELECT count(*) FROM t")
  }
}
