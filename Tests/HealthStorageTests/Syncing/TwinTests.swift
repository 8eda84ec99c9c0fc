internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// One object under several dots (R23): the lower one holds the row.
struct TwinTests {
  private let folder: TemporaryFolder
  private let uuid = Sample.steps(7).uuid

  init() throws {
    folder = try TemporaryFolder()
  }

  private func insert(
    _ store: inout StoreFixture, _ incarnation: UInt64, _ samples: [Sample]
  ) throws -> VersionVector {
    let dead = try store.sync.insert(.numbered(samples, by: incarnation))
    try store.sync.commit()
    #expect(try store.findings() == [])
    return dead
  }

  @Test(arguments: [[3, 5, 8], [8, 5, 3], [5, 8, 3], [5, 3, 8]] as [[UInt64]], [true, false])
  func `the lowest dot holds the row, whatever comes first`(
    order: [UInt64], isForeign: Bool
  ) throws {
    let sample = isForeign ? Sample.foreignSteps(7) : .steps(7)
    let others = (100..<140).map { Sample.steps($0) }
    do {
      var store = try StoreFixture(folder)
      for incarnation in order { #expect(try insert(&store, incarnation, [sample]).isEmpty) }
      _ = try insert(&store, 20, others)
      #expect(try store.rows()[.steps(3, 1)] == sample.uuid)
      #expect(try store.rows().count == 41)
      #expect(store.aliases == [.steps(5, 1): .steps(3, 1), .steps(8, 1): .steps(3, 1)])
      #expect(try store.tombstones().isEmpty)
    }
    var store = try StoreFixture(folder, incarnation: 100)
    #expect(store.aliases == [.steps(5, 1): .steps(3, 1), .steps(8, 1): .steps(3, 1)])
    try store.maintain()
    #expect(try store.rows()[.steps(3, 1)] == sample.uuid)
    #expect(
      try store.uuids(SampleQuery(.stepCount, where: .uuid(UUIDSet([sample.uuid])))).count == 1)
    #expect(try store.findings() == [])
  }

  @Test func `twins in one run are told apart, too`() throws {
    var store = try StoreFixture(folder)
    var dots = DotColumn()
    for incarnation in [6, 2, 4, 9] as [UInt64] {
      dots.append(
        DotColumn.Span(incarnation: Incarnation(rawValue: incarnation), first: 5, count: 1))
    }
    let samples = [Sample.steps(7), .steps(7), .steps(7), .steps(8)]
    #expect(try store.sync.insert(.numbered(samples, dots)).isEmpty)
    try store.sync.commit()
    #expect(try store.rows() == [.steps(2, 5): uuid, .steps(9, 5): Sample.steps(8).uuid])
    #expect(store.aliases == [.steps(6, 5): .steps(2, 5), .steps(4, 5): .steps(2, 5)])
    #expect(store.sync.vector == VersionVector(dots, of: .stepCount))
    #expect(try store.findings() == [])
  }

  @Test(arguments: [false, true])
  func `what has another type or another end is no twin`(isOfType: Bool) throws {
    var other = Sample.steps(7, start: isOfType ? 0 : 90_000)
    if isOfType { (other.type, other.value) = (.bodyMass, .quantity(Quantity(80, .gram(.kilo)))) }
    let dot = Dot(incarnation: Incarnation(rawValue: 5), type: other.type, sequence: 1)
    var store = try StoreFixture(folder)
    _ = try insert(&store, 5, [other])
    _ = try insert(&store, 3, [.steps(7)])
    #expect(store.aliases.isEmpty)
    // The lower name keeps the UUID, whatever came first; the others are twins of each other, and not of it.
    #expect(try (store.rows(other.type)[dot] == uuid) == isOfType)
    #expect(try (store.rows()[.steps(3, 1)] == uuid) == !isOfType)
    _ = try insert(&store, 2, [.steps(7)])
    _ = try insert(&store, 9, [.steps(7)])
    #expect(store.aliases == [.steps(3, 1): .steps(2, 1), .steps(9, 1): .steps(2, 1)])
    #expect(try store.sync.live(among: store.sync.vector) == store.sync.vector)
    try store.sync.bury(VersionVector([.steps(3, 1)]), at: 1)
    try store.sync.commit()
    #expect(
      try Set(store.tombstones().keys) == [.steps(2, 1), .steps(3, 1), .steps(9, 1)])
    #expect(try Array(store.rows(other.type).keys) == [dot])
    #expect(try store.findings() == [])
  }

  @Test func `a death under a UUID takes nothing of another type`() throws {
    var mass = Sample.steps(7)
    (mass.type, mass.value) = (.bodyMass, .quantity(Quantity(80, .gram(.kilo))))
    let dot = Dot(incarnation: Incarnation(rawValue: 5), type: .bodyMass, sequence: 1)
    var store = try StoreFixture(folder)
    _ = try insert(&store, 5, [mass])
    _ = try insert(&store, 3, [.steps(7)])
    // Whoever tells it has never seen the other.
    try store.sync.bury(.told(.numbered([.steps(7)], by: 3)), at: 1)
    try store.sync.commit()
    #expect(try store.rows(.bodyMass) == [dot: uuid])
    #expect(try Array(store.tombstones().keys) == [.steps(3, 1)])
    #expect(try store.tombstones(.bodyMass).isEmpty)
    #expect(try store.findings() == [])
  }

  @Test(arguments: [3, 5, 8] as [UInt64], [true, false])
  func `deleting one deletes all`(named: UInt64, isTold: Bool) throws {
    do {
      var store = try StoreFixture(folder)
      for incarnation in [5, 8, 3] as [UInt64] { _ = try insert(&store, incarnation, [.steps(7)]) }
      _ = try insert(&store, 20, [.steps(9)])
      if isTold {
        try store.sync.bury(.told(.numbered([.steps(7)], by: named)), at: 1)
      } else {
        try store.sync.bury(VersionVector([.steps(named, 1)]), at: 1)
      }
      try store.sync.commit()
      #expect(
        try store.tombstones()
          == [.steps(3, 1): uuid, .steps(5, 1): uuid, .steps(8, 1): uuid])
      #expect(try Array(store.rows().keys) == [.steps(20, 1)])
      #expect(store.aliases.isEmpty)
      #expect(try store.findings() == [])
    }
    var store = try StoreFixture(folder, incarnation: 100)
    #expect(store.aliases.isEmpty)
    // A twin that comes later is dead, and so is one that is saved.
    #expect(try insert(&store, 2, [.steps(7), .steps(8)]) == VersionVector([.steps(2, 1)]))
    #expect(store.sync.vector.covers(.steps(2, 1)))
    #expect(try store.rows().count == 2)
    #expect(throws: ModelError.self) { try store.save([.steps(7)]) }
  }

  @Test func `a user's deletion buries twins, and a death reaches the twin it never named`() throws
  {
    var store = try StoreFixture(folder)
    try store.save([.steps(7), .steps(8)])
    _ = try insert(&store, 5, [.steps(7)])
    let head = store.writer.state.head
    #expect(try store.delete([uuid]).count == 1)
    #expect(store.writer.state.head == head + 2)
    #expect(try Set(store.tombstones().keys) == [.steps(1, 1), .steps(5, 1)])
    // Told under a dot that was never here: the row goes under its own.
    try store.sync.bury(.told(.numbered([.steps(8)], by: 70)), at: 1)
    try store.sync.commit()
    #expect(try store.rows().isEmpty)
    #expect(
      try Set(store.tombstones().keys)
        == [.steps(1, 1), .steps(5, 1), .steps(1, 2), .steps(70, 1)])
    #expect(store.sync.vector.covers(.steps(70, 1)))
  }

  @Test func `an alias goes with the host that is pruned`() throws {
    var store = try StoreFixture(folder)
    for incarnation in [5, 3] as [UInt64] {
      _ = try insert(&store, incarnation, [.steps(7), .steps(8, start: 500)])
    }
    #expect(store.aliases.count == 2)
    // One of the dots is not enough, whichever it is.
    for covered in [3, 5] as [UInt64] {
      try store.sync.prune(
        outside: SharedRange(scope: .all, floor: 500), under: VersionVector([.steps(covered, 1)]))
      try store.sync.commit()
      #expect(store.aliases.count == 2)
      #expect(try store.rows().count == 2)
    }
    try store.sync.prune(
      outside: SharedRange(scope: .all, floor: 500),
      under: VersionVector([.steps(3, 1), .steps(5, 1)]))
    try store.sync.commit()
    #expect(store.aliases == [.steps(5, 2): .steps(3, 2)])
    #expect(store.sync.vector.covers(.steps(5, 1)))
    #expect(try store.findings() == [])
    try store.commit(.prune(Change.Prune(before: 1_000, licence: .unpaired)))
    #expect(store.aliases.isEmpty)
    // What was let go comes again as a twin.
    _ = try insert(&store, 2, [.steps(7)])
    _ = try insert(&store, 9, [.steps(7)])
    #expect(store.aliases == [.steps(9, 1): .steps(2, 1)])
  }

  @Test func `one import on two nodes makes few stretches of aliases`() throws {
    let samples = (1...6_000 as ClosedRange<UInt64>).map { Sample.foreignSteps($0) }
    var store = try StoreFixture(folder)
    for (incarnation, size) in [(5, 1_000), (3, 1_500)] as [(UInt64, Int)] {
      for start in stride(from: 0, to: samples.count, by: size) {
        _ = try store.sync.insert(
          .numbered(
            Array(samples[start..<(start + size)]), by: incarnation, from: UInt64(start) + 1))
      }
      try store.sync.commit()
    }
    #expect(store.writer.state.aliases.spans.count == 1)
    #expect(store.writer.state.aliases.dots.count == 6_000)
    #expect(try store.rows().keys.allSatisfy { $0.incarnation == Incarnation(rawValue: 3) })
    #expect(try store.findings() == [])
    try store.sync.bury(VersionVector([.steps(5, 3_000)]), at: 0)
    try store.sync.commit()
    #expect(store.writer.state.aliases.spans.count == 2)
    try store.maintain()
    #expect(try store.findings() == [])
    try store.commit(.eraseHistory)
    #expect(store.aliases.isEmpty)
  }

  @Test(arguments: [
    "host_first = 9", "host_incarnation = 6", "first = 9, last = 9", "host_first = -1, first = 0",
    "first = 2", "host_type = 77", "checksum = 7",
  ])
  func `an alias that is not what was written is told, and comes again`(change: String) throws {
    do {
      var store = try StoreFixture(folder)
      for incarnation in [5, 3] as [UInt64] { _ = try insert(&store, incarnation, [.steps(7)]) }
      try store.writer.checkpoint()
    }
    try folder.spoil("PRAGMA foreign_keys = OFF; UPDATE alias SET \(change)")
    var store = try StoreFixture(folder, incarnation: 100)
    #expect(try !store.findings().isEmpty)
    #expect(store.aliases.isEmpty)
    // Covered without a row it would be taken for deleted (R24).
    #expect(!store.writer.state.vector.covers(.steps(5, 1)))
    #expect(store.writer.state.vector.covers(.steps(3, 1)))
    _ = try insert(&store, 5, [.steps(7)])
    #expect(!store.aliases.isEmpty)
    #expect(try store.findings() == [])
  }

  @Test func `a UUID is dead as long as the log tells of any of its deaths`() throws {
    let sample = Sample.foreignSteps(7)
    var store = try StoreFixture(folder)
    _ = try insert(&store, 5, [sample])
    try store.sync.bury(.told(.numbered([sample], by: 5)), at: 1)
    try store.sync.commit()
    let first = store.sync.head.position
    #expect(try !insert(&store, 3, [sample]).isEmpty)
    try store.sync.bury(.told(.numbered([sample], by: 3)), at: 2)
    try store.sync.commit()
    try store.sync.dropTombstones(through: first)
    try store.sync.commit()
    #expect(store.sync.horizon == first)
    #expect(try Array(store.tombstones().keys) == [.steps(3, 1)])
    #expect(try !insert(&store, 2, [sample]).isEmpty)
    try store.sync.dropTombstones(through: store.sync.head.position)
    try store.sync.commit()
    #expect(try insert(&store, 1, [sample]).isEmpty)
    #expect(try store.rows().count == 1)
  }
}
