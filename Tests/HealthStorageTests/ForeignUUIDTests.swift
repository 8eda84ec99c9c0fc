internal import HealthCodec
internal import HealthModel
internal import SQLiteCore
internal import TestSupport
internal import Testing

@testable internal import HealthStorage

// The tests write rows with right checksums, which are internal to the storage.

/// Foreign UUIDs, of which each that comes is looked up among all that are there.
struct ForeignUUIDTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a store knows the UUIDs that a plain set knows`(seed: UInt64) throws {
    var walk = ForeignWalk(seed: seed)
    for incarnation in 1...3 as ClosedRange<UInt64> {
      var store = try StoreFixture(folder, incarnation: incarnation)
      // Every other one has a filter in memory from its second save on, the others have none.
      store.writer.seen.patience = seed % 2 == 0 ? 0 : 1_000_000
      try walk.run(&store, steps: 20)
      #expect(store.writer.seen.answers == (seed % 2 == 0), "\(walk)")
      #expect(try store.findings() == [], "\(walk)")
    }
  }

  /// What a bad disk or a wrong program could leave of an index, each with checksums that fit.
  enum Harm: CaseIterable {
    case entryIsMissing
    case blockIsWrong
    case hashIsWrong
    case pagesAreSwapped
    case pageIsEmpty
  }

  @Test(arguments: Harm.allCases)
  func `an index that does not find what is there is found out`(harm: Harm) throws {
    var store = try StoreFixture(folder)
    try store.save((0..<3_000).map { .foreignSteps($0, start: Double($0)) })
    #expect(try store.findings() == [])
    let connection = try Connection(path: folder.file("store.db"), mode: .readWrite)
    var pages: [[UInt8]] = []
    var rows = try connection.prepare("SELECT entries FROM uuid_page ORDER BY id")
    while try rows.step() { pages.append(try rows.blob(at: 0)) }
    try #require(pages.count == 3)
    harm.strike(&pages)
    var update = try connection.prepare(
      "UPDATE uuid_page SET entries = ?2, checksum = ?3 WHERE id = 1 << 8 | ?1")
    for (index, page) in pages.enumerated() {
      try update.bind(index, at: 1)
      try update.bind(page, at: 2)
      try update.bind(RowChecksum.of(page, in: .integer(1 << 8 | Int64(index)), .integer(1)), at: 3)
      try update.run()
    }
    let findings = try store.findings()
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.contains("UUIDs that the index does not find") })
  }

  @Test func `batches that are foreseen read the index once`() throws {
    var store = try StoreFixture(folder)
    for start in stride(from: 0 as UInt64, to: 12_000, by: 3_000) {
      try store.save((start..<(start + 3_000)).map { .foreignSteps($0) })
    }
    let runs = (0..<8 as Range<UInt64>).map { batch in
      let first = 20_000 + batch * 500
      return SampleRun.numbered(
        (first..<(first + 500)).map { .foreignSteps($0) }, by: 90, from: batch * 500 + 1)
    }
    let messages = runs.map { SyncMessage.batch(ChangeBatch(runs: [$0])) }
    let before = store.writer.tables.uuids.pagesRead
    #expect(try store.sync.foresee(messages[...]) == 8)
    for run in runs { _ = try store.sync.insert(run) }
    let once = store.writer.tables.uuids.pagesRead - before
    #expect(once == 4 * 3)
    store.sync.rollBack()
    // What was foreseen is of one transaction.
    for run in runs { _ = try store.sync.insert(run) }
    #expect(store.writer.tables.uuids.pagesRead - before - once == 8 * 4 * 3)
    try store.sync.commit()
    #expect(try store.findings() == [])
  }

  @Test func `a filter that has them all tells new UUIDs without a look at the index`() throws {
    var store = try StoreFixture(folder)
    store.writer.seen.patience = 2
    func save(_ numbers: Range<UInt64>) throws -> Int {
      let before = store.writer.tables.uuids.pagesRead
      try store.save(numbers.map { .foreignSteps($0) })
      return store.writer.tables.uuids.pagesRead - before
    }
    #expect(try save(0..<3_000) == 0)
    #expect(try save(3_000..<6_000) == 3)
    #expect(try save(6_000..<9_000) == 6)
    #expect(!store.writer.seen.answers)
    #expect(try save(9_000..<12_000) == 9)
    // All pages of now, read twice, are what a filter costs.
    #expect(try save(12_000..<15_000) == 12)
    #expect(try save(15_000..<18_000) == 0)
    #expect(store.writer.seen.answers)
    // One that is there since before the filter, and one that came after.
    for known in [2, 17_000 as UInt64] {
      #expect(throws: ModelError.self) {
        try store.save((20_000..<21_000).map { .foreignSteps($0) } + [.foreignSteps(known)])
      }
    }
    // What is not committed may be said to be there, and is looked up.
    #expect(try save(20_000..<21_000) <= 1_000 + 18)
    store.writer.dropCaches()
    #expect(!store.writer.seen.answers)
    #expect(try save(21_000..<22_000) == 19)
    #expect(try store.findings() == [])
  }

  @Test func `where a block cannot be read no filter answers for it`() throws {
    do {
      var store = try StoreFixture(folder)
      for start in stride(from: 0 as UInt64, to: 2_000, by: 500) {
        try store.save((start..<(start + 500)).map { .foreignSteps($0, start: Double($0)) })
      }
      try store.maintain()
    }
    let connection = try Connection(path: folder.file("store.db"), mode: .readWrite)
    try connection.execute(
      "UPDATE block SET body = zeroblob(length(body)) WHERE id = (SELECT min(id) FROM block)")
    var store = try StoreFixture(folder, incarnation: 2)
    store.writer.seen.patience = 0
    for number in 3_000..<3_004 as Range<UInt64> { try store.save([.foreignSteps(number)]) }
    #expect(!store.writer.seen.answers)
    #expect(store.writer.state.damagedBlocks.count == 1)
    #expect(throws: (any Error).self) { try store.save([.foreignSteps(0)]) }
  }

  @Test func `what is foreseen and then comes twice, dies or lives already is seen to`() throws {
    var store = try StoreFixture(folder)
    let samples = (0..<40).map { Sample.foreignSteps($0) }
    try store.save(Array(samples[..<10]))
    try store.delete(samples[..<5].map(\.uuid))
    let first = SampleRun.numbered(Array(samples[..<20]), by: 90)
    let second = SampleRun.numbered(Array(samples[10..<30]), by: 91)
    let third = SampleRun.numbered(Array(samples[20..<40]), by: 92)
    let messages = [first, second, third].map { SyncMessage.batch(ChangeBatch(runs: [$0])) }
    #expect(try store.sync.foresee(messages[...]) == 3)
    let dead = try store.sync.insert(first)
    #expect(dead == VersionVector(first.selecting(Array(0..<5)).dots, of: .stepCount))
    let told = SampleRun.numbered(Array(samples[25..<35]), by: 93)
    try store.sync.bury(.told(told), at: 0)
    let secondDead = try store.sync.insert(second)
    #expect(
      secondDead == VersionVector(second.selecting(Array(15..<20)).dots, of: .stepCount))
    let thirdDead = try store.sync.insert(third)
    #expect(thirdDead == VersionVector(third.selecting(Array(5..<15)).dots, of: .stepCount))
    try store.sync.commit()
    #expect(Set(try store.rows().values) == Set((samples[5..<25] + samples[35...]).map(\.uuid)))
    #expect(try store.findings() == [])
  }
}

extension ForeignUUIDTests.Harm {
  fileprivate func strike(_ pages: inout [[UInt8]]) {
    // Two bytes of count, then the differences, of which none begins with a long one here.
    let count = Int(pages[0][0]) << 8 | Int(pages[0][1]) + 1
    let end = pages[0].count - 2 * count
    switch self {
    case .entryIsMissing:
      // The next entry takes the one's place, and its own is lost.
      pages[0].replaceSubrange(end..<(end + 2), with: pages[0][(end + 2)..<(end + 4)])
    case .blockIsWrong: pages[0][end + 1] ^= 1
    case .hashIsWrong: pages[0][end] ^= 0x80
    case .pagesAreSwapped: pages.swapAt(0, 1)
    case .pageIsEmpty: pages[2] = []
    }
  }
}

/// One sequence of changes to a store and to plain sets of UUIDs, compared as it goes.
private struct ForeignWalk: CustomStringConvertible {
  private let seed: UInt64
  private var random: RandomHealth
  private var step = 0
  private var next: UInt64 = 0
  private var live: Set<UInt64> = []
  private var dead: Set<UInt64> = []

  init(seed: UInt64) {
    self.seed = seed
    random = RandomHealth(seed: seed &+ 500)
  }

  var description: String { "seed \(seed), step \(step)" }
  private var place: Comment { "\(self)" }

  mutating func run(_ store: inout StoreFixture, steps: Int) throws {
    try compare(&store)
    for _ in 0..<steps {
      step += 1
      switch random.number(0...9) {
      case 0...5: try save(&store)
      case 6...7: try delete(&store)
      case 8: try saveAgain(&store)
      default: _ = try store.writer.maintain(at: 0)
      }
    }
    try compare(&store)
  }

  private mutating func save(_ store: inout StoreFixture) throws {
    let numbers = next..<(next + UInt64(random.chance(20) ? 1_500 : random.number(1...80)))
    next = numbers.upperBound
    // Our own numbering among them, so that a block has both.
    let own = Sample.steps(UInt64(1_000_000 + step))
    try store.save(numbers.map { .foreignSteps($0, start: Double($0)) } + [own])
    live.formUnion(numbers)
  }

  private mutating func delete(_ store: inout StoreFixture) throws {
    let victims = live.sorted().filter { _ in random.chance(10) }
    guard !victims.isEmpty else { return }
    try store.delete(victims.map { Sample.foreignSteps($0).uuid })
    live.subtract(victims)
    dead.formUnion(victims)
  }

  /// One that is known among many that are new: none of them is saved.
  private mutating func saveAgain(_ store: inout StoreFixture) throws {
    let known = live.union(dead).sorted()
    guard !known.isEmpty else { return }
    let one = known[random.number(0...known.count - 1)]
    let new = (next..<(next + 300)).map { Sample.foreignSteps($0) }
    #expect(throws: ModelError.self, place) {
      try store.save(new + [.foreignSteps(one)])
    }
  }

  private mutating func compare(_ store: inout StoreFixture) throws {
    let asked = (0..<(next + 50)).filter { _ in random.chance(30) }
    let uuids = UUIDSet(asked.map { Sample.foreignSteps($0).uuid })
    let found = try store.uuids(SampleQuery(.stepCount, where: .uuid(uuids)))
    let wanted = asked.filter(live.contains).map { Sample.foreignSteps($0).uuid }
    #expect(Set(found) == Set(wanted), place)
    #expect(found.count == wanted.count, place)
  }
}
