internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SyncCore
internal import TestSupport
internal import Testing

/// Damage that a reading for the rules meets first: it is known when the reading returns, so that nothing is
/// taken for deleted (R24).
struct FoundDamageTests {
  private static let everything = SharedRange(scope: .all, floor: -.infinity)
  private static let limits = SessionLimits(samples: 4_096, bytes: 1 << 20, credit: 1 << 23)

  private let folder: TemporaryFolder
  private let samples = (0..<2_000).map { Sample.steps($0, start: Double($0) * 90) }
  private var run: SampleRun { .numbered(samples, by: 90) }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func dots(_ rows: Range<Int>) -> VersionVector {
    VersionVector(run.selecting(Array(rows)).dots, of: .stepCount)
  }

  /// Four blocks of steps, of which the second is spoilt once everything was read.
  private func makeStore(
    _ change: (inout StoreFixture) throws -> Void = { _ in }
  ) throws
    -> StoreFixture
  {
    var store = try StoreFixture(folder)
    _ = try store.sync.insert(run)
    try store.sync.commit()
    try change(&store)
    return store
  }

  private func spoil() throws {
    try folder.spoil("UPDATE block SET body = zeroblob(length(body)) WHERE id = 2")
  }

  enum Reading: CaseIterable {
    case lists
    case roots
    case next
    case live
    case ends
  }

  /// What the reading tells of live dots, as far as it does.
  private func read(
    _ reading: Reading, from sync: inout SyncTransaction
  ) throws -> VersionVector {
    switch reading {
    case .lists:
      return try lists(&sync)
    case .roots:
      let pin = try sync.pin()
      let roots = try sync.roots(Self.everything, in: pin)
      #expect(roots.values.reduce(0) { $0 + $1.count } == 2_000 - 512)
    case .next:
      var walk = try sync.walk(Self.everything, .lacking(VersionVector()))
      var count = 0
      while case let part = try sync.next(
        &walk, without: VersionVector(), atMost: Self.limits), !part.isEmpty
      {
        count += part.reduce(0) { $0 + $1.count }
      }
      #expect(count == 2_000 - 512)
    case .live: _ = try sync.live(among: dots(0..<2_000))
    case .ends: #expect(try sync.ends(of: dots(0..<2_000)).count == 2_000 - 512)
    }
    return VersionVector()
  }

  private func lists(_ sync: inout SyncTransaction) throws -> VersionVector {
    let pin = try sync.pin()
    return try sync.lists(Self.everything, days: nil, in: pin).reduce(into: VersionVector()) {
      $0.formUnion($1.live)
    }
  }

  @Test(arguments: Reading.allCases)
  func `what a reading finds damaged is known when it returns`(reading: Reading) throws {
    do {
      // One row of the block is out of sight, so that who asks for live dots has to look.
      var store = try makeStore { try $0.delete([samples[600].uuid]) }
      try store.writer.checkpoint()
    }
    try spoil()
    var store = try StoreFixture(folder, incarnation: 2)
    let told = try read(reading, from: &store.sync)
    let damaged = dots(512..<1_024).subtracting(dots(600..<601))
    #expect(store.sync.damaged == damaged)
    #expect(told.intersection(damaged).isEmpty)
    try store.sync.commit()
    #expect(store.sync.damaged == damaged)
  }

  @Test func `what is known to be damaged is told by no memory of it`() throws {
    var store = try makeStore()
    #expect(try lists(&store.sync) == dots(0..<2_000))
    let pin = try store.sync.pin()
    _ = try store.sync.roots(Self.everything, in: pin)
    _ = try store.uuids(SampleQuery(.stepCount))
    _ = try store.sync.live(among: dots(0..<2_000))
    try spoil()
    #expect(try store.sync.findDamage() == 1)
    #expect(store.sync.damaged == dots(512..<1_024))
    #expect(try lists(&store.sync) == dots(0..<512).adding(dots(1_024..<2_000)))
    let roots = try store.sync.roots(Self.everything, in: pin)
    #expect(roots.values.reduce(0) { $0 + $1.count } == 2_000 - 512)
  }

  @Test func `a decoded copy does not hide that its block is damaged`() throws {
    var store = try makeStore()
    // Rows that are looked for by UUID leave their block decoded.
    try store.delete([samples[600].uuid])
    try spoil()
    #expect(try lists(&store.sync).intersection(dots(512..<1_024)).isEmpty)
    #expect(store.sync.damaged == dots(512..<1_024).subtracting(dots(600..<601)))
  }

  @Test func `a pin on a block that is gone and damaged does not answer`() throws {
    var store = try makeStore()
    let pin = try store.sync.pin()
    var walk = try store.sync.walk(Self.everything, .lacking(VersionVector()))
    try store.delete(samples[600..<700].map(\.uuid))
    try store.maintain()
    #expect(try lists(&store.sync) == dots(0..<600).adding(dots(700..<2_000)))
    try spoil()
    try store.forgetDecoded()
    #expect(throws: StorageError.self) {
      try store.sync.next(&walk, without: VersionVector(), atMost: Self.limits)
    }
    #expect(throws: StorageError.self) {
      try store.sync.lists(Self.everything, days: nil, in: pin)
    }
    store.sync.rollBack()
    #expect(store.sync.damaged.isEmpty)
    #expect(try lists(&store.sync) == dots(0..<600).adding(dots(700..<2_000)))
  }

  @Test func `a damaged row is as damaged under its other dots`() throws {
    let twin = VersionVector([.steps(95, 1)])
    var store = try makeStore {
      _ = try $0.sync.insert(.numbered([samples[600]], by: 95))
      try $0.sync.commit()
    }
    try spoil()
    #expect(try store.sync.findDamage() == 1)
    #expect(store.sync.damaged == dots(512..<1_024).adding(twin))
    // The row under the lower dot is kept, whichever comes first.
    try store.sync.repair(.numbered([samples[600]], by: 95))
    #expect(store.sync.damaged == dots(512..<1_024))
    try store.sync.repair(run)
    try store.sync.commit()
    #expect(store.sync.damaged.isEmpty)
    #expect(store.aliases == [.steps(95, 1): .steps(90, 601)])
    #expect(try store.rows().count == 2_000)
    #expect(try store.findings() == [])
  }

  @Test func `damaged dots that nobody has are let go without a tombstone`() throws {
    var store = try makeStore {
      _ = try $0.sync.insert(.numbered([samples[600]], by: 95))
      try $0.sync.commit()
    }
    try spoil()
    _ = try store.sync.findDamage()
    try store.sync.forgetDamaged(dots(0..<900))
    // What shares its row was not let go, so that it stays as well.
    #expect(
      store.sync.damaged
        == dots(900..<1_024).adding(dots(600..<601)).adding(VersionVector([.steps(95, 1)])))
    try store.sync.forgetDamaged(store.sync.damaged)
    try store.sync.commit()
    #expect(store.sync.damaged.isEmpty && store.aliases.isEmpty)
    #expect(store.sync.vector.isSuperset(of: dots(0..<2_000)))
    #expect(try store.tombstones().isEmpty)
    #expect(try store.rows().count == 2_000 - 512)
    #expect(try lists(&store.sync) == dots(0..<512).adding(dots(1_024..<2_000)))
    #expect(try store.findings() == [])
  }
}

extension VersionVector {
  fileprivate func adding(_ other: Self) -> Self {
    var result = self
    result.formUnion(other)
    return result
  }
}
