internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport
internal import Testing

/// A store and what can be done with its backups.
struct BackupFixture {
  let folder: TemporaryFolder
  /// Where the backups go.
  let shelf: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    shelf = try TemporaryFolder()
  }

  var location: StoreLocation { StoreLocation(folder: folder.path) }

  static func uuid(_ counter: UInt64, base: UInt64 = 3) -> SampleUUID {
    SampleUUID(base: base, counter: counter)
  }

  static func save(_ counters: Range<UInt64>, base: UInt64 = 3) -> Change {
    .save(
      Change.Save(
        counters.map { counter in
          SampleRun(
            Sample(
              uuid: uuid(counter, base: base), type: .stepCount, start: Double(counter),
              end: Double(counter) + 1, value: .quantity(Quantity(1, .count)),
              source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))))
        }))
  }

  /// Opens the store for as long as `body` takes, and closes it.
  func opened<Result>(
    _ location: StoreLocation? = nil, _ body: (LocalStore) async throws -> Result
  ) async throws -> Result {
    let store = try await LocalStore.open(location ?? self.location)
    let result = try await body(store)
    try await store.close()
    return result
  }

  /// How many samples a store has.
  static func count(in store: LocalStore) async throws -> Int {
    try await store.samples(SampleQuery(.stepCount)).all().reduce(0) { $0 + $1.count }
  }

  /// The UUIDs in a store that is sound.
  static func uuids(in store: LocalStore) async throws -> Set<SampleUUID> {
    #expect(try await store.verify().findings == [])
    let uuids = try await store.samples(SampleQuery(.stepCount)).all().flatMap(\.uuids)
    #expect(Set(uuids).count == uuids.count)
    return Set(uuids)
  }

  /// The UUIDs in the store.
  func uuids(in location: StoreLocation? = nil) async throws -> Set<SampleUUID> {
    try await opened(location) { try await Self.uuids(in: $0) }
  }

  /// Saves into the store and makes a backup of it.
  ///
  /// - Returns: Where the backup is.
  func backup(after counters: Range<UInt64>, named name: String = "backup") async throws -> String {
    try await opened { store in
      try await store.commit(Self.save(counters))
      _ = try await store.backup(to: shelf.file(name))
    }
    return shelf.file(name)
  }
}
