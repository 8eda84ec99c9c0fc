internal import HealthModel
internal import HealthStorage
internal import SyncCore
internal import TestSupport
internal import Testing

/// What a pin or a walk shows while the store goes on.
struct PinTests {
  private static let everything = SharedRange(scope: .all, floor: -.infinity)
  private static let limits = SessionLimits(samples: 500, bytes: 1 << 20, credit: 1 << 23)

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a pin shows its moment whatever is merged or deleted after it`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var fixture = try SyncReadingFixture(folder, seed: seed)
    for _ in 0..<6 { try fixture.save() }
    let before = fixture.expected
    let pin = try fixture.sync.pin()
    var walk = try fixture.sync.walk(Self.everything, .lacking(VersionVector()))
    try Self.change(&fixture)
    #expect(fixture.expected.rows != before.rows, "\(fixture.generator)")
    let days = before.days(in: Self.everything)
    let roots = try fixture.sync.roots(Self.everything, in: pin)
    #expect(roots == days.mapValues(ExpectedRows.root), "\(fixture.generator)")
    let lists = try fixture.sync.lists(Self.everything, days: nil, in: pin)
    #expect(lists.map(\.live) == days.sorted { $0.key < $1.key }.map(\.value))
    #expect(pin.head.position == before.head)
    var rows: [(dot: Dot, sample: Sample)] = []
    while case let part = try fixture.sync.next(
      &walk, without: VersionVector(), atMost: Self.limits), !part.isEmpty
    {
      rows += part.flatMap(\.expectedRows)
      try fixture.change(reopens: false)
    }
    #expect(rows.count == before.rows.count, "\(fixture.generator)")
    let areRight = rows.allSatisfy { before.live[$0.dot]?.sample == $0.sample }
    #expect(areRight, "\(fixture.generator)")
  }

  /// Deletes, saves and merges, so that blocks are replaced.
  private static func change(_ fixture: inout SyncReadingFixture) throws {
    for _ in 0..<8 {
      try fixture.delete()
      try fixture.save(20)
      while try fixture.writer.maintain(at: 0) {}
    }
    _ = try fixture.writer.maintain(at: 0)
  }

  @Test func `blocks that nobody shows any more go`() throws {
    let folder = try TemporaryFolder()
    var fixture = try SyncReadingFixture(folder, seed: 9)
    for _ in 0..<6 { try fixture.save() }
    do {
      let pin = try fixture.sync.pin()
      let walk = try fixture.sync.walk(Self.everything, .lacking(VersionVector()))
      try Self.change(&fixture)
      let isErasable = fixture.writer.hasErasableGarbage
      #expect(!isErasable)
      withExtendedLifetime((pin, walk)) {}
    }
    let isErasable = fixture.writer.hasErasableGarbage
    #expect(isErasable)
  }

  @Test func `what was erased as a whole is not served from a pin`() throws {
    let folder = try TemporaryFolder()
    var fixture = try SyncReadingFixture(folder, seed: 10)
    try fixture.save(700)
    let pin = try fixture.sync.pin()
    var walk = try fixture.sync.walk(Self.everything, .lacking(VersionVector()))
    for result in fixture.writer.commit([.eraseHistory], at: 0) { _ = try result.get() }
    #expect(throws: StorageError.self) { try fixture.sync.roots(Self.everything, in: pin) }
    #expect(throws: StorageError.self) {
      try fixture.sync.lists(Self.everything, days: nil, in: pin)
    }
    #expect(throws: StorageError.self) {
      try fixture.sync.next(&walk, without: VersionVector(), atMost: Self.limits)
    }
  }
}
