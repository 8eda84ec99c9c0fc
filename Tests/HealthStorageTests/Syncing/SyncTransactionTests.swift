internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// A transaction of the sync rules, and what a node remembers beside its samples.
struct SyncTransactionTests {
  private let folder: TemporaryFolder
  private let someone = VersionVector([.steps(50, 3), .steps(50, 4)])

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `what was changed is seen at once, and gone when rolled back`() throws {
    var store = try StoreFixture(folder)
    try store.save([.steps(1)])
    let before = store.writer.state
    _ = try store.sync.insert(.numbered([.steps(10), .steps(11)], by: 90))
    try store.sync.cover(someone)
    try store.sync.setFloor(-5)
    store.sync.record.ordinal = 8
    #expect(store.sync.vector.isSuperset(of: someone))
    #expect(store.sync.vector.covers(.steps(90, 2)))
    #expect(store.sync.floor == -5 && store.sync.record.ordinal == 8)
    #expect(store.sync.head.position == before.head + 3)
    #expect(store.writer.state.head == before.head)
    #expect(try store.rows().count == 1)
    store.sync.rollBack()
    store.sync.rollBack()
    #expect(store.sync.vector == before.vector && store.sync.floor == before.cutoff)
    #expect(store.sync.record == before.record && store.sync.head.position == before.head)
    try store.save([.steps(2)])
    #expect(try store.rows().count == 2)
    #expect(try store.findings() == [])
  }

  @Test func `what was committed is there when opened again`() throws {
    do {
      var store = try StoreFixture(folder)
      let floor = Instant.permitted.lowerBound + 100
      _ = try store.sync.insert(.numbered([.steps(10), .steps(11)], by: 90))
      try store.sync.cover(someone)
      try store.sync.setFloor(floor)
      store.sync.record.ordinal = 8
      try store.sync.commit()
      #expect(store.writer.state.record.known == KnownFrom(others: floor))
    }
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(
      try store.rows() == [
        .steps(90, 1): Sample.steps(10).uuid, .steps(90, 2): Sample.steps(11).uuid,
      ])
    #expect(store.sync.vector.isSuperset(of: someone))
    #expect(store.sync.record.ordinal == 8)
    #expect(store.sync.head == LogPlace(position: 3, incarnation: Incarnation(rawValue: 1)))
    #expect(store.sync.incarnation(at: 3) == Incarnation(rawValue: 1))
    #expect(store.sync.incarnation(at: 4) == nil && store.sync.incarnation(at: 0) == nil)
    #expect(store.sync.nextWriter == Incarnation(rawValue: 2))
    #expect(try store.findings() == [])
  }

  @Test func `a commit without a change writes nothing`() throws {
    var store = try StoreFixture(folder)
    let generation = store.writer.state.generation
    try store.sync.commit()
    try store.sync.cover(VersionVector())
    try store.sync.uncover(someone)
    try store.sync.prune(
      outside: SharedRange(scope: .none, floor: 0), under: VersionVector())
    try store.sync.commit()
    #expect(store.writer.state.generation == generation)
    #expect(store.sync.head == .beginning)
  }

  @Test func `a note waits for the next commit, whoever makes it`() throws {
    var store = try StoreFixture(folder)
    try store.save([.steps(1)])
    let before = (generation: store.writer.state.generation, log: try folder.read("store.db-wal"))
    store.sync.note { $0.ordinal = 8 }
    try store.sync.commit()
    #expect(store.sync.record.ordinal == 8)
    #expect(store.writer.state.generation == before.generation)
    #expect(try folder.read("store.db-wal") == before.log)
    try store.save([.steps(2)])
    #expect(store.writer.state.record.ordinal == 8)
    store.sync.note { $0.ordinal = 9 }
    try store.sync.cover(someone)
    try store.sync.commit()
    store.sync.note { $0.ordinal = 10 }
    do {
      // As after a power cut.
      let opened = try StoreFixture(folder, incarnation: 2)
      #expect(opened.sync.record.ordinal == 9)
    }
    store.sync.rollBack()
    #expect(store.sync.record.ordinal == 9)
    #expect(try store.findings() == [])
  }

  @Test func `what the sync rules began is committed before anything else`() async {
    await #expect(processExitsWith: .failure) {
      let folder = try TemporaryFolder()
      var store = try StoreFixture(folder)
      try store.sync.setFloor(5)
      try store.save([.steps(1, start: 9)])
    }
  }

  @Test func `the record alone is kept, and only when it changed`() throws {
    do {
      var store = try StoreFixture(folder)
      store.sync.record = SyncRecord(role: .watch)
      store.sync.record.receipt = someone
      try store.sync.commit()
      #expect(store.sync.head == .beginning)
    }
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(store.sync.record.known == .nothing && store.sync.record.receipt == someone)
    #expect(!store.writer.state.isRecordDamaged)
    store.sync.record.ordinal = 4
    store.sync.rollBack()
    #expect(store.sync.record.ordinal == 0)
    try store.save([.steps(1)])
    #expect(throws: ModelError.self) { try store.commit(.setNodeRecord(key: "sync", body: [])) }
  }

  @Test func `a damaged record claims nothing`() throws {
    do {
      var store = try StoreFixture(folder)
      store.sync.record.ordinal = 7
      try store.sync.commit()
    }
    try folder.spoil("UPDATE node_record SET checksum = checksum + 1")
    do {
      var store = try StoreFixture(folder, incarnation: 2)
      #expect(store.writer.state.isRecordDamaged)
      var fresh = SyncRecord(role: nil)
      fresh.known = .nothing
      #expect(store.sync.record == fresh)
      // What has nothing to do with it does not hide that it was lost.
      try store.save([.steps(1)])
      #expect(try store.findings().count == 1)
    }
    do {
      var store = try StoreFixture(folder, incarnation: 3)
      #expect(store.writer.state.isRecordDamaged)
      store.sync.record = store.sync.record
      try store.sync.commit()
      #expect(!store.writer.state.isRecordDamaged)
    }
    var store = try StoreFixture(folder, incarnation: 4)
    #expect(!store.writer.state.isRecordDamaged && store.sync.record.known == .nothing)
    #expect(try store.findings() == [])
  }

  @Test func `nobody claims to know what the floor keeps out`() throws {
    var store = try StoreFixture(folder)
    try store.commit(.setCutoff(100))
    #expect(store.sync.record.known == KnownFrom(others: 100))
    store.sync.record.known = .everything
    try store.sync.commit()
    #expect(store.sync.record.known == KnownFrom(others: 100))
    try store.sync.setFloor(50)
    try store.sync.setFloor(50)
    try store.sync.commit()
    #expect(store.sync.floor == 50 && store.sync.head.position == 2)
    #expect(store.sync.record.known == KnownFrom(others: 100))
    #expect(throws: ModelError.self) { try store.sync.setFloor(.infinity) }
    store.sync.record.peers = [:]
    store.sync.record.ordinal = 3
    try store.sync.commit()
    try store.commit(.eraseHistory)
    var erased = SyncRecord(role: nil)
    erased.known.raise(to: 50)
    #expect(store.sync.record == erased)
  }

  @Test func `an incarnation that wrote nothing gives way to the next`() throws {
    for incarnation in 1...3 as ClosedRange<UInt64> {
      var store = try StoreFixture(folder, incarnation: incarnation)
      #expect(store.sync.nextWriter == Incarnation(rawValue: incarnation))
      try store.sync.beginIncarnation()
      try store.sync.beginIncarnation()
      try store.sync.commit()
      #expect(store.sync.nextWriter == Incarnation(rawValue: incarnation))
      #expect(store.writer.state.epochs.count == 1)
    }
    var store = try StoreFixture(folder, incarnation: 4)
    try store.save([.steps(1)])
    #expect(try Array(store.rows().keys) == [.steps(4, 1)])
  }

  @Test(arguments: [false, true])
  func `no dot is given out twice after it was uncovered`(isOpenedAgain: Bool) throws {
    var store = try StoreFixture(folder)
    try store.save((0..<5).map { .steps($0, start: Double($0)) })
    let all = store.sync.vector
    try store.sync.prune(outside: SharedRange(scope: .none, floor: 0), under: all)
    try store.sync.uncover(VersionVector([.steps(1, 2)]))
    try store.sync.commit()
    #expect(store.sync.nextWriter == Incarnation(rawValue: 1))
    try store.sync.uncover(all)
    try store.sync.commit()
    #expect(store.sync.vector.isEmpty)
    if isOpenedAgain {
      // As a process does that can prove that it goes on.
      store.sync = SyncTransaction(
        try StoreWriter(
          Connection(path: folder.file("store.db"), mode: .readWrite),
          beginning: Incarnation(rawValue: 9), pins: PinnedGenerations(),
          continuingIf: { _ in true }))
      #expect(store.sync.vector.isEmpty)
    }
    try store.save([.steps(9)])
    let dot = try #require(store.rows().keys.first)
    #expect(!all.covers(dot))
    #expect(try store.findings() == [])
  }

  @Test func `a peer cannot use up the numbers of a stream`() throws {
    var store = try StoreFixture(folder)
    try store.save([.steps(1)])
    try store.sync.cover(VersionVector([.steps(1, .max)]))
    try store.sync.commit()
    try store.save([.steps(2)])
    #expect(try store.rows().count == 2)
    #expect(store.sync.nextWriter != Incarnation(rawValue: 1))
    #expect(try store.findings() == [])
  }
}
