internal import HealthCodec
internal import HealthModel
internal import SQLiteCore
internal import TestSupport
internal import Testing

@testable internal import HealthStorage

// The tests write rows with the checksums of older versions, which are internal to the storage.

/// Stores that an older version made.
struct MigrationTests {
  /// What the tables of an older version had that those of today have not, by table.
  private static let gone = ["type": ("known_from", "-63113904000.0")]

  /// Makes the tables of an older version, as the program of that time did, and gives them the rows of a
  /// store of today.
  private static func make(
    _ version: Int, in folder: TemporaryFolder, from path: String
  ) throws -> Connection {
    let connection = try Connection(path: folder.file("store.db"), mode: .readWriteCreate)
    try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    try connection.enableWriteAheadLog()
    let applied = try Migrator(
      applicationID: Schema.applicationID, migrations: Array(Schema.migrations.prefix(version))
    ).migrate(connection)
    #expect(applied == Array(1...version))
    // While it is copied it has the checksums that stores had before version 13.
    let today = try Connection(path: path, mode: .readWrite)
    try RowChecksum.addPlaces(on: today)
    defer { #expect(throws: Never.self) { try RowChecksum.addPlaces(on: today) } }
    try connection.execute("ATTACH '\(path)' AS today")
    var tables = try connection.prepare(
      "SELECT name, (SELECT group_concat(name) FROM pragma_table_info(t.name)) "
        + "FROM sqlite_schema AS t WHERE type = 'table'")
    var copies: [String] = []
    while try tables.step() {
      let (name, columns) = (try tables.text(at: 0), try tables.text(at: 1))
      var values = columns.split(separator: ",").map(String.init)
      if let (column, value) = gone[name] {
        values = values.map { $0 == column ? value : $0 }
      }
      copies.append("DELETE FROM \(name)")
      copies.append(
        "INSERT INTO \(name) (\(columns)) SELECT \(values.joined(separator: ",")) "
          + "FROM today.\(name)")
    }
    #expect(copies.count == 2 * [16, 18, 19, 19, 19, 19, 21, 21, 21, 24, 26, 26][version - 1])
    for copy in copies { try connection.execute(copy) }
    return connection
  }

  @Test(arguments: 1...12)
  func `an old store opens, and is what it was`(version: Int) throws {
    let today = try TemporaryFolder()
    var store = try StoreFixture(today)
    try store.save((0..<600).map { .steps($0, start: Double($0)) })
    try store.delete([Sample.steps(5).uuid])
    try store.commit(.setRecord(key: "sex", body: [1]))
    let before = store.writer.state
    let wanted = try store.uuids(SampleQuery(.stepCount))

    let folder = try TemporaryFolder()
    do { _ = try Self.make(version, in: folder, from: today.file("store.db")) }
    var old = try StoreFixture(folder, incarnation: 2)
    #expect(old.writer.state.head == before.head)
    #expect(old.writer.state.erased == 0)
    #expect(old.writer.state.vector == before.vector)
    #expect(old.writer.state.record == SyncRecord(role: nil))
    #expect(try old.uuids(SampleQuery(.stepCount)) == wanted)
    #expect(try old.reader.tables.state.record("sex") == [1])
    #expect(try old.reader.tables.node.record("trust") == nil)
    #expect(try old.findings() == [])
    try old.commit(.setNodeRecord(key: "trust", body: [9]))
    try old.commit(.noteAudit(AuditEntry(at: 0, event: "paired")))
    try old.save([.steps(9_000)])
    try old.commit(.eraseHistory)
    #expect(try old.findings() == [])
    let now = try Connection(path: folder.file("store.db"), mode: .readOnly)
      .integer("PRAGMA user_version")
    #expect(now == 13)
  }

  @Test(arguments: [1, 2])
  func `an old store claims no more than its types did`(version: Int) throws {
    let today = try TemporaryFolder()
    var store = try StoreFixture(today)
    try store.save([.steps(1, start: 5_000)])
    var mass = Sample.steps(2, start: 5_000)
    (mass.type, mass.value) = (.bodyMass, .quantity(Quantity(80, .gram(.kilo))))
    try store.save([mass])
    for (sql, claimed) in [
      ("UPDATE type SET known_from = 500 WHERE id = 2", 500.0),
      ("UPDATE type SET known_from = 500; UPDATE store SET cutoff = 700", 700),
      ("UPDATE type SET known_from = 500; UPDATE store SET cutoff = -5", 500),
      ("UPDATE type SET known_from = NULL WHERE id = 1", .infinity),
    ] {
      let folder = try TemporaryFolder()
      do {
        let connection = try Self.make(version, in: folder, from: today.file("store.db"))
        try connection.execute(sql)
      }
      for incarnation in 2...3 as ClosedRange<UInt64> {
        var old = try StoreFixture(folder, incarnation: incarnation)
        #expect(old.writer.state.record.known == KnownFrom(others: claimed), "\(sql)")
        try old.save([.steps(incarnation * 100, start: 5_000)])
      }
    }
  }

  @Test func `spans of UUIDs from before they had checksums get those that are written now`() throws
  {
    let sums =
      "SELECT group_concat(checksum) FROM (SELECT checksum FROM uuid_span ORDER BY base, last)"
    let today = try TemporaryFolder()
    do {
      var store = try StoreFixture(today)
      for base in [7, 1 << 40, UInt64.max] {
        try store.save((0..<600).map { .steps($0 * 2, start: Double($0), base: base) })
      }
      try store.maintain()
    }
    let folder = try TemporaryFolder()
    do { _ = try Self.make(8, in: folder, from: today.file("store.db")) }
    do { _ = try StoreFixture(folder, incarnation: 2) }
    let wanted = try Connection(path: today.file("store.db"), mode: .readOnly).text(sums)
    let got = try Connection(path: folder.file("store.db"), mode: .readOnly).text(sums)
    #expect(got == wanted)
    #expect(wanted?.split(separator: ",").count == 1_800)
  }

  @Test func `rows of small tables from before they had checksums get those that are written now`()
    throws
  {
    let tables = ["type", "epoch", "dead_span", "dead_uuid", "sample_owner", "uuid_base"]
    func sums(_ folder: TemporaryFolder, _ table: String) throws -> [Int64] {
      let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
      var rows = try connection.prepare("SELECT checksum FROM \(table) ORDER BY checksum")
      var sums: [Int64] = []
      while try rows.step() { sums.append(rows.integer(at: 0)) }
      return sums
    }
    let today = try TemporaryFolder()
    do {
      // More than are read at a time.
      let samples = (0..<5_000).map { Sample.foreignSteps($0) }
      var store = try StoreFixture(today)
      try store.save(samples + [.steps(1), .steps(2)])
      try store.delete(samples.map(\.uuid) + [Sample.steps(1).uuid])
    }
    let folder = try TemporaryFolder()
    do { _ = try Self.make(10, in: folder, from: today.file("store.db")) }
    do { _ = try StoreFixture(folder, incarnation: 2) }
    for table in tables {
      let wanted = try sums(today, table)
      #expect(try sums(folder, table) == wanted, "\(table)")
      #expect(!wanted.isEmpty && !wanted.contains(0), "\(table)")
    }
    #expect(try sums(folder, "dead_uuid").count == 5_000)
  }

  @Test func `a new store is what all steps make of an empty one`() throws {
    let (steps, whole) = (try TemporaryFolder(), try TemporaryFolder())
    let old = try Connection(path: steps.file("store.db"), mode: .readWriteCreate)
    let new = try Connection(path: whole.file("store.db"), mode: .readWriteCreate)
    let migrator = Migrator(
      applicationID: Schema.applicationID, migrations: Schema.migrations)
    try migrator.migrate(old) { (version, connection) throws(SQLiteError) in
      if version == 12 { try RowChecksum.addAll(on: connection) }
    }
    try Schema.prepare(new, forWriting: true)
    // Word by word what the other lists, by the check of every opening.
    try Schema.check(old)
    try Schema.check(new)
    func rows(_ connection: borrowing Connection) throws -> [String: [[SQLValue]]] {
      var tables = try connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      var all: [String: [[SQLValue]]] = [:]
      while try tables.step() {
        let table = try tables.text(at: 0)
        var rows = try connection.prepare("SELECT * FROM \(table)")
        all[table] = []
        while try rows.step() { all[table]?.append(try rows.values()) }
      }
      return all
    }
    let wanted = try rows(old)
    #expect(try rows(new) == wanted)
    #expect(wanted.count == 26 && wanted["store"]?.count == 1)
  }

  @Test(arguments: 1...12)
  func `an old store and a new one have the same tables`(version: Int) throws {
    func schema(_ folder: TemporaryFolder) throws -> [String] {
      let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
      try Schema.check(connection)
      var rows = try connection.prepare("SELECT name FROM sqlite_schema ORDER BY name")
      var texts: [String] = []
      while try rows.step() { texts.append(try rows.text(at: 0)) }
      return texts
    }
    let today = try TemporaryFolder()
    do { _ = try StoreFixture(today) }
    let folder = try TemporaryFolder()
    do { _ = try Self.make(version, in: folder, from: today.file("store.db")) }
    do { _ = try StoreFixture(folder) }
    #expect(try schema(folder) == schema(today))
  }

  @Test func `pages of UUIDs that name rows are understood, and made anew`() throws {
    let samples = (0..<3_000).map { Sample.foreignSteps($0, start: Double($0)) }
    let today = try TemporaryFolder()
    var store = try StoreFixture(today)
    try store.save(samples)
    let folder = try TemporaryFolder()
    do {
      let connection = try Self.make(3, in: folder, from: today.file("store.db"))
      try connection.execute("DELETE FROM uuid_page")
      var insert = try connection.prepare(
        "INSERT INTO uuid_page (id, entries, checksum) VALUES (1 << 8 | ?1, ?2, ?3)")
      for (index, page) in RowPages.build(samples.map(\.uuid)).enumerated() {
        try insert.bind(index, at: 1)
        try insert.bind(page, at: 2)
        try insert.bind(Checksum.of(page), at: 3)
        try insert.run()
      }
    }
    var old = try StoreFixture(folder, incarnation: 2)
    #expect(try old.findings() == [])
    #expect(throws: ModelError.self) { try old.save([samples[1_234]]) }
    func agedPages() throws -> Int64? {
      try Connection(path: folder.file("store.db"), mode: .readOnly)
        .integer("SELECT count(*) FROM uuid_page WHERE form = 0")
    }
    #expect(try agedPages() == 3)
    try old.maintain()
    #expect(try agedPages() == 0)
    #expect(try old.findings() == [])
    #expect(throws: ModelError.self) { try old.save([samples[1_234]]) }
    try old.delete([samples[7].uuid, samples[2_990].uuid])
    #expect(try old.rows().count == 2_998)
  }

  @Test func `bytes from before their checksums were of their rows get those that are written now`()
    throws
  {
    let today = try TemporaryFolder()
    var store = try StoreFixture(today)
    // More blocks and pages than are read at a time, loose ones last.
    for start in stride(from: 0 as UInt64, to: 6_000, by: 3_000) {
      try store.save((start..<(start + 3_000)).map { .foreignSteps($0) })
    }
    try store.save([.steps(1)])
    try store.delete([Sample.steps(1).uuid, Sample.foreignSteps(5).uuid])
    try store.commit(.setRecord(key: "sex", body: [1]))
    try store.commit(.setNodeRecord(key: "trust", body: [9]))
    let document = Document(
      title: "t", patientName: "p", authorName: "a", custodianName: "c", byteCount: 70_000)
    let sample = Sample(
      uuid: SampleUUID(base: 9, counter: 1), type: .cda, start: 5, end: 5,
      value: .object(.document(document)), source: Sample.steps(1).source)
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
    try store.commit(.save(Change.Save([SampleRun(sample)], documents: [sample.uuid: bytes])))
    try store.save([.steps(2)])
    func sums(_ folder: TemporaryFolder) throws -> [String: String] {
      let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
      var sums: [String: String] = [:]
      for (table, column) in [
        ("block", "checksum"), ("segment", "directory_checksum"),
        ("segment", "aggregates_checksum"),
        ("dead", "checksum"), ("vector", "checksum"), ("uuid_page", "checksum"),
        ("deletion", "checksum"), ("document_piece", "checksum"), ("record", "checksum"),
        ("node_record", "checksum"), ("removed", "checksum"),
      ] {
        sums["\(table).\(column)"] = try connection.text(
          "SELECT group_concat(\(column)) FROM (SELECT \(column) FROM \(table) ORDER BY 1)")
      }
      return sums
    }
    let folder = try TemporaryFolder()
    do { _ = try Self.make(12, in: folder, from: today.file("store.db")) }
    let older = try sums(folder)
    do {
      let connection = try Connection(path: folder.file("store.db"), mode: .readWrite)
      try Schema.prepare(connection, forWriting: true)
    }
    let (wanted, got) = (try sums(today), try sums(folder))
    #expect(wanted.count == 11)
    for (column, sum) in wanted {
      #expect(got[column] == sum && older[column] != sum, "\(column)")
    }
    var mended = try StoreFixture(folder, incarnation: 2)
    #expect(try mended.findings() == [])
  }

  /// Saves a sample as an app that may read nothing.
  private static func save(
    _ sample: Sample, as app: String, in store: inout StoreFixture
  ) throws {
    var save = Change.Save([SampleRun(sample)])
    save.caller = Change.Save.Caller(app) { _, _ in .own(bundleIdentifier: app) }
    try store.commit(.save(save))
  }

  @Test func `bases and deaths from before owners were written down are nobody's`() throws {
    let today = try TemporaryFolder()
    var store = try StoreFixture(today)
    // As a daemon did that gave all apps one base.
    try store.save((0..<600).map { .steps($0, start: Double($0), bundle: "app.one") })
    try store.save((600..<900).map { .steps($0, start: Double($0), bundle: "app.two") })
    let gone = Sample.foreignSteps(3)
    try store.save([gone])
    try store.delete([Sample.steps(5).uuid, gone.uuid])
    let folder = try TemporaryFolder()
    do { _ = try Self.make(8, in: folder, from: today.file("store.db")) }
    var old = try StoreFixture(folder, incarnation: 2)
    // An app that was running goes on, whoever saved first.
    try Self.save(.steps(1_000, bundle: "app.one"), as: "app.one", in: &old)
    try Self.save(.steps(1_001, bundle: "app.two"), as: "app.two", in: &old)
    // What is its own it is told, and of others nothing.
    #expect(throws: ModelError.self) {
      try Self.save(.steps(10, bundle: "app.one"), as: "app.one", in: &old)
    }
    try Self.save(.steps(10, start: 9, bundle: "app.two"), as: "app.two", in: &old)
    #expect(old.writer.state.namesakes.of("app.two")?.storing(Sample.steps(10).uuid) != nil)
    // A peer brings nothing back that died then.
    let twins: [(UInt64, Sample)] = [(70, .steps(5, start: 5)), (71, gone)]
    for (incarnation, twin) in twins {
      let dead = try old.sync.insert(.numbered([twin], by: incarnation))
      try old.sync.commit()
      #expect(dead == VersionVector([.steps(incarnation, 1)]))
    }
    #expect(try old.findings() == [])
  }

  @Test(arguments: [FaultVFS.Fault.io, .powerLoss])
  func `a migration that fails leaves an old version or the new one`(
    fault: FaultVFS.Fault
  ) throws {
    let today = try TemporaryFolder()
    var store = try StoreFixture(today)
    try store.save([.steps(1)])
    let struck = try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      do { _ = try Self.make(1, in: folder, from: today.file("store.db")) }
      let vfs = try FaultVFS(plan: plan, fault: fault)
      do { _ = try? StoreFixture(folder, incarnation: 2, vfs: vfs.name) }
      if fault == .powerLoss { try vfs.restorePower(keeping: 0.5, seed: UInt64(plan.number ?? 0)) }
      var old = try StoreFixture(folder, incarnation: 3)
      let comment: Comment = "\(fault) at operation \(plan.number ?? 0)"
      #expect(try old.uuids(SampleQuery(.stepCount)) == [Sample.steps(1).uuid], comment)
      #expect(try old.findings() == [], comment)
    }
    #expect(struck > 20)
  }
}
