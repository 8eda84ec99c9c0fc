internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// A store in a temporary folder: its writer, and a reader beside it.
struct StoreFixture: ~Copyable {
  /// The store as the sync rules have it, what is open included.
  var sync: SyncTransaction
  /// The same for what apps and the owner change.
  var writer: StoreWriter {
    _read { yield sync.writer }
    _modify { yield &sync.writer }
  }
  var reader: StoreReader

  /// Opens the store in `folder` as a process that begins `incarnation`, unless it is proven to be what
  /// was closed.
  init(
    _ folder: TemporaryFolder, incarnation: UInt64 = 1, vfs: String? = nil, isProven: Bool = false
  ) throws {
    let path = folder.file("store.db")
    // As in a process: what the writer knows the reader need not read.
    let fresh = FreshBlocks()
    let writer = try StoreWriter(
      Connection(path: path, mode: .readWriteCreate, vfs: vfs, busyTimeout: .zero),
      beginning: Incarnation(rawValue: incarnation), pins: PinnedGenerations(), fresh: fresh,
      continuingIf: { _ in isProven })
    let reader = try StoreReader(Connection(path: path, mode: .readOnly, vfs: vfs), fresh: fresh)
    sync = SyncTransaction(writer)
    self.reader = reader
  }

  /// Commits one change.
  @discardableResult
  mutating func commit(_ change: Change, at now: Double = 0) throws -> Outcome {
    try #require(writer.commit([change], at: now).first).get()
  }

  /// Saves samples, those of one type together.
  @discardableResult
  mutating func save(_ samples: [Sample]) throws -> Outcome {
    try commit(.save(Change.Save(SampleRun.grouping(samples))))
  }

  /// Deletes samples by UUID.
  @discardableResult
  mutating func delete(_ uuids: [SampleUUID], owner: String? = nil) throws -> Outcome {
    try commit(.delete(Change.Deletion(.uuids(uuids), owner: owner)))
  }

  /// Does all the work that can wait.
  mutating func maintain() throws {
    while try writer.maintain(at: 2 * Removal.keeping) {}
  }

  /// What a query finds, now or in an older snapshot.
  mutating func samples(
    _ query: SampleQuery, seeing visibility: Visibility = .everything, in old: Snapshot? = nil
  ) throws -> [SampleRun] {
    var cursor = try SampleCursor(
      query, seeing: visibility, in: old ?? writer.snapshot(), from: &reader.tables)
    var runs: [SampleRun] = []
    while let run = try cursor.next(from: &reader.tables) { runs.append(run) }
    return runs
  }

  /// Who saved samples of a type that match, now or in an older snapshot.
  mutating func sources(
    of type: ObjectType, where predicate: Predicate, in old: Snapshot? = nil
  ) throws -> [Source] {
    var search = try SourceSearch(
      of: type, where: predicate, in: old ?? writer.snapshot(), from: &reader.tables)
    while try search.advance(from: &reader.tables) {}
    return search.sources
  }

  /// The UUIDs that a query finds.
  mutating func uuids(_ query: SampleQuery, in old: Snapshot? = nil) throws -> [SampleUUID] {
    try samples(query, in: old).flatMap(\.uuids)
  }

  /// One page of changes.
  mutating func page(
    _ query: ChangeQuery, as access: ChangeReader.Access = .everything
  ) throws -> ChangePage {
    try ChangeReader(query, as: access, in: writer.snapshot(), from: &reader.tables)
      .page(from: &reader.tables)
  }

  /// Reads everything and says what is wrong.
  mutating func findings() throws -> [String] {
    try reader.verify(writer.snapshot()).findings
  }
}

extension SampleRun {
  /// Samples as runs, one per type, in their order.
  static func grouping(_ samples: [Sample]) -> [SampleRun] {
    var runs: [SampleRun] = []
    for sample in samples {
      if let index = runs.firstIndex(where: { $0.type == sample.type }) {
        runs[index].append(sample)
      } else {
        runs.append(SampleRun(sample))
      }
    }
    return runs
  }
}

extension Sample {
  /// A step count of `bundle`, numbered by `counter`, that lasts from `start` a minute.
  static func steps(
    _ counter: UInt64, start: Double = 0, seconds: Double = 60, bundle: String = "app.one",
    base: UInt64 = 7
  ) -> Sample {
    Sample(
      uuid: SampleUUID(base: base, counter: counter), type: .stepCount, start: start,
      end: start + seconds, value: .quantity(Quantity(Double(counter % 100), .count)),
      source: SourceRevision(source: Source(bundleIdentifier: bundle, name: bundle)))
  }
}
