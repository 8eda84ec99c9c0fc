private import SQLiteCore
internal import TestSupport
internal import Testing

/// A database that counts transactions, for telling which of them survived.
private struct Ledger {
  static let transactions = 4

  var folder: TemporaryFolder
  var journal: String

  init(journal: String) throws {
    self.folder = try TemporaryFolder()
    self.journal = journal
    let connection = try Connection(path: path, mode: .readWriteCreate)
    // Small pages, so that a few rows touch several of them and a checkpoint comes soon.
    try connection.execute(
      """
      PRAGMA page_size = 512; PRAGMA journal_mode = \(journal);
      CREATE TABLE entry(number INTEGER PRIMARY KEY, part INTEGER, filler BLOB) STRICT;
      """)
    try connection.close()
  }

  var path: String { folder.file("ledger.db") }

  /// Adds transactions until one fails; how many were acknowledged.
  func fill(through vfs: FaultVFS) -> Int {
    var acknowledged = 0
    do throws(SQLiteError) {
      let connection = try Connection(
        path: path, mode: .readWrite, vfs: vfs.name, busyTimeout: .zero)
      // Only with EXTRA is the end of a journal synced before the commit returns.
      try connection.execute(
        """
        PRAGMA journal_mode = \(journal); PRAGMA wal_autocheckpoint = 12;
        PRAGMA synchronous = \(journal == "WAL" ? "FULL" : "EXTRA");
        """)
      for number in 0..<Ledger.transactions {
        try connection.transaction(.immediate) { () throws(SQLiteError) in
          var insert = try connection.prepare("INSERT INTO entry VALUES (?1, ?2, randomblob(300))")
          for part in 0..<4 {
            try insert.bind(number * 4 + part, at: 1)
            try insert.bind(part, at: 2)
            try insert.run()
          }
        }
        acknowledged += 1
      }
    } catch {
      // Where it stopped is the answer.
    }
    return acknowledged
  }

  /// Reads the ledger as the next process would.
  func check(acknowledged: Int, _ comment: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    #expect(try connection.integrityFindings(.full).isEmpty, "\(comment)")
    let rows = try #require(try connection.integer("SELECT count(*) FROM entry"))
    let last = try #require(try connection.integer("SELECT coalesce(max(number), -1) FROM entry"))
    #expect(rows % 4 == 0, "\(comment): a transaction is there in part")
    #expect(last == rows - 1, "\(comment): a transaction is missing between others")
    // The one in flight may have become durable before its acknowledgement was lost.
    let survivors = Int(rows / 4)
    #expect(
      survivors == acknowledged || survivors == acknowledged + 1,
      "\(comment): \(acknowledged) acknowledged, \(survivors) there")
  }
}

struct FaultVFSTests {
  @Test(arguments: ["WAL", "TRUNCATE"], [FaultVFS.Fault.io, .full])
  func `a fault anywhere loses nothing acknowledged`(journal: String, fault: FaultVFS.Fault) throws
  {
    let struck = try failingEachOperation { plan in
      let ledger = try Ledger(journal: journal)
      let acknowledged = ledger.fill(through: try FaultVFS(plan: plan, fault: fault))
      if !plan.hasStruck { #expect(acknowledged == Ledger.transactions) }
      try ledger.check(acknowledged: acknowledged, "operation \(plan.number ?? 0)")
    }
    #expect(struck > 50)
  }

  @Test(arguments: ["WAL", "TRUNCATE"], [0, 0.5, 1])
  func `power lost anywhere loses nothing acknowledged`(journal: String, keeping: Double) throws {
    let struck = try failingEachOperation { plan in
      let ledger = try Ledger(journal: journal)
      let vfs = try FaultVFS(plan: plan, fault: .powerLoss)
      let acknowledged = ledger.fill(through: vfs)
      #expect(vfs.hasLostPower == plan.hasStruck)
      let seed = UInt64(plan.number ?? 0) &* 31
      try vfs.restorePower(keeping: keeping, seed: seed)
      if !plan.hasStruck { #expect(acknowledged == Ledger.transactions) }
      try ledger.check(
        acknowledged: acknowledged,
        "operation \(plan.number ?? 0), keeping \(keeping), seed \(seed)")
    }
    #expect(struck > 50)
  }

  @Test func `what was not synced goes with the power`() throws {
    let ledger = try Ledger(journal: "WAL")
    let vfs = try FaultVFS()
    do {
      let connection = try Connection(path: ledger.path, mode: .readWrite, vfs: vfs.name)
      try connection.execute(
        """
        PRAGMA synchronous = FULL; INSERT INTO entry(number) VALUES (1);
        PRAGMA synchronous = OFF; INSERT INTO entry(number) VALUES (2);
        """)
      vfs.losePower()
      #expect(throws: SQLiteError.self) {
        try connection.execute("INSERT INTO entry(number) VALUES (3)")
      }
    }
    try vfs.restorePower()
    let connection = try Connection(path: ledger.path, mode: .readWrite)
    #expect(try connection.integer("SELECT group_concat(number, '') FROM entry") == 1)
  }

  @Test func `a file never synced is not there after a power loss`() throws {
    let folder = try TemporaryFolder()
    let vfs = try FaultVFS()
    do {
      let connection = try Connection(
        path: folder.file("new.db"), mode: .readWriteCreate, vfs: vfs.name)
      try connection.execute("PRAGMA synchronous = OFF; CREATE TABLE t(a)")
      #expect(folder.contents() == ["new.db"])
      vfs.losePower()
    }
    try vfs.restorePower()
    #expect(folder.contents().isEmpty)
  }

  @Test func `it counts what was written and synced`() throws {
    let ledger = try Ledger(journal: "WAL")
    let vfs = try FaultVFS(remembersSyncs: false)
    let connection = try Connection(path: ledger.path, mode: .readWrite, vfs: vfs.name)
    try connection.execute("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
    try connection.execute("INSERT INTO entry(number) VALUES (1)")
    let syncs = vfs.syncs(of: .log)
    let bytes = vfs.bytesWritten(to: .log)
    try connection.execute("INSERT INTO entry(number) VALUES (2)")
    #expect(vfs.syncs(of: .log) == syncs + 1)
    // One frame: a page and its header, padded by repeats to the sector's end where it has to be.
    #expect(vfs.bytesWritten(to: .log) >= bytes + 512 + 24)
    #expect(vfs.bytesWritten(to: .database) == 0)
    #expect(vfs.syncs == vfs.count(.sync))
    #expect(vfs.count(.lockShared) > 0)
    #expect(vfs.operations > vfs.count(.write))
    try connection.checkpoint(.truncate)
    #expect(vfs.bytesWritten(to: .database) >= 512)
    #expect(vfs.bytesWritten == vfs.bytesWritten(to: .database) + vfs.bytesWritten(to: .log))
    try connection.close()
  }

  @Test func `a plan can strike one kind of operation`() throws {
    let ledger = try Ledger(journal: "WAL")
    let plan = FaultPlan(failing: 1)
    let vfs = try FaultVFS(plan: plan, fault: .full, on: [.write])
    #expect(ledger.fill(through: vfs) == 0)
    #expect(vfs.count(.read) > 0)
    #expect(vfs.count(.write) == plan.operations)
    #expect(ledger.fill(through: vfs) == Ledger.transactions)
  }

  @Test func `power cannot be restored under an open connection`() throws {
    let ledger = try Ledger(journal: "WAL")
    let vfs = try FaultVFS()
    let connection = try Connection(path: ledger.path, mode: .readWrite, vfs: vfs.name)
    #expect(throws: TestSupportError.self) { try vfs.restorePower() }
    try connection.close()
    try vfs.restorePower()
  }
}
