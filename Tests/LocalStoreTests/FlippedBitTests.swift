internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SQLiteCore
internal import SyncCore
internal import TestSupport
internal import Testing

/// Bits that flip on the disk, in each kind of table: what a peer or the rest of the store can tell comes back.
struct FlippedBitTests {
  private let folder: TemporaryFolder
  private let clock = MovedClock()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Where a bit flips.
  enum Place: String, CaseIterable, Sendable {
    case samples = "block.body"
    case directory = "segment.directory"
    case aggregates = "segment.aggregates"
    case pages = "uuid_page.entries"
    case deletions = "deletion.body"
    case record = "node_record.body"
    case vector = "vector.covered"
    case documents = "document_piece.bytes"
    case dead = "dead.rows"
    case settings = "record.body"
    case garbage = "store.garbage"

    /// Whether opening the store finds it, so that the rules have seen to it by the time of a look at all.
    var isFoundByOpening: Bool { self == .directory || self == .record }
  }

  private static let mended = Place.allCases.filter {
    ![.dead, .settings, .garbage].contains($0)
  }

  @Test(arguments: mended, ["phone", "watch"])
  func `what is damaged is told of and comes back`(place: Place, side: String) async throws {
    let before = try await filled()
    try flip(place, of: StoreLocation(folder: folder.file(side)))
    let stores = try await SyncedStores(folder, clock)
    let store = side == "phone" ? stores.phone : stores.watch
    let found = try await store.verify()
    #expect(found.isSound == place.isFoundByOpening, "\(found.findings)")
    #expect(found.lasting == 0)
    try await stores.sync()
    #expect(try await stores.compare() == .equal)
    #expect(try await stores.phone.steps() == before)
    #expect(try await stores.watch.steps() == before)
    for side in [stores.phone, stores.watch] {
      #expect(try await side.document(Self.document, piece: 1) == Self.bytes.suffix(30_000))
    }
    #expect(try await store.verify().findings == [])
    #expect(store.damagedPartCount == 0)
    try await stores.close()
  }

  @Test func `a document of which a piece is gone stays in sight until it comes back`() async throws
  {
    _ = try await filled()
    try spoil(
      StoreLocation(folder: folder.file("watch")), "DELETE FROM document_piece WHERE ordinal = 1")
    let stores = try await SyncedStores(folder, clock)
    let found = try await stores.watch.verify()
    #expect(found.findings.count == 1)
    let finding = found.findings.first ?? ""
    for word in [ObjectType.cda.identifier, "1 document of 20", "a piece of it is missing"] {
      #expect(finding.contains(word), "\(finding)")
    }
    #expect(stores.watch.damagedPartCount == 1)
    #expect(stores.watch.sampleCounts[.cda] == 1)
    await #expect(throws: StorageError.self) {
      _ = try await stores.watch.document(Self.document, piece: 1)
    }
    try await stores.sync(mustReconcile: true)
    #expect(try await stores.watch.document(Self.document, piece: 1) == Self.bytes.suffix(30_000))
    #expect(stores.watch.damagedPartCount == 0)
    #expect(try await stores.compare() == .equal)
    try await stores.close()
  }

  @Test func `a setting that cannot be read is told, and a watch has it from its phone`()
    async throws
  {
    _ = try await filled()
    try flip(.settings, of: StoreLocation(folder: folder.file("watch")))
    let stores = try await SyncedStores(folder, clock)
    await #expect(throws: StorageError.self) {
      _ = try await stores.watch.preferredUnit(of: .stepCount)
    }
    let found = try await stores.watch.verify()
    #expect(found.findings.count == 1)
    #expect(found.lasting == 0)
    #expect(try await stores.watch.preferredUnit(of: .stepCount) == .count)
    #expect(try await stores.watch.verify().isSound)
    try await stores.sync()
    try await stores.close()
  }

  @Test func `of a setting that nobody else has the phone says to choose it again`() async throws {
    _ = try await filled()
    try flip(.settings, of: StoreLocation(folder: folder.file("phone")))
    let stores = try await SyncedStores(folder, clock)
    let found = try await stores.phone.verify()
    #expect(found.lasting == 1)
    #expect(found.findings.first?.contains("choose it again") == true)
    try await stores.phone.setPreferredUnit(UnitPreference(of: .stepCount, .count))
    #expect(try await stores.phone.verify().isSound)
    try await stores.close()
  }

  @Test func `a list of what waits to be erased does no harm`() async throws {
    let before = try await filled()
    let location = StoreLocation(folder: folder.file("watch"))
    // Empty after an end in order, so it is given something to say.
    try spoil(location, "UPDATE store SET garbage = x'0102030405', garbage_checksum = 7")
    let stores = try await SyncedStores(folder, clock)
    #expect(try await stores.watch.verify().isSound)
    #expect(try await stores.watch.steps() == before)
    try await stores.close()
  }

  @Test func `without what it hides a store is not opened`() async throws {
    _ = try await filled()
    let location = StoreLocation(folder: folder.file("watch"))
    try spoil(location, "INSERT INTO dead SELECT id, x'0102', 7 FROM block LIMIT 1")
    let error = await #expect(throws: StorageError.self) {
      _ = try await LocalStore.open(location, clock: clock.clock)
    }
    #expect(error?.code == .damaged)
  }

  @Test(arguments: ["head", "horizon", "cutoff", "erased", "known_from", "loose_from"])
  func `what a store knows as a whole is not served once a bit flipped, and worked out anew`(
    column: String
  ) async throws {
    var before = try await filled()
    let location = StoreLocation(folder: folder.file("phone"))
    var query = ChangeQuery([.stepCount])
    do {
      let phone = try await LocalStore.open(location, clock: clock.clock)
      query.anchor = try await phone.changes(query).anchor
      before.formUnion(try await phone.saveSteps(0..<2, base: 5, from: clock.now - 80))
      try await phone.close()
    }
    let isDate = ["cutoff", "known_from"].contains(column)
    try spoil(location, "UPDATE store SET \(column) = \(isDate ? "4e8" : "\(column) + 4")")
    let error = await #expect(throws: StorageError.self) {
      _ = try await LocalStore.open(location, clock: clock.clock)
    }
    #expect(error?.code == .damaged)
    let report = try await LocalStore.repair(location)
    #expect(report.findings.count == 1 && report.lasting == 1, "\(report.findings)")
    let stores = try await SyncedStores(folder, clock)
    #expect(try await stores.phone.verify().isSound)
    #expect(try await stores.phone.steps() == before)
    // What went since is not known, so nobody is told that nothing did.
    let old = query
    await #expect(throws: StorageError.self) { _ = try await stores.phone.changes(old) }
    let new = try await stores.phone.saveSteps(0..<3, base: 3, from: clock.now - 60)
    let theirs = try await stores.watch.saveSteps(0..<3, base: 4, from: clock.now - 50)
    try await stores.sync()
    #expect(try await stores.compare() == .equal)
    for side in [stores.phone, stores.watch] {
      #expect(try await side.steps() == before.union(new + theirs))
    }
    try await stores.close()
  }

  @Test func `what nobody can tell any more is in the status until it is mended`() async throws {
    let location = StoreLocation(folder: folder.file("one"))
    let store = try await LocalStore.open(location, clock: clock.clock)
    try await store.commit(.noteAudit(AuditEntry(at: clock.now, event: "paired")))
    try spoil(location, "UPDATE audit SET event = 'unpaired'")
    #expect(try await store.verify().lasting == 1)
    #expect(store.damagedPartCount == 1)
    try spoil(location, "UPDATE audit SET event = 'paired'")
    #expect(try await store.verify().isSound)
    #expect(store.damagedPartCount == 0)
  }

  private static let document = SampleUUID(base: 9, counter: 1)
  /// Two pieces of a document.
  private static let bytes = (0..<95_536).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  /// A phone and a watch that hold the same: samples with UUIDs of all kinds, some of them deleted.
  private func filled() async throws -> Set<SampleUUID> {
    let stores = try await SyncedStores(folder, clock)
    let own = try await stores.phone.saveSteps(0..<900, base: 1, from: clock.now - 5_000)
    let foreign = try await stores.phone.saveForeignSteps(0..<300, from: clock.now - 9_000)
    let theirs = try await stores.watch.saveSteps(0..<90, base: 2, from: clock.now - 3_000)
    let document = Document(
      title: "t", patientName: "p", authorName: "a", custodianName: "c",
      byteCount: Int64(Self.bytes.count))
    let sample = Sample(
      uuid: Self.document, type: .cda, start: clock.now - 4_000, end: clock.now - 4_000,
      value: .object(.document(document)),
      source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app")))
    try await stores.phone.commit(
      .save(Change.Save([SampleRun(sample)], documents: [Self.document: Self.bytes])))
    let unit = try await stores.phone.setPreferredUnit(
      UnitPreference(of: .stepCount, .count))
    #expect(unit.count == 1)
    try await stores.tell(try await stores.phone.sharedRecords())
    try await stores.sync()
    try await stores.phone.delete([own[7], foreign[9]])
    try await stores.watch.delete([theirs[3]])
    try await stores.sync()
    #expect(try await stores.compare() == .equal)
    try await stores.close()
    return Set(own + foreign + theirs).subtracting([own[7], foreign[9], theirs[3]])
  }

  /// Flips a bit in the middle of the longest body of a table.
  private func flip(_ place: Place, of location: StoreLocation) throws {
    let parts = place.rawValue.split(separator: ".")
    let (table, column) = (parts[0], parts[1])
    let connection = try Connection(path: location.database, mode: .readWrite)
    let longest =
      "\(column) = (SELECT \(column) FROM \(table) ORDER BY length(\(column)) DESC LIMIT 1)"
    var find = try connection.prepare("SELECT \(column) FROM \(table) WHERE \(longest)")
    try #require(try find.step(), "the store has nothing in \(place.rawValue)")
    var bytes = try find.blob(at: 0)
    find.reset()
    bytes[bytes.count / 2] ^= 0x10
    var change = try connection.prepare("UPDATE \(table) SET \(column) = ?1 WHERE \(longest)")
    try change.bind(bytes, at: 1)
    try change.run()
  }
}

extension LocalStore {
  /// Saves steps as another program numbers them, at random.
  fileprivate func saveForeignSteps(
    _ counters: Range<UInt64>, from start: Double
  ) async throws -> [SampleUUID] {
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for counter in counters {
      let begin = start + Double(counter)
      run.append(
        Sample(
          uuid: SampleUUID(
            high: 0x1234_5678_9abc_4def, low: 0x8000_0000_0000_0000 | counter &* 0x9E37_79B9),
          type: .stepCount, start: begin, end: begin + 1, value: .quantity(Quantity(1, .count)),
          source: SourceRevision(source: Source(bundleIdentifier: "app", name: "app"))))
    }
    try await commit(.save(Change.Save([run])))
    return run.uuids
  }
}

extension LocalStore {
  /// What a phone tells its watches of its records.
  fileprivate func sharedRecords() async throws -> [String: [UInt8]] {
    try await withSyncStore { try $0.sharedDecisions().records }
  }
}
