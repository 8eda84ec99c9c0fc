internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// Commits of a few samples, which write their blocks alone.
struct LooseBlockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// What one column of one row says, or how many rows there are.
  private func integer(_ sql: String) throws -> Int64 {
    try #require(try Connection(path: folder.file("store.db"), mode: .readOnly).integer(sql))
  }

  private func rows(_ table: String) throws -> Int64 {
    try integer("SELECT count(*) FROM \(table)")
  }

  /// A store that has begun to write, so that a small commit has nothing new to say.
  private func begunStore() throws -> StoreFixture {
    var store = try StoreFixture(folder)
    try store.save([.steps(0)])
    #expect(store.writer.state.loose.count == 0)
    return store
  }

  /// How many pages commits wrote to the log since it was begun.
  private func pagesInLog() throws -> Int {
    let log = try folder.read("store.db-wal")
    func number(_ offset: Int) -> Int { log[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
    // Its head has the size of a page, and a salt that each page repeats.
    let (size, salt) = (number(8), log[16..<24])
    var offset = 32
    while offset + 24 + size <= log.count, log[(offset + 8)..<(offset + 16)].elementsEqual(salt) {
      offset += 24 + size
    }
    return (offset - 32) / (24 + size)
  }

  private static let others = [
    "segment", "uuid_span", "uuid_page", "vector", "type", "epoch", "node_record", "dead",
  ]

  @Test func `a small commit writes one row`() throws {
    var store = try begunStore()
    let before = try Self.others.map(rows)
    let head = try integer("SELECT head FROM store")
    let pages = try pagesInLog()
    for number in 1...14 as ClosedRange<UInt64> {
      try store.save([number % 2 == 0 ? .steps(number) : .foreignSteps(number)])
      #expect(store.writer.state.loose.count == Int(number))
      #expect(try rows("block") == Int64(number) + 1)
      #expect(try integer("SELECT head FROM block ORDER BY id DESC") == Int64(number) + 1)
    }
    #expect(try Self.others.map(rows) == before)
    // Now and then a page is full.
    #expect((14...20).contains(try pagesInLog() - pages))
    #expect(try integer("SELECT head FROM store") == head)
    #expect(store.writer.state.head == head + 14)
    #expect(try store.rows().count == 15)
    #expect(try store.findings() == [])
  }

  @Test(arguments: ["head = 1 << 40", "horizon = 3", "cutoff = 9e99", "loose_from = 1"])
  func `they are found where the first row of the store is not what was written`(
    change: String
  ) throws {
    var store = try begunStore()
    try store.save((100..<300).map { .steps($0) })
    try store.delete([Sample.steps(100).uuid])
    for number in 1...14 as ClosedRange<UInt64> { try store.save([.steps(number)]) }
    let path = folder.file("store.db")
    try Connection(path: path, mode: .readWrite).execute("UPDATE store SET \(change)")
    #expect(throws: StorageError.self) { _ = try StoreFixture(folder, incarnation: 2) }
    let mended = try TemporaryFolder()
    let salvage = try StoreSalvage.copy(
      from: Connection(path: path, mode: .readOnly), to: mended.file("store.db"))
    #expect(salvage.missing == ["store": 1])
    var again = try StoreFixture(mended, incarnation: 2)
    #expect(again.writer.state.head == store.writer.state.head)
    #expect(again.writer.state.loose.count == 14)
    #expect(again.writer.state.cutoff == store.writer.state.cutoff)
    #expect(try again.rows() == store.rows())
    try again.save([.steps(1_000)])
    #expect(try again.findings() == [])
  }

  @Test func `sixteen become one segment`() throws {
    var store = try begunStore()
    for number in 1...15 as ClosedRange<UInt64> { try store.save([.steps(number)]) }
    #expect(store.writer.state.loose.count == 0)
    #expect(store.writer.state.types[.stepCount]?.segments.map(\.count) == [16])
    #expect(try rows("segment") == 1)
    #expect(try integer("SELECT last - first FROM uuid_span") == 15)
    #expect(try integer("SELECT head FROM store") == store.writer.state.head)
    #expect(try store.rows().count == 16)
    #expect(try store.findings() == [])
  }

  @Test func `a commit of anything else leaves nothing loose`() throws {
    var store = try begunStore()
    var mass = Sample.steps(0, base: 9)
    (mass.type, mass.value) = (.bodyMass, .quantity(Quantity(80, .gram(.kilo))))
    let changes: [Change] = [
      .setRecord(key: "sex", body: [1]), .setNodeRecord(key: "trust", body: [1]),
      .setGrant(Grant(share: .authorized, read: .denied), app: "app", type: .stepCount),
      .setCutoff(Instant.permitted.lowerBound + 1), .save(Change.Save([SampleRun(mass)])),
      .save(Change.Save(SampleRun.grouping((100..<300).map { .steps($0) }))),
      .delete(Change.Deletion(.uuids([Sample.steps(1).uuid]))),
    ]
    for (index, change) in changes.enumerated() {
      try store.save([.steps(UInt64(index) * 2 + 1)])
      try store.save([.foreignSteps(UInt64(index) * 2 + 2)])
      #expect(store.writer.state.loose.count == 2)
      try store.commit(change)
      #expect(store.writer.state.loose.count == 0)
      let segments = store.writer.state.types.values.reduce(0) { $0 + $1.segments.count }
      #expect(try rows("segment") == Int64(segments))
      #expect(try integer("SELECT head FROM store") == store.writer.state.head)
      #expect(try StoreFixture(folder, incarnation: 2).contents == store.contents)
      #expect(try store.findings() == [])
    }
  }

  @Test func `more blocks than may be loose get their headers`() throws {
    var store = try begunStore()
    for number in 1...100 as ClosedRange<UInt64> {
      // An app for each, so that nothing is merged.
      try store.save([.steps(number, bundle: "app.\(number)")])
      #expect(store.writer.state.loose.count <= LooseBlocks.most)
    }
    #expect(store.writer.state.loose.count == 100 - LooseBlocks.most - 1)
    #expect(try rows("segment") == Int64(LooseBlocks.most) + 2)
    #expect(try store.findings() == [])
  }

  @Test func `UUIDs of loose blocks are found`() throws {
    var store = try begunStore()
    try store.save([.steps(1), .foreignSteps(2), .steps(3)])
    try store.save([.steps(4, bundle: "app.two")])
    #expect(store.writer.state.loose.count == 2)
    for known in [Sample.steps(1), .foreignSteps(2), .steps(3), .steps(4)] {
      #expect(throws: ModelError.self) { try store.save([known]) }
      var query = SampleQuery(.stepCount, where: .uuid(UUIDSet([known.uuid])))
      #expect(try store.uuids(query) == [known.uuid])
      query.predicate = .not(query.predicate)
      #expect(try store.uuids(query).count == 4)
      let mine = try store.samples(
        SampleQuery(.stepCount, where: .uuid(UUIDSet([known.uuid]))),
        seeing: .own(bundleIdentifier: "app.one"))
      #expect(mine.isEmpty == (known.uuid == Sample.steps(4).uuid))
    }
    #expect(
      try store.uuids(SampleQuery(.stepCount, where: .uuid(UUIDSet([.init(base: 7, counter: 9)]))))
        == [])
  }

  @Test func `rows of loose blocks are deleted and pruned`() throws {
    var store = try begunStore()
    for number in 1...6 as ClosedRange<UInt64> {
      try store.save([.steps(number, start: Double(number) * 100), .foreignSteps(number)])
    }
    #expect(store.writer.state.loose.count == 6)
    try store.delete([Sample.steps(3).uuid, Sample.foreignSteps(4).uuid])
    #expect(try store.rows().count == 11)
    #expect(try store.findings() == [])
    #expect(throws: ModelError.self) { try store.save([.steps(3)]) }
    for number in 7...9 as ClosedRange<UInt64> { try store.save([.steps(number, start: 900)]) }
    #expect(store.writer.state.loose.count == 3)
    try store.commit(.prune(Change.Prune(before: 500, licence: .unpaired)))
    #expect(
      Set(try store.rows().values)
        == Set(([5, 6, 7, 8, 9] as [UInt64]).map { Sample.steps($0).uuid }))
    try store.maintain()
    #expect(try store.findings() == [])
    #expect(try StoreFixture(folder, incarnation: 2).contents == store.contents)
  }

  @Test func `a snapshot shows loose blocks that were merged since`() throws {
    var store = try begunStore()
    for number in 1...5 as ClosedRange<UInt64> {
      try store.save([.steps(number), .foreignSteps(number)])
    }
    #expect(store.writer.state.loose.count == 5)
    let snapshot = store.writer.snapshot()
    let (mine, foreign) = (Sample.steps(2).uuid, Sample.foreignSteps(4).uuid)
    let query = SampleQuery(.stepCount, where: .uuid(UUIDSet([mine, foreign])))
    func check(_ store: inout StoreFixture) throws {
      #expect(Set(try store.uuids(query, in: snapshot)) == [mine, foreign])
      #expect(try store.uuids(SampleQuery(.stepCount), in: snapshot).count == 11)
      #expect(try store.reader.verify(snapshot).findings == [])
    }
    try check(&store)
    try store.commit(.setRecord(key: "sex", body: [1]))
    #expect(store.writer.state.loose.count == 0)
    try check(&store)
    for number in 6...30 as ClosedRange<UInt64> { try store.save([.steps(number)]) }
    try store.delete([mine])
    try store.maintain()
    let blocks = Set(snapshot.state.types[.stepCount]?.segments.map(\.id) ?? [])
    #expect(blocks.isDisjoint(with: store.writer.state.types[.stepCount]?.segments.map(\.id) ?? []))
    try check(&store)
  }

  @Test func `numbers of blocks do not go back behind what was loose`() throws {
    do {
      var store = try begunStore()
      for number in 1...9 as ClosedRange<UInt64> { try store.save([.steps(number)]) }
      try store.delete((0...9).map { Sample.steps($0).uuid })
      try store.maintain()
      #expect(try rows("block") == 0)
    }
    do {
      var store = try StoreFixture(folder, isProven: true)
      try store.save([.steps(10)])
      #expect(store.writer.state.loose.count == 1)
    }
    var store = try StoreFixture(folder, isProven: true)
    #expect(try store.rows() == [.steps(1, 11): Sample.steps(10).uuid])
    #expect(try store.findings() == [])
  }

  @Test func `maintaining gives headers once, and then writes nothing`() throws {
    var store = try begunStore()
    try store.save([.steps(1)])
    store.sync.note { $0.ordinal = 8 }
    try store.save([.steps(2)])
    #expect(store.writer.state.loose.count == 2)
    #expect(store.writer.state.record.ordinal == 8 && store.sync.record.ordinal == 8)
    #expect(try StoreFixture(folder, incarnation: 2).sync.record.ordinal == 0)
    #expect(try !store.writer.maintain(at: 0))
    #expect(store.writer.state.loose.count == 0)
    #expect(try StoreFixture(folder, incarnation: 2).sync.record.ordinal == 8)
    let log = try folder.read("store.db-wal")
    #expect(try !store.writer.maintain(at: 0))
    #expect(try folder.read("store.db-wal") == log)
    #expect(try store.findings() == [])
  }

  @Test func `the record is written beside loose blocks`() throws {
    var store = try begunStore()
    try store.save([.steps(1)])
    store.sync.note { $0.receipt = VersionVector([.steps(1, 1)]) }
    try store.save([.steps(2)])
    let rows = try Self.others.map(rows)
    store.sync.record.ordinal = 8
    try store.sync.commit()
    #expect(store.writer.state.loose.count == 2)
    store.sync.record.ordinal = 9
    _ = try store.sync.insert(.numbered([.steps(3)], by: 1, from: 4))
    try store.sync.commit()
    #expect(store.writer.state.loose.count == 3)
    #expect(try Self.others.map(self.rows) == rows.dropLast(2) + [1, 0])
    let opened = try StoreFixture(folder, incarnation: 2)
    #expect(opened.sync.record == store.sync.record && opened.sync.record.ordinal == 9)
    #expect(opened.contents == store.contents)
    let log = try folder.read("store.db-wal")
    store.sync.record.ordinal = 9
    try store.sync.commit()
    #expect(try folder.read("store.db-wal") == log)
  }

  @Test(arguments: [FaultVFS.Fault.io, .powerLoss])
  func `a small commit that fails leaves nothing`(fault: FaultVFS.Fault) throws {
    let struck = try failingEachOperation { plan in
      let folder = try TemporaryFolder()
      do {
        var store = try StoreFixture(folder)
        try store.save([.steps(0)])
        try store.save([.steps(1), .foreignSteps(1)])
      }
      let vfs = try FaultVFS(plan: plan, fault: fault, on: [.write, .sync, .truncate])
      var saved: [Sample] = [.steps(0), .steps(1), .foreignSteps(1)]
      if var store = try? StoreFixture(folder, vfs: vfs.name, isProven: true) {
        let before = store.contents
        if (try? store.save([.steps(2), .foreignSteps(2)])) != nil {
          saved += [.steps(2), .foreignSteps(2)]
        } else if fault == .io {
          #expect(store.contents == before)
          try store.save([.steps(3)])
          saved += [.steps(3)]
          #expect(try store.findings() == [])
        }
      }
      if fault == .powerLoss { try vfs.restorePower(keeping: 0.5, seed: UInt64(plan.number ?? 0)) }
      var store = try StoreFixture(folder, incarnation: 2)
      let (found, wanted) = (Set(try store.rows().values), Set(saved.map(\.uuid)))
      let comment: Comment = "\(fault) at operation \(plan.number ?? 0)"
      // What was not acknowledged may be there all the same, but not by half.
      #expect(found.isSuperset(of: wanted) && [0, 2].contains(found.count - wanted.count), comment)
      #expect(try store.findings() == [], comment)
    }
    #expect(struck > 0)
  }
}

extension StoreFixture {
  /// What a state says of what is stored, however it came to know.
  struct Contents: Hashable {
    struct Part: Hashable {
      var type: ObjectType
      var owner: String?
      var directory: SegmentDirectory
    }

    var head: Int64
    var vector: VersionVector
    var epochs: [StoreState.Epoch]
    var parts: [Part]
  }

  /// The committed state's.
  var contents: Contents {
    let state = writer.state
    let parts = state.types.sorted { $0.value.id < $1.value.id }.flatMap { type, state in
      state.segments.map { Contents.Part(type: type, owner: $0.owner, directory: $0.directory) }
    }
    return Contents(head: state.head, vector: state.vector, epochs: state.epochs, parts: parts)
  }
}
