internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// What imports go by beside the samples.
struct ImportTableTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let bundle = ImportedSource.devicePrefix + "Watch"

  private func pages(_ store: inout StoreFixture) throws -> (sizes: [Int], damaged: Int) {
    var sizes: [Int] = []
    var damaged = 0
    var place: Int64? = 0
    while let from = place {
      let page = try store.reader.tables.imports.marks(after: from)
      sizes.append(page.marks.count)
      damaged += page.damaged
      place = page.next
    }
    return (sizes, damaged)
  }

  @Test func `marks of what was imported and deleted come in pages, without what is damaged`()
    throws
  {
    var store = try StoreFixture(folder)
    try store.save((0..<70_000).map { .steps($0, start: Double($0), bundle: Self.bundle) })
    try store.save((0..<9).map { .steps($0, start: Double($0), base: 8) })
    try store.commit(.delete(Change.Deletion(.matching(.stepCount, .constant(true)))))
    var found = try pages(&store)
    #expect(found.sizes.count == 2 && found.sizes.reduce(0, +) == 70_000, "\(found.sizes)")
    #expect(try store.findings() == [])
    try Connection(path: folder.file("store.db"), mode: .readWrite)
      .execute("UPDATE deleted_mark SET marks = zeroblob(length(marks)) WHERE id = 1")
    found = try pages(&store)
    #expect(found.damaged == 1 && found.sizes.reduce(0, +) < 70_000)
    #expect(try store.findings().map { $0.prefix(25) } == ["marks of what was deleted"])
  }

  @Test func `a mark is the one that an import looks for`() throws {
    var store = try StoreFixture(folder)
    let sample = Sample.steps(1_042, start: 86_400.75, bundle: Self.bundle)
    try store.save([sample])
    try store.delete([sample.uuid])
    let marks = try store.reader.tables.imports.marks(after: 0).marks
    let candidates = ImportMark.candidates(
      .stepCount, from: Self.bundle, start: 86_400, end: 86_460, value: 42)
    #expect(marks.count == 1 && candidates.isSuperset(of: marks))
  }

  @Test func `an export is taken until the cutoff moves or something is lost`() throws {
    var store = try StoreFixture(folder)
    try store.save((0..<600).map { .steps($0, start: Double($0)) })
    let export = TakenExport(sum: -5, count: 3, form: 2, takenAt: 7)
    try store.commit(.noteExport(export), at: 7)
    #expect(try store.reader.tables.imports.export(-5) == export)
    #expect(try store.reader.tables.imports.export(5) == nil)
    try store.commit(.setCutoff(100))
    #expect(try store.reader.tables.imports.export(-5) == nil)
    try store.commit(.noteExport(export), at: 7)
    try Connection(path: folder.file("store.db"), mode: .readWrite)
      .execute("UPDATE block SET body = zeroblob(length(body))")
    // Whoever comes upon it notes it with the next commit.
    #expect(throws: StorageError.self) {
      try store.commit(.delete(Change.Deletion(.matching(.stepCount, .constant(true)))))
    }
    try store.save([.steps(9_000, start: 9_000)])
    #expect(try store.reader.tables.imports.export(-5) == nil)
  }

  @Test(arguments: ["name = 'b.zip'", "key_high = key_high + 1", "key_low = 0", "checksum = 1"])
  func `an import that is not what was written is said, and is not taken back`(
    change: String
  ) throws {
    var store = try StoreFixture(folder)
    for name in ["a.zip", "c.zip"] {
      let key = UUIDSequence.Key(high: 5, low: UInt64(name.utf8.count))
      try store.commit(
        .noteImport(ImportNote(id: 0, at: 7, name: name, uuids: key, samples: 3, sum: nil)), at: 7)
    }
    #expect(try store.findings() == [])
    try Connection(path: folder.file("store.db"), mode: .readWrite)
      .execute("UPDATE import SET \(change) WHERE id = 1")
    #expect(try store.reader.tables.imports.notes().map(\.name) == ["c.zip"])
    #expect(
      try store.findings() == [
        "1 of the imports: their checksums do not match, and none is taken back"
      ])
  }
}
