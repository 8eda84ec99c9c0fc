internal import HealthModel
internal import HealthStorage
internal import SyncCore
internal import TestSupport
internal import Testing

/// What the sync rules read from stores that changed at random, against a plain list of what is there.
struct SyncReadingModelTests {
  private static let limits = SessionLimits(samples: 4_096, bytes: 1 << 20, credit: 1 << 23)

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `everything that is read equals a plain list`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var fixture = try SyncReadingFixture(folder, seed: seed)
    for step in 0..<40 {
      try fixture.change()
      // Not after every one, so that several come between two looks.
      guard step % 4 == 3 || fixture.chance(20) else { continue }
      try Self.checkDots(&fixture)
      try Self.checkDeletions(&fixture)
      try Self.checkWalk(&fixture)
      try Self.checkDays(&fixture)
    }
  }

  private static func checkDots(_ fixture: inout SyncReadingFixture) throws {
    for percent in [5, 50, 100] {
      let asked = fixture.vector(of: percent)
      var live = VersionVector()
      var dead = VersionVector()
      for dot in fixture.expected.live.keys where asked.covers(dot) { live.insert(dot) }
      for row in fixture.expected.keptTombstones where asked.covers(row.dot) {
        dead.insert(row.dot)
      }
      #expect(try fixture.sync.live(among: asked) == live, "\(fixture.generator)")
      #expect(try fixture.sync.tombstones(among: asked) == dead, "\(fixture.generator)")
      let ends = try fixture.sync.ends(of: asked)
      #expect(ends.count == live.dots.count, "\(fixture.generator)")
      let areRight = ends.allSatisfy { fixture.expected.live[$0.dot]?.sample.end == $0.end }
      #expect(areRight, "\(fixture.generator)")
      #expect(ends.map(\.dot.type) == ends.map(\.dot.type).sorted(), "\(fixture.generator)")
    }
    for type in SyncReadingFixture.types {
      let count = fixture.expected.live.keys.count { $0.type == type }
      #expect(fixture.sync.count(of: type) == count, "\(fixture.generator)")
    }
  }

  private static func checkDeletions(_ fixture: inout SyncReadingFixture) throws {
    let expected = fixture.expected
    let kept = expected.keptTombstones
    for limit in [1, 7, 10_000] {
      var position = expected.horizon
      var told: [Dot] = []
      while position < expected.head {
        let (runs, through) = try fixture.sync.deletions(after: position, atMost: limit)
        let rows = runs.flatMap(\.rows)
        #expect(rows.count <= limit && through.position > position, "\(fixture.generator)")
        let inside = kept.filter { $0.position > position && $0.position <= through.position }
        #expect(rows == inside.map(DeadRow.init), "\(fixture.generator)")
        #expect(
          through.incarnation == fixture.writer.state.incarnation(at: through.position),
          "\(fixture.generator)")
        #expect(runs.allSatisfy { $0.positions.isEmpty }, "\(fixture.generator)")
        told += rows.map(\.dot)
        position = through.position
        if limit == 1, told.count > 40 { break }
      }
      if limit > 1 { #expect(told == kept.map(\.dot), "\(fixture.generator)") }
    }
    let end = try fixture.sync.deletions(after: expected.head, atMost: 5)
    #expect(end.runs.isEmpty && end.through.position == expected.head, "\(fixture.generator)")
  }

  private static func checkWalk(_ fixture: inout SyncReadingFixture) throws {
    var known = KnownFrom(others: fixture.chance(50) ? .infinity : -.infinity)
    for type in SyncReadingFixture.types where fixture.chance(50) {
      known[type] = Double.random(in: 0...1_000_000, using: &fixture.generator)
    }
    let selections: [RowSelection] = [
      .lacking(VersionVector()), .lacking(fixture.vector(of: 20)), .lacking(fixture.vector(of: 95)),
      .before(known),
    ]
    for selection in selections {
      let range = fixture.range()
      let known = fixture.chance(50) ? VersionVector() : fixture.vector(of: 40)
      var limits = limits
      if fixture.chance(60) { limits.samples = Int.random(in: 1...700, using: &fixture.generator) }
      if fixture.chance(40) { limits.bytes = Int.random(in: 1...60_000, using: &fixture.generator) }
      let runs = try fixture.all(of: range, selection, without: known, atMost: limits)
      let rows = runs.flatMap(\.expectedRows)
      let expected = fixture.expected.live(in: range, selection, without: known)
      #expect(rows.count == expected.count, "\(fixture.generator)")
      let areRight = rows.allSatisfy { expected[$0.dot]?.sample == $0.sample }
      #expect(areRight, "\(fixture.generator)")
      #expect(Set(rows.map(\.dot)).count == rows.count, "\(fixture.generator)")
    }
  }

  private static func checkDays(_ fixture: inout SyncReadingFixture) throws {
    let pin = try fixture.sync.pin()
    #expect(pin.head.position == fixture.expected.head, "\(fixture.generator)")
    for _ in 0..<3 {
      let range = fixture.range()
      let days = fixture.expected.days(in: range)
      let roots = try fixture.sync.roots(range, in: pin)
      #expect(roots == days.mapValues(ExpectedRows.root), "\(fixture.generator)")
      let all = try fixture.sync.lists(range, days: nil, in: pin)
      #expect(all.map(\.day) == days.keys.sorted(), "\(fixture.generator)")
      #expect(all.allSatisfy { days[$0.day] == $0.live }, "\(fixture.generator)")
      var asked = Array(days.keys.shuffled(using: &fixture.generator).prefix(3))
      asked.append(-7)
      let some = try fixture.sync.lists(range, days: asked, in: pin)
      #expect(some == all.filter { asked.contains($0.day) }, "\(fixture.generator)")
    }
  }
}

/// What a tombstone says.
private struct DeadRow: Hashable {
  var dot: Dot
  var uuid: SampleUUID
  var end: Double
  var source: Source
}

extension DeadRow {
  init(_ row: ExpectedRow) {
    self.init(
      dot: row.dot, uuid: row.sample.uuid, end: row.sample.end, source: row.sample.source.source)
  }
}

extension DeletionRun {
  fileprivate var rows: [DeadRow] {
    (0..<count).map { row in
      let (incarnation, sequence) = dots[row]
      return DeadRow(
        dot: Dot(incarnation: incarnation, type: type, sequence: sequence), uuid: uuids[row],
        end: ends[row], source: sources[row])
    }
  }
}

extension SampleRun {
  /// Its rows one by one, as numbered.
  var expectedRows: [(dot: Dot, sample: Sample)] {
    (0..<count).map { row in
      let (incarnation, sequence) = dots[row]
      return (Dot(incarnation: incarnation, type: type, sequence: sequence), self[row])
    }
  }
}
