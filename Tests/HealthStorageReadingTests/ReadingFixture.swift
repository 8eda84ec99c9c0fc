internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// A store in a temporary folder: its writer, and a reader beside it.
struct ReadingFixture: ~Copyable {
  let path: String
  /// The store as the sync rules have it, what is open included.
  var sync: SyncTransaction
  /// The same for what apps and the owner change.
  var writer: StoreWriter {
    _read { yield sync.writer }
    _modify { yield &sync.writer }
  }
  var reader: StoreReader

  init(_ folder: TemporaryFolder) throws {
    let path = folder.file("store.db")
    let writer = try StoreWriter(
      Connection(path: path, mode: .readWriteCreate), beginning: Incarnation(rawValue: 1),
      pins: PinnedGenerations())
    let reader = try StoreReader(Connection(path: path, mode: .readOnly))
    self.path = path
    sync = SyncTransaction(writer)
    self.reader = reader
  }

  @discardableResult
  mutating func commit(_ change: Change) throws -> Outcome {
    try #require(writer.commit([change], at: 0).first).get()
  }

  /// Saves step counts numbered `counters`, at most as many at once as a save may have.
  mutating func save(
    _ counters: Range<UInt64>, by bundle: String = "app.other", type: ObjectType = .stepCount
  ) throws {
    try commit(.save(Change.Save([.steps(counters, by: bundle, type: type)])))
  }

  mutating func delete(_ counters: Range<UInt64>) throws {
    try commit(.delete(Change.Deletion(.uuids(counters.map { .step($0) }))))
  }

  mutating func grant(share: Bool = false, read: Bool = false) throws {
    try commit(
      .setGrant(
        Grant(share: share ? .authorized : .denied, read: read ? .authorized : .denied),
        app: "app.own", type: .stepCount))
  }

  /// What the app named "app.own" may see by now.
  var access: ChangeReader.Access {
    let grant = writer.state.grants[StoreState.GrantKey(app: "app.own", type: .stepCount)]
    return .app(
      bundleIdentifier: "app.own", ownSince: grant?.ownSince, foreignSince: grant?.foreignSince)
  }

  mutating func page(
    _ query: ChangeQuery, as access: ChangeReader.Access = .everything, in old: Snapshot? = nil
  ) throws -> ChangePage {
    try ChangeReader(query, as: access, in: old ?? writer.snapshot(), from: &reader.tables)
      .page(from: &reader.tables)
  }

  /// A page of step counts for the app.
  mutating func page(after anchor: Anchor, limit: Int? = nil) throws -> ChangePage {
    try page(ChangeQuery([.stepCount], since: anchor, limit: limit), as: access)
  }

  /// All pages after an anchor, none of them larger than `limit`.
  mutating func follow(
    from anchor: Anchor = .beginning, limit: Int, as access: ChangeReader.Access = .everything
  ) throws -> Told {
    var told = Told(anchor: anchor)
    while true {
      let page = try page(
        ChangeQuery([.stepCount], since: told.anchor, limit: limit), as: access)
      #expect(page.count <= limit)
      told.add(page)
      if !page.hasMore { return told }
    }
  }

  mutating func findings(in snapshot: Snapshot? = nil) throws -> [String] {
    try reader.verify(snapshot ?? writer.snapshot()).findings
  }

  /// Changes the file behind everybody's back.
  func damage(_ sql: String) throws {
    try Connection(path: path, mode: .readWriteCreate).execute(sql)
  }
}

/// What a reader was told, page by page.
struct Told {
  var anchor: Anchor
  /// The counters of the samples, in the order in which they came.
  var added: [UInt64] = []
  var deleted: [UInt64] = []
  var pages = 0

  init(anchor: Anchor) {
    self.anchor = anchor
  }

  mutating func add(_ page: ChangePage) {
    anchor = page.anchor
    added += page.added.flatMap(\.uuids).map(\.counter)
    deleted += page.deleted.map(\.uuid.counter)
    pages += 1
  }
}

extension SampleUUID {
  static func step(_ counter: UInt64) -> Self { SampleUUID(base: 7, counter: counter) }
}

extension SampleRun {
  /// Step counts of a minute each, with our own UUIDs.
  static func steps(
    _ counters: Range<UInt64>, by bundle: String = "app.other", type: ObjectType = .stepCount
  ) -> Self {
    var run: Self?
    for counter in counters {
      let sample = Sample(
        uuid: .step(counter), type: type, start: Double(counter) * 60,
        end: Double(counter + 1) * 60, value: .quantity(Quantity(1, .count)),
        source: SourceRevision(source: Source(bundleIdentifier: bundle, name: bundle)))
      if run == nil { run = SampleRun(sample) } else { run?.append(sample) }
    }
    return run ?? SampleRun(empty: type, like: .category([]))
  }
}
