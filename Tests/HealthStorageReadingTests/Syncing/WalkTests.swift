internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SyncCore
internal import TestSupport
internal import Testing

/// The order of a walk, its parts, and what it does about damage.
struct WalkTests {
  private static let everything = SharedRange(scope: .all, floor: -.infinity)

  private static func limits(_ samples: Int, bytes: Int = 1 << 20) -> SessionLimits {
    SessionLimits(samples: samples, bytes: bytes, credit: 1 << 23)
  }

  /// All parts of a walk over what the vector lacks.
  private static func parts(
    of fixture: inout ReadingFixture, lacking vector: VersionVector = VersionVector(),
    _ limits: SessionLimits
  ) throws -> [[SampleRun]] {
    var walk = try fixture.sync.walk(everything, .lacking(vector))
    var parts: [[SampleRun]] = []
    while case let part = try fixture.sync.next(
      &walk, without: VersionVector(), atMost: limits), !part.isEmpty
    {
      parts.append(part)
    }
    return parts
  }

  @Test(arguments: [1, 100, 512, 700, 4_096])
  func `what ends last comes first`(limit: Int) throws {
    let folder = try TemporaryFolder()
    var fixture = try ReadingFixture(folder)
    for start in stride(from: UInt64(0), to: 3_000, by: 600) {
      try fixture.save(start..<(start + 600))
    }
    let parts = try Self.parts(of: &fixture, Self.limits(limit))
    var next = Double(3_000 * 60)
    for part in parts {
      let ends = part.flatMap(\.ends)
      #expect(ends.max() == next)
      #expect(ends.count <= limit)
      next = (ends.min() ?? 0) - 60
    }
    #expect(next == 0)
  }

  @Test func `blocks of a part are one run in the order of the log`() throws {
    let folder = try TemporaryFolder()
    var fixture = try ReadingFixture(folder)
    try fixture.save(0..<4_096)
    try fixture.save(5_000..<5_600, type: .flightsClimbed)
    let parts = try Self.parts(of: &fixture, Self.limits(4_096))
    #expect(parts.allSatisfy { Set($0.map(\.type)).count == $0.count })
    #expect(parts.joined().reduce(0) { $0 + $1.count } == 4_696)
    for run in parts.joined() {
      #expect(run.starts == run.starts.sorted())
      #expect(run.dots.spans.count == 1)
    }
  }

  @Test func `a row that is too heavy goes alone`() throws {
    let folder = try TemporaryFolder()
    var fixture = try ReadingFixture(folder)
    try fixture.save(0..<10)
    let parts = try Self.parts(of: &fixture, Self.limits(4_096, bytes: 1))
    #expect(parts.map { $0.reduce(0) { $0 + $1.count } } == [Int](repeating: 1, count: 10))
  }

  @Test func `what is damaged is left out, and the rest is read`() throws {
    let folder = try TemporaryFolder()
    var fixture = try ReadingFixture(folder)
    try fixture.save(0..<2_048)
    try fixture.delete(600..<610)
    try fixture.damage("UPDATE block SET checksum = checksum + 1 WHERE id = 2")
    // With nothing of it in memory.
    fixture.sync = SyncTransaction(
      try StoreWriter(
        Connection(path: fixture.path, mode: .readWriteCreate),
        beginning: Incarnation(rawValue: 2), pins: PinnedGenerations()))
    let broken = 513...1_024 as ClosedRange<UInt64>
    let stream = VersionVector.Stream(incarnation: Incarnation(rawValue: 1), type: .stepCount)
    var all = VersionVector()
    all.cover(1...2_048, in: stream)
    var intact = all
    intact.uncover(broken, in: stream)
    let parts = try Self.parts(of: &fixture, Self.limits(4_096))
    var found = VersionVector()
    for run in parts.joined() { found.cover(run.dots, of: run.type) }
    #expect(found == intact)
    let pin = try fixture.sync.pin()
    var root = DayRoot()
    for day in try fixture.sync.roots(Self.everything, in: pin).values { root.add(day) }
    #expect(root == ExpectedRows.root(of: intact))
    var listed = VersionVector()
    for list in try fixture.sync.lists(Self.everything, days: nil, in: pin) {
      listed.formUnion(list.live)
    }
    #expect(listed == intact)
    #expect(try fixture.sync.ends(of: all).count == 1_536)
    // Headers tell what is live, and tombstones what is not.
    var live = all
    live.uncover(601...610, in: stream)
    #expect(try fixture.sync.live(among: all) == live)
  }
}
