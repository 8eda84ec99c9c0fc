internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// Deletions and imports that are taken back.
struct UndoTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func removals(_ store: inout StoreFixture, at now: Double = 0) throws -> [Removal]
  {
    try store.reader.tables.removed.list(since: now - Removal.keeping, until: now)
  }

  private static let all = SampleQuery(.stepCount)

  @Test func `what was deleted is saved again, under other dots and UUIDs`() throws {
    var store = try StoreFixture(folder)
    let samples = (0..<700).map { Sample.steps(UInt64($0), start: Double($0)) }
    try store.save(samples)
    try store.delete(samples[100..<650].map(\.uuid), owner: "app.one")
    let removal = try #require(try Self.removals(&store).first)
    #expect(removal.counts == [.stepCount: 550] && removal.actor == .app("app.one"))
    let before = store.writer.state.vector
    let outcome = try store.commit(.undo(removal.id))
    #expect(outcome.count == 550)
    let runs = try store.samples(Self.all)
    #expect(Set(runs.flatMap(\.starts)) == Set(samples.map(\.start)))
    let uuids = Set(runs.flatMap(\.uuids))
    #expect(uuids.isDisjoint(with: samples[100..<650].map(\.uuid)))
    #expect(uuids.isSuperset(of: samples[..<100].map(\.uuid)))
    #expect(store.writer.state.vector.count == before.count + 550)
    // What is taken back is no deletion any more, and what was copied can be deleted and taken back again.
    #expect(try Self.removals(&store).isEmpty)
    #expect(throws: ModelError.self) { try store.commit(.undo(removal.id)) }
    try store.delete(Array(uuids))
    let again = try #require(try Self.removals(&store).first)
    #expect(again.actor == .owner && again.counts == [.stepCount: 700])
    #expect(try store.commit(.undo(again.id)).count == 700)
    #expect(try store.samples(Self.all).reduce(0) { $0 + $1.count } == 700)
    #expect(try store.findings().isEmpty)
  }

  @Test func `two nodes that take the same back have twins`() throws {
    var names: [Set<SampleUUID>] = []
    for node in 0..<2 {
      let folder = try TemporaryFolder()
      var store = try StoreFixture(folder, incarnation: UInt64(node + 1))
      try store.save((0..<9).map { .steps($0) })
      try store.delete((0..<9).map { Sample.steps($0).uuid })
      try store.commit(.undo(try #require(try Self.removals(&store).first).id))
      names.append(Set(try store.uuids(Self.all)))
      withExtendedLifetime(folder) {}
    }
    #expect(names[0] == names[1])
  }

  @Test(arguments: [false, true])
  func `after a day, or at once, nothing of it is on the disk`(atOnce: Bool) throws {
    let marker = "app.zzqxremoved"
    var store = try StoreFixture(folder)
    try store.save((0..<50).map { .steps($0, bundle: marker) } + [.steps(60, bundle: "app.two")])
    try store.commit(
      .delete(Change.Deletion(.matching(.stepCount, .sources(bundleIdentifiers: [marker])))))
    #expect(try Self.removals(&store).count == 1)
    if atOnce {
      while try store.writer.maintain(at: 0, keepingRemoved: false) {}
    } else {
      while try store.writer.maintain(at: Removal.keeping - 1) {}
      #expect(try Self.removals(&store, at: Removal.keeping - 1).count == 1)
      while try store.writer.maintain(at: Removal.keeping + 1) {}
    }
    #expect(try Self.removals(&store).isEmpty)
    let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
    #expect(try connection.integer("SELECT count(*) FROM removed") == 0)
    #expect(try store.findings().isEmpty)
  }

  @Test func `a clock that went back keeps nothing for longer`() throws {
    var store = try StoreFixture(folder)
    try store.save([.steps(1)])
    try store.commit(.delete(Change.Deletion(.uuids([Sample.steps(1).uuid]))), at: 1_000_000)
    #expect(try Self.removals(&store, at: 10).isEmpty)
    while try store.writer.maintain(at: 10) {}
    let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
    #expect(try connection.integer("SELECT count(*) FROM removed") == 0)
  }

  @Test func `what gives way to another is no deletion`() throws {
    var store = try StoreFixture(folder)
    try store.save([.steps(1), .steps(2)])
    try store.commit(
      .replace(
        Change.Deletion(.uuids([Sample.steps(1).uuid])), Change.Save([SampleRun(.steps(3))])))
    try store.commit(
      .delete(Change.Deletion(.uuids([Sample.steps(2).uuid]), isKept: false)))
    #expect(try Self.removals(&store).isEmpty)
  }

  private static func pressure(_ counter: UInt64, holding members: [Sample]) -> Sample {
    var held = Members()
    for member in members { held.append(member.uuid, of: member.type) }
    var pressure = Sample.steps(counter, start: 5)
    pressure.type = .bloodPressure
    pressure.value = .object(.correlation(held))
    return pressure
  }

  private static func parts() -> [Sample] {
    [ObjectType.bloodPressureSystolic, .bloodPressureDiastolic].enumerated().map { index, type in
      var part = Sample.steps(UInt64(900 + index), start: 5)
      part.type = type
      part.value = .quantity(Quantity(120, .millimeterOfMercury))
      return part
    }
  }

  private static func members(_ store: inout StoreFixture) throws -> [SampleUUID] {
    let runs = try store.samples(SampleQuery(.bloodPressure))
    return runs.flatMap { run -> [SampleUUID] in
      guard case .objects(let bodies) = run.payload else { return [] }
      return bodies.flatMap { body -> [SampleUUID] in
        if case .correlation(let members) = body { members.uuids } else { [] }
      }
    }
  }

  /// What of a correlation and its members is deleted, together or one after the other.
  @Test(arguments: [[0, 1, 2], [0], [1], [1, 2]])
  func `a correlation holds the copies of its members`(deleted: [Int]) throws {
    var store = try StoreFixture(folder)
    let parts = Self.parts()
    let pressure = Self.pressure(910, holding: parts)
    try store.save(parts)
    try store.save([pressure])
    let all = [pressure] + parts
    try store.delete(deleted.map { all[$0].uuid })
    let removal = try #require(try Self.removals(&store).first)
    // What holds a copy is not counted.
    #expect(try store.commit(.undo(removal.id)).count == deleted.count)
    let here = try parts.flatMap { try store.uuids(SampleQuery($0.type)) }
    #expect(try Set(Self.members(&store)) == Set(here) && here.count == 2)
    #expect(try store.uuids(SampleQuery(.bloodPressure)).count == 1)
    #expect(try store.findings().isEmpty)
  }

  @Test func `what a workout had comes back to it`() throws {
    var store = try StoreFixture(folder)
    var workout = Sample.steps(700, start: 0, seconds: 600)
    workout.type = .workout
    workout.value = .object(.workout(Workout(activity: 37, duration: 600)))
    try store.save([.steps(1, start: 10), .steps(2, start: 20)])
    try store.save([workout])
    var held = Members()
    for counter in 1...2 { held.append(Sample.steps(UInt64(counter)).uuid, of: .stepCount) }
    var tie = Sample.steps(701, start: 0, seconds: 600)
    tie.type = .association
    tie.value = .object(.association(container: workout.uuid, held))
    try store.save([tie])
    try store.delete([workout.uuid])
    let removal = try #require(try Self.removals(&store).first)
    #expect(removal.counts == [.workout: 1])
    #expect(try store.commit(.undo(removal.id)).count == 1)
    let copy = try #require(try store.uuids(SampleQuery(.workout)).first)
    #expect(copy != workout.uuid)
    let found = try store.uuids(SampleQuery(.stepCount, where: .memberOf(workout: copy)))
    #expect(Set(found) == [Sample.steps(1).uuid, Sample.steps(2).uuid])
    #expect(try store.findings().isEmpty)
  }

  @Test func `a document comes back with its bytes, and goes with them`() throws {
    var document = Sample.document(1)
    document.end = 100
    let bytes: [UInt8] = [1, 2, 3]
    var copy = document.uuid
    do {
      var store = try StoreFixture(folder)
      try store.commit(.save(Change.Save([SampleRun(document)], documents: [document.uuid: bytes])))
      try store.delete([document.uuid])
      #expect(try store.reader.tables.documents.piece(0, of: document.uuid) == nil)
    }
    do {
      // The search for stray pieces leaves them alone.
      var store = try StoreFixture(folder, incarnation: 2)
      while try store.writer.maintain(at: 0) {}
      #expect(try store.commit(.undo(try #require(try Self.removals(&store).first).id)).count == 1)
      copy = try #require(try store.uuids(SampleQuery(document.type)).first)
      #expect(copy != document.uuid)
      #expect(try store.reader.tables.documents.piece(0, of: copy) == bytes)
      #expect(try store.findings().isEmpty)
      try store.delete([copy])
    }
    var store = try StoreFixture(folder, incarnation: 3)
    try store.maintain()
    let connection = try Connection(path: folder.file("store.db"), mode: .readOnly)
    #expect(try connection.integer("SELECT count(*) FROM document_piece") == 0)
    #expect(try connection.integer("SELECT count(*) FROM removed") == 0)
  }

  @Test func `a later version that was saved since stays alone`() throws {
    var store = try StoreFixture(folder)
    func version(_ number: Int64, _ counter: UInt64) -> Change {
      var sample = Sample.steps(counter)
      sample.metadata = [
        "HKMetadataKeySyncIdentifier": .string("thing"),
        "HKMetadataKeySyncVersion": .integer(number),
      ]
      var save = Change.Save([SampleRun(sample)])
      save.versionsOf = "app.one"
      return .save(save)
    }
    try store.commit(version(1, 1))
    try store.delete([Sample.steps(1).uuid])
    try store.commit(version(2, 2))
    let removal = try #require(try Self.removals(&store).first)
    #expect(try store.commit(.undo(removal.id)).count == 0)
    #expect(try store.uuids(Self.all) == [Sample.steps(2).uuid])
  }

  @Test func `what a peer tells in parts is one deletion`() throws {
    var store = try StoreFixture(folder)
    try store.save((0..<20).map { .steps($0) })
    let peer = try #require(DeviceID(Array(repeating: 5, count: DeviceID.byteCount)))
    store.sync.teller = peer
    let dots = Array(store.sync.vector.dots)
    for second in 0..<4 {
      var some = VersionVector()
      for dot in dots[(4 * second)..<(4 * second + 4)] { some.insert(dot) }
      try store.sync.bury(some, at: Double(second))
      try store.sync.commit()
    }
    store.sync.teller = nil
    var rest = VersionVector()
    rest.insert(dots[16])
    try store.sync.bury(rest, at: 4)
    try store.sync.commit()
    let removals = try Self.removals(&store, at: 10)
    #expect(removals.map(\.actor) == [.peer(peer)])
    #expect(removals.first?.counts == [.stepCount: 16])
    #expect(
      try store.reader.tables.removed.countsOfPeers(since: 0, until: 10) == [peer: 16])
    try store.commit(.undo(try #require(removals.first).id))
    #expect(try store.uuids(Self.all).count == 19)
  }

  // Imports.

  private static let key = UUIDSequence.Key(high: 3, low: 4)

  @Test func `an import goes as a whole, and nothing else`() throws {
    var store = try StoreFixture(folder)
    let before = (0..<30).map { Sample.steps($0, start: 1) }
    try store.save(before)
    let note = ImportNote(id: 0, name: "export.zip", uuids: Self.key)
    let id = Int64(try store.commit(.noteImport(note), at: 5).count)
    #expect(try store.reader.tables.imports.notes().first?.samples == nil)
    var uuids = UUIDSequence(Self.key)
    let imported = uuids.take(600, for: .stepCount).map { uuid in
      var sample = Sample.steps(0, start: 2, bundle: ImportedSource.typedIn)
      sample.uuid = uuid
      return sample
    }
    try store.save(imported)
    var done = note
    (done.id, done.samples, done.sum) = (id, 600, 77)
    try store.commit(.noteImport(done), at: 6)
    try store.commit(.noteExport(TakenExport(sum: 77, count: 600, form: 1)))
    try store.commit(.noteExport(TakenExport(sum: 78, count: 1, form: 1)))
    // One was deleted since, and one deleted and taken back.
    try store.delete([imported[0].uuid])
    try store.delete([imported[1].uuid])
    try store.commit(.undo(try #require(try Self.removals(&store).first).id))
    let marks = try store.reader.tables.imports.marks(after: 0).marks.count

    #expect(try store.commit(.undoImport(id)).count == 599)
    #expect(try Set(store.uuids(Self.all)) == Set(before.map(\.uuid)))
    #expect(try store.reader.tables.imports.notes().map(\.samples) == [0])
    #expect(try store.reader.tables.imports.export(77) == nil)
    #expect(try store.reader.tables.imports.export(78) != nil)
    #expect(try store.reader.tables.imports.marks(after: 0).marks.count == marks)
    #expect(throws: ModelError.self) { try store.commit(.undoImport(id)) }
    // That can be taken back as well.
    let removal = try #require(try Self.removals(&store).first)
    #expect(removal.actor == .undoneImport(id))
    #expect(try store.commit(.undo(removal.id)).count == 599)
    #expect(try store.reader.tables.imports.notes().map(\.samples) == [599])
    // And so on.
    #expect(try store.commit(.undoImport(id)).count == 599)
    #expect(try store.reader.tables.imports.notes().map(\.samples) == [0])
    #expect(try Set(store.uuids(Self.all)) == Set(before.map(\.uuid)))
    #expect(try store.findings().isEmpty)
  }

  @Test func `copies of an import go with it, when nothing else of it is left`() throws {
    var store = try StoreFixture(folder)
    let note = ImportNote(id: 0, name: "export.zip", uuids: Self.key)
    let id = Int64(try store.commit(.noteImport(note)).count)
    var uuids = UUIDSequence(Self.key)
    var sample = Sample.steps(0, start: 2)
    sample.uuid = uuids.take(for: .stepCount)
    try store.save([sample])
    for _ in 0..<3 {
      try store.delete(try store.uuids(Self.all))
      while try store.writer.maintain(at: 0) {}
      try store.commit(.undo(try #require(try Self.removals(&store).first).id))
    }
    #expect(try store.commit(.undoImport(id)).count == 1)
    #expect(try store.uuids(Self.all).isEmpty)
  }

  @Test func `a large deletion is taken back in parts`() throws {
    var store = try StoreFixture(folder)
    let count = Change.Save.mostTogether + 1_000
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for counter in 0..<count { run.append(.steps(UInt64(counter), start: Double(counter))) }
    try store.commit(.save(Change.Save([run])))
    try store.commit(.delete(Change.Deletion(.matching(.stepCount, .constant(true)))))
    let removal = try #require(try Self.removals(&store).first)
    var parts: [Int] = []
    while try store.reader.tables.removed.holds(removal.id) {
      parts.append(try store.commit(.undo(removal.id)).count)
    }
    #expect(parts.count == 2 && parts.reduce(0, +) == count)
    #expect(try store.samples(Self.all).reduce(0) { $0 + $1.count } == count)
  }

  @Test func `an import that brought nothing is forgotten`() throws {
    var store = try StoreFixture(folder)
    var note = ImportNote(id: 0, name: "export.zip", uuids: Self.key)
    note.id = Int64(try store.commit(.noteImport(note)).count)
    #expect(try store.reader.tables.imports.notes().count == 1)
    note.samples = 0
    try store.commit(.noteImport(note))
    #expect(try store.reader.tables.imports.notes().isEmpty)
  }
}
