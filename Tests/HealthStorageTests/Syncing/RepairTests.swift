internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Damage never deletes (R24): it is noted, asked for and mended.
struct RepairTests {
  private let folder: TemporaryFolder
  private let samples = (0..<2_000).map { Sample.steps($0, start: Double($0)) }
  private var run: SampleRun { .numbered(samples, by: 90) }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func dots(_ rows: Range<Int>) -> VersionVector {
    VersionVector(run.selecting(Array(rows)).dots, of: .stepCount)
  }

  /// Four blocks of steps, the second of which is spoilt.
  private func makeStore(then change: (inout StoreFixture) throws -> Void = { _ in }) throws {
    do {
      var store = try StoreFixture(folder)
      _ = try store.writer.insert(run)
      try store.writer.commit()
      try change(&store)
      try store.writer.checkpoint()
    }
    try folder.spoil("UPDATE block SET checksum = checksum + 1 WHERE id = 2")
  }

  @Test func `rows that a peer gives again take the place of a damaged block`() throws {
    try makeStore()
    do {
      var store = try StoreFixture(folder, incarnation: 2)
      #expect(store.writer.damaged.isEmpty)
      #expect(try store.writer.findDamage() == 1)
      #expect(store.writer.damaged == dots(512..<1_024))
      #expect(store.writer.vector == dots(0..<2_000))
      try store.writer.repair(run.selecting(Array(500..<700)))
      try store.writer.commit()
      #expect(store.writer.damaged == dots(700..<1_024))
      // The damaged block stays where it was, and is no row's place any more that was mended.
      #expect(try store.findings().count == 1)
    }
    // What was mended stays so, although the damage has to be found again.
    do {
      var store = try StoreFixture(folder, incarnation: 3)
      try store.writer.noteDamage(inBlock: 2)
      #expect(store.writer.damaged == dots(700..<1_024))
      try store.writer.bury(.told(run.selecting(Array(700..<800))), at: 1)
      try store.writer.bury(dots(800..<810), at: 1)
      try store.writer.repair(run.selecting(Array(805..<900)))
      try store.writer.commit()
      #expect(store.writer.damaged == dots(900..<1_024))
      #expect(try store.tombstones().count == 100)
      try store.writer.repair(run)
      try store.writer.commit()
      #expect(store.writer.damaged.isEmpty && store.writer.state.damage.isEmpty)
      #expect(try store.rows().count == 1_890)
      #expect(try store.findings() == [])
      try store.maintain()
      #expect(try store.rows()[.steps(90, 901)] == samples[900].uuid)
      let query = SampleQuery(.stepCount, where: .uuid(UUIDSet([samples[950].uuid])))
      #expect(try store.uuids(query) == [samples[950].uuid])
    }
    var store = try StoreFixture(folder, incarnation: 4)
    #expect(try store.writer.findDamage() == 0)
    try store.writer.commit()
    #expect(try store.rows().count == 1_890)
    #expect(store.writer.vector == dots(0..<2_000))
    #expect(try store.findings() == [])
  }

  @Test func `what is read finds the damage, and merging leaves it alone`() throws {
    try makeStore { try $0.delete([Sample.steps(100).uuid]) }
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(throws: StorageError.self) { try store.delete([samples[600].uuid]) }
    #expect(store.writer.damaged.isEmpty)
    try store.maintain()
    #expect(store.writer.damaged == dots(512..<1_024))
    for counter in 0..<40 as Range<UInt64> { try store.save([.steps(10_000 + counter)]) }
    try store.maintain()
    #expect(store.writer.damaged == dots(512..<1_024))
    try store.writer.repair(run)
    try store.writer.commit()
    #expect(try store.rows().count == 2_039)
    try store.maintain()
    #expect(try store.findings() == [])
  }

  @Test func `what was deleted in a damaged block is not asked for`() throws {
    try makeStore { store in
      try store.delete(samples[600..<650].map(\.uuid))
    }
    var store = try StoreFixture(folder, incarnation: 2)
    _ = try store.writer.findDamage()
    #expect(store.writer.damaged == dots(512..<1_024).subtracting(dots(600..<650)))
    try store.writer.repair(run)
    try store.writer.commit()
    #expect(try store.rows().count == 1_950)
    #expect(try store.findings() == [])
  }

  @Test func `a damaged block of which nothing is live goes at once`() throws {
    try makeStore { store in
      try store.delete(samples[512..<1_024].map(\.uuid))
    }
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(try store.writer.findDamage() == 1)
    try store.writer.commit()
    #expect(store.writer.damaged.isEmpty)
    #expect(try store.rows().count == 2_000 - 512)
    #expect(try store.findings() == [])
  }

  @Test func `a twin of a damaged row is told apart when it is mended`() throws {
    try makeStore()
    var store = try StoreFixture(folder, incarnation: 2)
    _ = try store.writer.findDamage()
    _ = try store.writer.insert(.numbered([samples[600]], by: 95))
    _ = try store.writer.insert(.numbered([samples[601]], by: 80))
    try store.writer.commit()
    try store.writer.repair(run)
    try store.writer.commit()
    #expect(store.aliases == [.steps(95, 1): .steps(90, 601), .steps(90, 602): .steps(80, 1)])
    #expect(try store.rows().count == 2_000)
    #expect(try store.findings() == [])
  }

  @Test func `damage that is rolled back is found again`() throws {
    try makeStore()
    var store = try StoreFixture(folder, incarnation: 2)
    _ = try store.writer.findDamage()
    try store.writer.repair(run)
    #expect(store.writer.damaged.isEmpty)
    store.writer.rollBack()
    #expect(store.writer.damaged.isEmpty)
    try store.save([.steps(5_000)])
    #expect(store.writer.damaged == dots(512..<1_024))
    #expect(try store.findings().count == 1)
  }

  @Test(arguments: [true, false])
  func `a lost header is given up when the rules have dealt with it`(isForeign: Bool) throws {
    let lost = isForeign ? (0..<600).map { Sample.foreignSteps($0) } : Array(samples[..<600])
    do {
      var store = try StoreFixture(folder)
      _ = try store.writer.insert(.numbered(lost, by: 90))
      _ = try store.writer.insert(.numbered([lost[5]], by: 95))
      try store.writer.commit()
      try store.delete([lost[9].uuid])
      var mass = Sample.steps(9_000)
      (mass.type, mass.value) = (.bodyMass, .quantity(Quantity(80, .gram(.kilo))))
      try store.save([mass])
      try store.writer.checkpoint()
    }
    try folder.spoil(
      "UPDATE segment SET directory_checksum = 0 WHERE type = (SELECT id FROM type "
        + "WHERE identifier = '\(ObjectType.stepCount.identifier)')")
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(store.writer.lostTypes == [.stepCount])
    #expect(store.aliases.count == 1)
    try store.writer.forgetLostTypes()
    #expect(store.writer.lostTypes.isEmpty)
    store.writer.rollBack()
    #expect(store.writer.lostTypes == [.stepCount])
    try store.writer.forgetLostTypes()
    try store.writer.commit()
    #expect(store.writer.lostTypes.isEmpty && store.aliases.isEmpty)
    #expect(try store.rows(.bodyMass).count == 1)
    #expect(try store.findings() == [])
    // All of it comes again, but for what was deleted.
    let dead = try store.writer.insert(.numbered(lost, by: 90))
    #expect(dead == VersionVector([.steps(90, 10)]))
    try store.writer.commit()
    #expect(try store.rows().count == 599)
    try store.maintain()
    #expect(try store.findings() == [])
    var again = try StoreFixture(folder, incarnation: 3)
    #expect(again.writer.lostTypes.isEmpty)
    #expect(try again.findings() == [])
  }
}
