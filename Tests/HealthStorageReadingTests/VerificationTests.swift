internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// What verifying says of a store that is damaged, and of one that is only being written.
struct VerificationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: ["DELETE FROM uuid_span", "DELETE FROM uuid_span WHERE first < 100"])
  func `UUIDs that the index lost are found out`(sql: String) throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<1_000)
    try store.save(1_000..<1_010)
    #expect(try store.findings() == [])
    try store.damage(sql)
    let findings = try store.findings()
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.contains("UUIDs that the index does not find") })
  }

  @Test func `foreign UUIDs whose pages are gone are found out`() throws {
    var store = try ReadingFixture(folder)
    try store.commit(.save(Change.Save([.foreign(0..<100)])))
    #expect(try store.findings() == [])
    try store.damage("DELETE FROM uuid_page")
    let findings = try store.findings()
    #expect(
      findings.contains { finding in
        finding.hasPrefix("HKQuantityTypeIdentifierStepCount, 100 samples of 2001-01-01: ")
          && finding.contains("page 0 of the UUIDs of segment 1 is missing")
      }, "\(findings)")
  }

  @Test func `merging after the snapshot is no damage`() throws {
    var store = try ReadingFixture(folder)
    for number in 0..<10 as Range<UInt64> {
      try store.save(number * 10..<(number + 1) * 10)
      try store.commit(.save(Change.Save([.foreign(number * 10..<(number + 1) * 10)])))
    }
    let snapshot = store.writer.snapshot()
    let before = Set(try #require(snapshot.state.types[.stepCount]).segments.map(\.id))
    // All rows of some segments go, so that the index forgets them altogether.
    try store.delete(0..<35)
    for number in 10..<40 as Range<UInt64> { try store.save(number * 10..<(number + 1) * 10) }
    while try store.writer.maintain(at: 0) {}
    let after = Set(try #require(store.writer.state.types[.stepCount]).segments.map(\.id))
    #expect(before.isDisjoint(with: after))
    #expect(try store.findings(in: snapshot) == [])
    #expect(try store.findings() == [])
  }

  @Test func `a damaged page of foreign UUIDs is reported, and the rest is read on`() throws {
    var store = try ReadingFixture(folder)
    try store.commit(.save(Change.Save([.foreign(0..<100)])))
    try store.save(0..<100)
    try store.damage("UPDATE uuid_page SET checksum = checksum + 1")
    let report = try store.reader.verify(store.writer.snapshot())
    #expect(
      report.findings == [
        "HKQuantityTypeIdentifierStepCount, 100 samples of 2001-01-01: cannot look up a UUID: page 0 of "
          + "segment 1 is damaged; it is made anew"
      ])
    #expect(report.samples == 200)
  }

  @Test func `a segment that is gone without a merge is found out`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<10)
    try store.save(10..<20)
    try store.damage("DELETE FROM segment WHERE id = 1")
    #expect(
      try store.findings() == [
        "HKQuantityTypeIdentifierStepCount, 10 samples of 2001-01-01: cannot read segment 1: it is missing; "
          + "it is made anew"
      ])
  }
}

/// Foreign UUIDs, looked up while the store moves on.
struct ForeignUUIDTests {
  @Test func `a snapshot keeps finding UUIDs whose segments were merged away`() throws {
    let folder = try TemporaryFolder()
    var store = try ReadingFixture(folder)
    for number in 0..<15 as Range<UInt64> {
      try store.commit(.save(Change.Save([.foreign(number * 10..<(number + 1) * 10)])))
    }
    let snapshot = store.writer.snapshot()
    let wanted = UUIDSet([.foreign(3), .foreign(77), .foreign(149), .foreign(9_999)])
    #expect(try store.reader.tables.locate(wanted, in: snapshot.state)?.count == 3)
    try store.commit(.save(Change.Save([.foreign(150..<160)])))
    let old = Set(try #require(snapshot.state.types[.stepCount]).segments.map(\.id))
    let new = Set(try #require(store.writer.state.types[.stepCount]).segments.map(\.id))
    #expect(!old.isSubset(of: new))
    while try store.writer.maintain(at: 0) {}
    var cursor = try SampleCursor(
      SampleQuery(.stepCount, where: .uuid(wanted)), seeing: .everything, in: snapshot,
      from: &store.reader.tables)
    var found: [SampleUUID] = []
    while let run = try cursor.next(from: &store.reader.tables) { found += run.uuids }
    #expect(found == [.foreign(3), .foreign(77), .foreign(149)])
    let latest = store.writer.snapshot().state
    let located = try store.reader.tables.locate(wanted, in: latest)
    #expect(located?.map(\.rows.count).reduce(0, +) == 3)
  }
}

extension SampleUUID {
  /// A UUID that is not of our numbering.
  fileprivate static func foreign(_ number: UInt64) -> Self {
    Self(high: 0x1234_5678_9abc_4def, low: 0x8000_0000_0000_0000 | number)
  }
}

extension SampleRun {
  fileprivate static func foreign(_ numbers: Range<UInt64>) -> Self {
    var run: Self?
    for number in numbers {
      let sample = Sample(
        uuid: .foreign(number), type: .stepCount, start: Double(number) * 60,
        end: Double(number + 1) * 60, value: .quantity(Quantity(1, .count)),
        source: SourceRevision(source: Source(bundleIdentifier: "app.other", name: "Other")))
      if run == nil { run = SampleRun(sample) } else { run?.append(sample) }
    }
    return run ?? SampleRun(empty: .stepCount, like: .category([]))
  }
}
