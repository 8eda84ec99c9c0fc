internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// Everything goes at once, and nothing that comes after is taken for what was before.
struct EraseHistoryTests {
  private static let marker = "app.zzqxerased"
  /// All that an erased store has no row of.
  private static let tables = [
    "type", "vector", "segment", "block", "dead", "uuid_span", "uuid_page", "dead_span",
    "dead_uuid", "deletion", "member", "document_piece", "app_grant", "record", "alias",
    "deleted_mark", "taken_export", "sample_owner", "uuid_base", "namesake", "removed", "import",
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func foreign(_ number: UInt64) -> Sample {
    var sample = Sample.steps(number, start: Double(number), bundle: marker)
    sample.uuid = SampleUUID(high: number &* 0x9E37_79B9_7F4A_7C15 | 1, low: number)
    return sample
  }

  /// A store with a row in every table.
  private func makeStore(incarnation: UInt64 = 1) throws -> StoreFixture {
    var store = try StoreFixture(folder, incarnation: incarnation)
    try store.commit(.setCutoff(-100))
    try store.save((0..<700).map { .steps($0, start: Double($0), bundle: Self.marker) })
    try store.save((0..<50).map(Self.foreign))
    var systolic = Sample.steps(900, start: 5, bundle: Self.marker)
    systolic.type = .bloodPressureSystolic
    systolic.value = .quantity(Quantity(120, .millimeterOfMercury))
    var diastolic = systolic
    diastolic.uuid = Sample.steps(902).uuid
    diastolic.type = .bloodPressureDiastolic
    try store.save([systolic, diastolic])
    var pressure = Sample.steps(901, start: 5, bundle: Self.marker)
    pressure.type = .bloodPressure
    var members = Members()
    members.append(systolic.uuid, of: .bloodPressureSystolic)
    members.append(diastolic.uuid, of: .bloodPressureDiastolic)
    pressure.value = .object(.correlation(members))
    try store.save([pressure])
    let imported = Sample.steps(950, start: 6, bundle: ImportedSource.typedIn)
    try store.save([imported])
    try store.delete([Sample.steps(3).uuid, Self.foreign(2).uuid, imported.uuid])
    // An app gives a UUID that another one's hidden sample has.
    var mine = Sample.steps(0, bundle: "app.other")
    mine.uuid = Self.foreign(4).uuid
    var save = Change.Save([SampleRun(mine)])
    save.caller = Change.Save.Caller("app.other") { _, _ in .nothing }
    try store.commit(.save(save))
    try store.commit(.noteExport(TakenExport(sum: 1, count: 1, form: 1)))
    try store.commit(
      .setGrant(Grant(share: .authorized, read: .authorized), app: Self.marker, type: .stepCount))
    try store.commit(.setRecord(key: "sex", body: Array(Self.marker.utf8)))
    try store.commit(.setNodeRecord(key: "trust", body: [1, 2, 3]))
    try store.commit(.noteAudit(AuditEntry(at: 1, event: "paired")))
    return store
  }

  private func count(_ table: String) throws -> Int64 {
    let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
    return try #require(try connection.integer("SELECT count(*) FROM \(table)"))
  }

  @Test func `history is gone in one commit, and what is the node's own stays`() throws {
    var store = try makeStore()
    #expect(try count("deleted_mark") > 0 && count("taken_export") > 0)
    #expect(try count("uuid_base") > 0 && count("namesake") == 1)
    let head = store.writer.state.head
    let live = store.writer.state.types.values.reduce(0) { $0 + $1.liveCount }
    let outcome = try store.commit(.eraseHistory)
    #expect(outcome == Outcome(count: live, position: head + 1))
    let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
    var names = try connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    var tables: Set<String> = []
    while try names.step() { tables.insert(try names.text(at: 0)) }
    #expect(tables == Set(Self.tables + ["store", "epoch", "node_record", "audit"]))
    for table in Self.tables { #expect(try count(table) == 0, "\(table)") }
    #expect(store.writer.state.types.isEmpty && store.writer.state.grants.isEmpty)
    #expect(store.writer.state.vector == VersionVector())
    #expect(store.writer.state.cutoff == -100)
    #expect(try store.reader.tables.node.record("trust") == [1, 2, 3])
    #expect(try store.reader.tables.node.audit(latest: 9).map(\.event) == ["paired"])
    #expect(store.writer.changedTypes.isSuperset(of: [.stepCount, .bloodPressure]))
    #expect(try store.findings() == [])
    // The same samples are no strangers, though they were saved, or deleted, before.
    try store.save([.steps(3), .steps(4), Self.foreign(2)])
    #expect(try store.uuids(SampleQuery(.stepCount)).count == 3)
    #expect(try store.findings() == [])
    let kept = store.writer.state
    var again = try StoreFixture(folder, incarnation: 2)
    #expect(again.writer.state.head == kept.head && again.writer.state.cutoff == -100)
    #expect(again.writer.state.erased == head + 1)
    #expect(again.writer.state.vector == kept.vector)
    #expect(try again.findings() == [])
  }

  @Test(arguments: [true, false])
  func `no dot and no position comes again`(isNewOpen: Bool) throws {
    var store = try makeStore()
    var dots: Set<Dot> = []
    var positions: Set<Int64> = []
    var lives: Set<Incarnation> = []
    for round in 0..<4 as Range<UInt64> {
      try store.save((0..<20).map { .steps(10_000 + round * 20 + $0) })
      for run in try store.samples(SampleQuery(.stepCount)) {
        for row in 0..<run.count {
          let (incarnation, sequence) = run.dots[row]
          let dot = Dot(incarnation: incarnation, type: run.type, sequence: sequence)
          #expect(dots.insert(dot).inserted)
        }
        for position in run.positions.all() { #expect(positions.insert(position).inserted) }
      }
      lives.insert(try #require(store.writer.state.writer))
      try store.commit(.eraseHistory)
      if isNewOpen { store = try StoreFixture(folder, incarnation: 100 + round) }
    }
    #expect(lives.count == 4)
    #expect(store.writer.state.writer.map(lives.contains) == false)
  }

  @Test func `every anchor from before starts over, and one from after goes on`() throws {
    var store = try makeStore()
    let head = store.writer.state.head
    var anchors = (1...head).map { position in
      Anchor(incarnation: store.writer.state.incarnation(at: position), position: position)
    }
    anchors.append(Anchor(incarnation: nil, position: head))
    anchors.append(Anchor(incarnation: nil, position: 1))
    try store.commit(.eraseHistory)
    try store.save([.steps(5_000), .steps(5_001)])
    for anchor in anchors {
      let error = #expect(throws: StorageError.self, "\(anchor)") {
        try store.page(ChangeQuery([.stepCount], since: anchor))
      }
      #expect(error?.code == .startOver, "\(anchor)")
    }
    var page = try store.page(ChangeQuery([.stepCount]))
    #expect(page.added.flatMap(\.uuids).count == 2 && page.deleted.isEmpty)
    try store.save([.steps(5_002)])
    page = try store.page(ChangeQuery([.stepCount], since: page.anchor))
    #expect(page.added.flatMap(\.uuids) == [Sample.steps(5_002).uuid])
  }

  /// What somebody does with a snapshot from before.
  enum Reading: CaseIterable, Sendable {
    case streamed
    case sorted
    case lookedUp
    case lookedUpForeign
    case changes
    case sources
    case verification

    func run(_ store: inout StoreFixture, _ snapshot: Snapshot) throws {
      switch self {
      case .streamed: _ = try store.samples(SampleQuery(.stepCount), in: snapshot)
      case .sorted:
        _ = try store.samples(
          SampleQuery(.stepCount, order: [SortDescriptor(.start, ascending: false)]), in: snapshot)
      case .lookedUp: try look(up: [Sample.steps(5).uuid], &store, snapshot)
      case .lookedUpForeign: try look(up: [foreign(5).uuid], &store, snapshot)
      case .changes:
        _ = try ChangeReader(
          ChangeQuery([.stepCount]), as: .everything, in: snapshot, from: &store.reader.tables
        ).page(from: &store.reader.tables)
      case .sources:
        _ = try store.sources(of: .stepCount, where: .start(.less, 1e9), in: snapshot)
      case .verification: _ = try store.reader.verify(snapshot)
      }
    }

    private func look(
      up uuids: [SampleUUID], _ store: inout StoreFixture, _ snapshot: Snapshot
    ) throws {
      _ = try store.samples(
        SampleQuery(.stepCount, where: .uuid(UUIDSet(uuids))), in: snapshot)
    }
  }

  @Test(arguments: Reading.allCases, [true, false])
  func `an older snapshot says that it is over`(reading: Reading, isWarm: Bool) throws {
    var store = try makeStore()
    let snapshot = store.writer.snapshot()
    // Also where all it needs is in memory already.
    if isWarm { try reading.run(&store, snapshot) }
    try store.commit(.eraseHistory)
    // New samples with the old UUIDs, and numbers of tables that may come again.
    try store.save((0..<700).map { .steps($0, start: Double($0)) })
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) { try reading.run(&store, snapshot) }
      #expect(error?.code == .startOver)
      try reading.run(&store, store.writer.snapshot())
    }
  }

  @Test func `a cursor that is under way says that it is over`() throws {
    var store = try makeStore()
    var cursor = try SampleCursor(
      SampleQuery(.stepCount), seeing: .everything, in: store.writer.snapshot(),
      from: &store.reader.tables)
    #expect(try cursor.next(from: &store.reader.tables) != nil)
    try store.commit(.eraseHistory)
    let error = #expect(throws: StorageError.self) {
      try cursor.next(from: &store.reader.tables)
    }
    #expect(error?.code == .startOver)
    // What it pins keeps nothing on the disk.
    try store.maintain()
    #expect(try count("block") == 0)
  }

  @Test func `an erasure that fails ends no query`() throws {
    var store = try makeStore()
    let snapshot = store.writer.snapshot()
    #expect(throws: ModelError.self) {
      try store.writer.commitTogether([.eraseHistory, .setCutoff(.infinity)], at: 0)
    }
    #expect(try store.uuids(SampleQuery(.stepCount), in: snapshot).count == 749)
    try store.save([.steps(5_000)])
    #expect(try store.uuids(SampleQuery(.stepCount), in: snapshot).count == 749)
    #expect(try store.findings() == [])
  }

  @Test func `what comes before and after it in a commit is told apart`() throws {
    var store = try makeStore()
    let results = store.writer.commit(
      [
        .save(Change.Save([SampleRun(.steps(5_000))])), .eraseHistory,
        .save(Change.Save([SampleRun(.steps(5_000))])), .setRecord(key: "a", body: [1]),
        .eraseHistory, .eraseHistory, .save(Change.Save([SampleRun(.steps(5_001))])),
      ], at: 0)
    #expect(try results.map { try $0.get().count } == [1, 753, 1, 1, 1, 0, 1])
    #expect(try store.uuids(SampleQuery(.stepCount)) == [Sample.steps(5_001).uuid])
    #expect(try count("record") == 0)
    #expect(try count("vector") == 1)
    #expect(store.writer.state.horizon == store.writer.state.head - 1)
    #expect(try store.findings() == [])
  }

  @Test func `maintenance takes the bytes off the disk`() throws {
    var store = try makeStore()
    // The sources of blocks, the app of the grant, and the record of the user.
    func isOnDisk() throws -> Bool {
      let marker = Array(Self.marker.utf8)
      return try ["store.db", "store.db-wal"].contains { name in
        let file = try folder.read(name)
        return file.indices.contains { index in
          file[index] == marker[0] && file[index...].starts(with: marker)
        }
      }
    }
    #expect(try isOnDisk())
    try store.commit(.eraseHistory)
    try store.maintain()
    try store.writer.scrub()
    #expect(try !isOnDisk())
    try store.writer.checkpoint()
    #expect(try !isOnDisk())
    #expect(try folder.read("store.db").count < 200_000)
    #expect(try store.findings() == [])
  }

  @Test func `damage goes, too`() throws {
    do { _ = try makeStore() }
    try Connection(path: folder.file("store.db"), mode: .readWrite)
      .execute(
        "UPDATE segment SET directory_checksum = directory_checksum + 1 WHERE id = 1; "
          + "UPDATE block SET checksum = checksum + 1")
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(!store.writer.state.damagedSegments.isEmpty)
    try store.commit(.eraseHistory)
    #expect(store.writer.state.damagedSegments.isEmpty)
    #expect(try store.findings() == [])
  }
}

extension EraseHistoryTests.Reading {
  private func foreign(_ number: UInt64) -> Sample {
    var sample = Sample.steps(number, start: Double(number))
    sample.uuid = SampleUUID(high: number &* 0x9E37_79B9_7F4A_7C15 | 1, low: number)
    return sample
  }
}
