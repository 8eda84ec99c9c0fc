internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// Stores that are opened while blocks of them are loose.
struct LooseReopeningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `whoever opens the store knows what was known`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var store = try StoreFixture(folder)
    var met = 0
    var live: [SampleUUID] = []
    for number in 1...80 as ClosedRange<UInt64> {
      let bundle = "app.\(random.next() % 2)"
      var mine = Sample.steps(number, start: Double(random.next() % 90) * 60, bundle: bundle)
      if random.next() % 3 == 0 { mine.uuid = Sample.foreignSteps(number).uuid }
      switch random.next() % 12 {
      case 0 where !live.isEmpty:
        try store.delete([live.remove(at: Int(random.next() % UInt64(live.count)))])
      case 1: _ = try store.writer.maintain(at: 0)
      case 2, 3, 4:
        // Rows of a peer, some of which leave holes.
        _ = try store.sync.insert(.numbered([mine], by: 90, from: number))
        try store.sync.commit()
        live.append(mine.uuid)
      default:
        try store.save([mine])
        live.append(mine.uuid)
      }
      if store.writer.state.loose.count > 0 { met += 1 }
      var opened = try StoreFixture(folder, incarnation: 2)
      #expect(opened.contents == store.contents, "\(random), step \(number)")
      #expect(opened.writer.state.loose.count == store.writer.state.loose.count)
      #expect(opened.sync.nextWriter == Incarnation(rawValue: 2))
      #expect(Set(try opened.rows().values) == Set(live), "\(random), step \(number)")
      #expect(try opened.findings() == [], "\(random), step \(number)")
      if number % 9 == 0 {
        // The same life goes on where the proof is there.
        store = try StoreFixture(folder, isProven: true)
        #expect(store.sync.nextWriter == Incarnation(rawValue: 1))
      }
    }
    #expect(met > 30)
  }

  /// Makes a store in which the last of three loose blocks is damaged.
  private func makeDamaged() throws {
    do {
      var store = try StoreFixture(folder)
      try store.save([.steps(0)])
      for number in 1...3 as ClosedRange<UInt64> { try store.save([.steps(number)]) }
      #expect(store.writer.state.loose.count == 3)
    }
    try folder.spoil("UPDATE block SET body = zeroblob(8) WHERE id = 4")
  }

  @Test func `after a damaged loose block another incarnation begins`() throws {
    try makeDamaged()
    for _ in 0..<2 {
      var store = try StoreFixture(folder, incarnation: 2, isProven: true)
      #expect(store.writer.state.head == 4)
      #expect(store.sync.nextWriter == Incarnation(rawValue: 2))
      #expect(Array(store.writer.state.damagedSegments.values) == [.stepCount])
      #expect(store.sync.lostTypes == [.stepCount])
      #expect(try store.rowsBesideLoss().count == 3)
      #expect(try store.findings().count == 1)
    }
    var store = try StoreFixture(folder, incarnation: 2, isProven: true)
    try store.save([.steps(5)])
    try store.save([.steps(6)])
    #expect(
      try store.rowsBesideLoss().filter { $0.incarnation.rawValue == 2 }.map(\.sequence).sorted()
        == [
          1, 2,
        ])
    #expect(try store.findings().count == 1)
  }

  @Test func `a damaged loose block is told of until it is given up`() throws {
    try makeDamaged()
    do {
      var store = try StoreFixture(folder, incarnation: 2)
      try store.save([.steps(5)])
      #expect(store.writer.state.loose.count == 0)
    }
    do {
      var store = try StoreFixture(folder, isProven: true)
      #expect(store.sync.nextWriter == Incarnation(rawValue: 2))
      #expect(store.sync.lostTypes == [.stepCount])
      #expect(try store.findings().count == 1)
      try store.sync.forgetLostTypes()
      try store.sync.commit()
      #expect(store.sync.lostTypes == [])
      #expect(try store.findings().count == 1)
      try store.sync.eraseLost()
      try store.sync.commit()
      #expect(try store.findings() == [])
    }
    var store = try StoreFixture(folder, isProven: true)
    #expect(store.sync.lostTypes == [])
    #expect(try store.rows().count == 4)
    #expect(try store.findings() == [])
    let blocks = try Connection(path: folder.file("store.db"), mode: .readOnly)
      .integer("SELECT count(*) FROM block")
    #expect(blocks == 4)
  }

  @Test func `a damaged loose block is given up at once`() throws {
    try makeDamaged()
    var store = try StoreFixture(folder, incarnation: 2)
    try store.sync.eraseLost()
    try store.sync.commit()
    #expect(store.writer.state.damagedSegments.isEmpty)
    #expect(try store.findings() == [])
    #expect(try StoreFixture(folder, incarnation: 3).contents == store.contents)
  }

  @Test func `a loose block that goes bad while the store is open is missed row by row`() throws {
    var store = try StoreFixture(folder)
    try store.save([.steps(0)])
    for number in 1...3 as ClosedRange<UInt64> { try store.save([.steps(number)]) }
    try folder.spoil("UPDATE block SET body = zeroblob(8) WHERE id = 3")
    store.writer.dropCaches()
    var parts = DamagedParts()
    parts.blocks = [3]
    try store.sync.noteDamage(parts)
    #expect(store.sync.damaged == VersionVector([.steps(1, 3)]))
    #expect(store.writer.state.loose.count == 0)
    try store.save([.steps(4)])
    #expect(try StoreFixture(folder, incarnation: 2).contents == store.contents)
  }

  @Test func `a copy of a store with loose blocks is one, too`() throws {
    var store = try StoreFixture(folder)
    try store.save([.steps(0)])
    for number in 1...3 as ClosedRange<UInt64> { try store.save([.steps(number)]) }
    try store.writer.checkpoint()
    let copy = try TemporaryFolder()
    try copy.write(try folder.read("store.db"), to: "store.db")
    var other = try StoreFixture(copy, incarnation: 2)
    #expect(other.contents == store.contents)
    try other.save([.steps(4)])
    #expect(other.writer.state.loose.count == 0)
    #expect(try other.findings() == [])
  }
}

extension StoreFixture {
  /// The dots of the steps that a question tells before it ends with the error of what is lost.
  fileprivate mutating func rowsBesideLoss() throws -> [Dot] {
    var cursor = try SampleCursor(
      SampleQuery(.stepCount), seeing: .everything, in: writer.snapshot(), from: &reader.tables)
    var dots: [Dot] = []
    while true {
      switch Result(catching: { try cursor.next(from: &reader.tables) }) {
      case .success(let run?):
        for row in 0..<run.count {
          let (incarnation, sequence) = run.dots[row]
          dots.append(Dot(incarnation: incarnation, type: .stepCount, sequence: sequence))
        }
      case .success(nil):
        Issue.record("nothing is said to be lost")
        return dots
      case .failure(let error):
        #expect((error as? StorageError)?.code == .damaged, "\(error)")
        return dots
      }
    }
  }
}
