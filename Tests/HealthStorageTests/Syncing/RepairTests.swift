internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
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
      _ = try store.sync.insert(run)
      try store.sync.commit()
      try change(&store)
      try store.writer.checkpoint()
    }
    try folder.spoil("UPDATE block SET checksum = checksum + 1 WHERE id = 2")
  }

  @Test func `rows that a peer gives again take the place of a damaged block`() throws {
    try makeStore()
    do {
      var store = try StoreFixture(folder, incarnation: 2)
      #expect(store.sync.damaged.isEmpty)
      #expect(try store.sync.findDamage() == 1)
      #expect(store.sync.damaged == dots(512..<1_024))
      #expect(store.sync.vector == dots(0..<2_000))
      try store.sync.repair(run.selecting(Array(500..<700)))
      try store.sync.commit()
      #expect(store.sync.damaged == dots(700..<1_024))
      // The damaged block stays where it was, and is no row's place any more that was mended.
      #expect(try store.findings().count == 1)
    }
    // What was mended stays so, although the damage has to be found again.
    do {
      var store = try StoreFixture(folder, incarnation: 3)
      try store.sync.noteDamage(inBlock: 2)
      #expect(store.sync.damaged == dots(700..<1_024))
      try store.sync.bury(.told(run.selecting(Array(700..<800))), at: 1)
      try store.sync.bury(dots(800..<810), at: 1)
      try store.sync.repair(run.selecting(Array(805..<900)))
      try store.sync.commit()
      #expect(store.sync.damaged == dots(900..<1_024))
      #expect(try store.tombstones().count == 100)
      try store.sync.repair(run)
      try store.sync.commit()
      #expect(store.sync.damaged.isEmpty && store.writer.state.damage.isEmpty)
      #expect(try store.rows().count == 1_890)
      #expect(try store.findings() == [])
      try store.maintain()
      #expect(try store.rows()[.steps(90, 901)] == samples[900].uuid)
      let query = SampleQuery(.stepCount, where: .uuid(UUIDSet([samples[950].uuid])))
      #expect(try store.uuids(query) == [samples[950].uuid])
    }
    var store = try StoreFixture(folder, incarnation: 4)
    #expect(try store.sync.findDamage() == 0)
    try store.sync.commit()
    #expect(try store.rows().count == 1_890)
    #expect(store.sync.vector == dots(0..<2_000))
    #expect(try store.findings() == [])
  }

  @Test func `what is read finds the damage, and merging leaves it alone`() throws {
    try makeStore { try $0.delete([Sample.steps(100).uuid]) }
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(throws: StorageError.self) { try store.delete([samples[600].uuid]) }
    #expect(store.sync.damaged == dots(512..<1_024))
    try store.maintain()
    #expect(store.sync.damaged == dots(512..<1_024))
    for counter in 0..<40 as Range<UInt64> { try store.save([.steps(10_000 + counter)]) }
    try store.maintain()
    #expect(store.sync.damaged == dots(512..<1_024))
    try store.sync.repair(run)
    try store.sync.commit()
    #expect(try store.rows().count == 2_039)
    try store.maintain()
    #expect(try store.findings() == [])
  }

  @Test func `what was deleted in a damaged block is not asked for`() throws {
    try makeStore { store in
      try store.delete(samples[600..<650].map(\.uuid))
    }
    var store = try StoreFixture(folder, incarnation: 2)
    _ = try store.sync.findDamage()
    #expect(store.sync.damaged == dots(512..<1_024).subtracting(dots(600..<650)))
    try store.sync.repair(run)
    try store.sync.commit()
    #expect(try store.rows().count == 1_950)
    #expect(try store.findings() == [])
  }

  @Test func `a damaged block of which nothing is live goes at once`() throws {
    try makeStore { store in
      try store.delete(samples[512..<1_024].map(\.uuid))
    }
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(try store.sync.findDamage() == 1)
    try store.sync.commit()
    #expect(store.sync.damaged.isEmpty)
    #expect(try store.rows().count == 2_000 - 512)
    #expect(try store.findings() == [])
  }

  @Test func `a twin of a damaged row is told apart when it is mended`() throws {
    try makeStore()
    var store = try StoreFixture(folder, incarnation: 2)
    _ = try store.sync.findDamage()
    _ = try store.sync.insert(.numbered([samples[600]], by: 95))
    _ = try store.sync.insert(.numbered([samples[601]], by: 80))
    try store.sync.commit()
    try store.sync.repair(run)
    try store.sync.commit()
    #expect(store.aliases == [.steps(95, 1): .steps(90, 601), .steps(90, 602): .steps(80, 1)])
    #expect(try store.rows().count == 2_000)
    #expect(try store.findings() == [])
  }

  @Test func `damage that is rolled back is found again`() throws {
    try makeStore()
    var store = try StoreFixture(folder, incarnation: 2)
    _ = try store.sync.findDamage()
    try store.sync.repair(run)
    #expect(store.sync.damaged.isEmpty)
    store.sync.rollBack()
    #expect(store.sync.damaged.isEmpty)
    try store.save([.steps(5_000)])
    #expect(store.sync.damaged == dots(512..<1_024))
    #expect(try store.findings().count == 1)
  }

  @Test(arguments: [true, false])
  func `a lost header of which blocks are lost, too, is said until a person gives it up`(
    isForeign: Bool
  ) throws {
    let lost = isForeign ? (0..<600).map { Sample.foreignSteps($0) } : Array(samples[..<600])
    do {
      var store = try StoreFixture(folder)
      _ = try store.sync.insert(.numbered(lost, by: 90))
      _ = try store.sync.insert(.numbered([lost[5]], by: 95))
      try store.sync.commit()
      try store.delete([lost[9].uuid])
      var mass = Sample.steps(9_000)
      (mass.type, mass.value) = (.bodyMass, .quantity(Quantity(80, .gram(.kilo))))
      try store.save([mass])
      try store.writer.checkpoint()
    }
    let ofSteps = "(SELECT id FROM type WHERE identifier = '\(ObjectType.stepCount.identifier)')"
    try folder.spoil(
      "UPDATE block SET checksum = 0 WHERE id < (SELECT max(id) FROM block); "
        + "UPDATE segment SET directory_checksum = 0 WHERE type = \(ofSteps)")
    let kept = try blockCount()
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(store.sync.lostTypes == [.stepCount])
    #expect(store.aliases.count == 1)
    try store.sync.forgetLostTypes()
    #expect(store.sync.lostTypes.isEmpty)
    store.sync.rollBack()
    #expect(store.sync.lostTypes == [.stepCount])
    try store.sync.forgetLostTypes()
    try store.sync.commit()
    #expect(store.sync.lostTypes.isEmpty && store.aliases.isEmpty)
    #expect(try store.rows(.bodyMass).count == 1)
    // The rules have dealt with it, and it is lost all the same: nothing is erased, and questions say so.
    for incarnation in [3, 4] as [UInt64] {
      var later = try StoreFixture(folder, incarnation: incarnation)
      #expect(later.sync.lostTypes.isEmpty)
      #expect(try later.findings().count == 1)
      #expect(try blockCount() == kept)
      let error = #expect(throws: StorageError.self) {
        try later.uuids(SampleQuery(.stepCount))
      }
      #expect(error?.code == .damaged)
      #expect(error?.detail.contains("2001-01-01") == true)
      #expect(try later.uuids(SampleQuery(.bodyMass)).count == 1)
    }
    store = try StoreFixture(folder, incarnation: 5)
    try store.sync.eraseLost()
    try store.sync.commit()
    #expect(try store.findings() == [])
    #expect(try blockCount() < kept)
    // All of it comes again, but for what was deleted.
    let dead = try store.sync.insert(.numbered(lost, by: 90))
    #expect(dead == VersionVector([.steps(90, 10)]))
    try store.sync.commit()
    #expect(try store.rows().count == 599)
    try store.maintain()
    #expect(try store.findings() == [])
    var again = try StoreFixture(folder, incarnation: 3)
    #expect(again.sync.lostTypes.isEmpty)
    #expect(try again.findings() == [])
  }

  private func blockCount() throws -> Int64 {
    try Connection(path: folder.file("store.db"), mode: .readOnly)
      .integer("SELECT count(*) FROM block") ?? 0
  }

  @Test(arguments: ["directory_checksum = 0", "directory_checksum = 0, aggregates_checksum = 0"])
  func `directories are made anew from their blocks`(change: String) throws {
    let wanted: [Dot: SampleUUID]
    do {
      var store = try StoreFixture(folder)
      // Two apps by turns, some of other systems' UUIDs, and deletions that are not merged away.
      for part in 0..<30 as Range<UInt64> {
        try store.save(
          (0..<40).map {
            .steps(part * 40 + $0, start: Double(part * 40 + $0), bundle: "app.\(part % 2)")
          } + [.foreignSteps(part + 9_000, start: 5)])
      }
      try store.maintain()
      try store.delete([Sample.steps(77).uuid, Sample.steps(500).uuid])
      wanted = try store.rows()
      try store.writer.checkpoint()
    }
    for only in ["WHERE id = (SELECT min(id) FROM segment)", ""] {
      let copy = try TemporaryFolder()
      try copy.write(try folder.read("store.db"), to: "store.db")
      try copy.spoil("UPDATE segment SET \(change) \(only)")
      for incarnation in [2, 3] as [UInt64] {
        var store = try StoreFixture(copy, incarnation: incarnation)
        #expect(store.sync.lostTypes.isEmpty && store.writer.state.lost.isEmpty)
        #expect(try store.rows() == wanted)
        #expect(try store.uuids(SampleQuery(.stepCount)).count == wanted.count)
        #expect(try store.findings() == [])
      }
      var store = try StoreFixture(copy, incarnation: 4)
      try store.delete([Sample.steps(78).uuid, Sample.foreignSteps(9_003).uuid])
      try store.save([.steps(90_000)])
      try store.maintain()
      #expect(try store.rows().count == wanted.count - 1)
      #expect(try store.findings() == [])
    }
  }

  @Test func `a replaced block that nobody erased does not come back with a directory`() throws {
    do {
      var store = try StoreFixture(folder)
      try store.save((0..<300).map { .steps($0, start: Double($0)) })
      try store.maintain()
      try store.writer.checkpoint()
    }
    // In a file of its own: a table that is not dyad's would be refused.
    try folder.write([], to: "kept.db")
    let aside = "ATTACH '\(folder.file("kept.db"))' AS aside;"
    try folder.spoil("\(aside) CREATE TABLE aside.kept AS SELECT * FROM main.block")
    do {
      var store = try StoreFixture(folder, incarnation: 2)
      try store.delete((0..<5).map { Sample.steps($0).uuid })
      try store.maintain()
      try store.writer.checkpoint()
    }
    // As it is where the list of what is to be erased was damaged once.
    try folder.spoil(
      """
      \(aside)
      INSERT INTO block SELECT * FROM aside.kept WHERE id NOT IN (SELECT id FROM block);
      UPDATE segment SET directory_checksum = 0;
      """)
    var store = try StoreFixture(folder, incarnation: 3)
    #expect(try store.rows().count == 295)
    #expect(try store.uuids(SampleQuery(.stepCount)).count == 295)
  }

  @Test(arguments: ["base", "last", "first", "block", "checksum"])
  func `a span of UUIDs that is not what was written is said, and made anew`(
    column: String
  ) throws {
    do {
      var store = try StoreFixture(folder)
      try store.save((0..<300).map { .steps($0 * 2, start: Double($0)) })
      try store.save((0..<300).map { .steps($0, start: Double($0), base: 9) })
      try store.maintain()
      try store.writer.checkpoint()
    }
    try folder.spoil(
      "UPDATE uuid_span SET \(column) = \(column) + 1 WHERE (base, last) IN ((7, 300), (9, 299))")
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(try store.findings().count > 0)
    let parts = store.reader.takeDamage()
    #expect(parts.spans)
    try store.sync.noteDamage(parts)
    #expect(try store.findings() == [])
    try store.delete([Sample.steps(300).uuid, Sample.steps(299, base: 9).uuid])
    #expect(try store.uuids(SampleQuery(.stepCount)).count == 598)
    #expect(try store.findings() == [])
  }
}
