internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SyncCore
internal import TestSupport
internal import Testing

/// Damage beside the columns of samples: it is mended, or peers are made to reconcile.
struct MendingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a damaged page of UUIDs is written anew`() throws {
    let samples = (0..<3_000).map { Sample.foreignSteps($0, start: Double($0)) }
    do {
      var store = try StoreFixture(folder)
      try store.save(samples)
      try store.writer.checkpoint()
    }
    try folder.spoil("UPDATE uuid_page SET checksum = checksum + 1")
    var store = try StoreFixture(folder, incarnation: 2)
    // A peer gives one under another name: it is found to be here.
    _ = try store.sync.insert(.numbered([samples[2_000]], by: 90))
    try store.sync.commit()
    #expect(store.aliases.count == 1)
    #expect(try store.rows().count == 3_000)
    try store.delete([samples[5].uuid, samples[2_999].uuid])
    #expect(try store.findings() == [])
  }

  @Test func `a save mends a damaged page that it meets`() throws {
    let samples = (0..<3_000).map { Sample.foreignSteps($0, start: Double($0)) }
    do {
      var store = try StoreFixture(folder)
      try store.save(samples)
      try store.writer.checkpoint()
    }
    try folder.spoil("UPDATE uuid_page SET checksum = checksum + 1")
    var store = try StoreFixture(folder, incarnation: 2)
    try store.save([.foreignSteps(9_000)])
    #expect(try store.rows().count == 3_001)
    #expect(try store.findings() == [])
  }

  @Test func `tombstones that cannot be read leave the log, and the horizon tells`() throws {
    let samples = (0..<100).map { Sample.steps($0) }
    do {
      var store = try StoreFixture(folder)
      try store.save(samples)
      try store.delete(samples[..<10].map(\.uuid))
      try store.delete(samples[20..<30].map(\.uuid))
      try store.delete(samples[40..<50].map(\.uuid))
      try store.writer.checkpoint()
    }
    try folder.spoil("UPDATE deletion SET checksum = checksum + 1 WHERE first_position = 111")
    var store = try StoreFixture(folder, incarnation: 2)
    #expect(throws: StorageError.self) { try store.sync.deletions(after: 0, atMost: 1_000) }
    #expect(store.sync.horizon == 120)
    store.sync.rollBack()
    #expect(store.sync.horizon == 0)
    // Whatever is written next makes it so.
    try store.save([.steps(500)])
    #expect(store.sync.horizon == 120)
    let told = try store.sync.deletions(after: 120, atMost: 1_000)
    #expect(told.runs.map(\.count) == [10] && told.through == store.sync.head)
  }

  @Test func `a part of the log fits a message whatever its sources are called`() throws {
    let samples = (0..<3_000 as Range<UInt64>).map { number in
      Sample.steps(number, bundle: "app." + String(repeating: "x", count: 200) + "\(number)")
    }
    var store = try StoreFixture(folder)
    try store.save(samples)
    try store.delete(samples.map(\.uuid))
    var position: Int64 = 0
    var (count, parts) = (0, 0)
    while position < store.sync.head.position {
      let part = try store.sync.deletions(after: position, atMost: 4_096)
      let bytes = part.runs.reduce(0) { bytes, run in
        run.sources.values.reduce(bytes + 40 * run.count) {
          $0 + $1.bundleIdentifier.utf8.count + $1.name.utf8.count
        }
      }
      #expect(bytes <= 512 * 1_024)
      #expect(part.through.position > position)
      position = part.through.position
      count += part.runs.reduce(0) { $0 + $1.count }
      parts += 1
    }
    #expect(count == 3_000 && parts == 3)
  }

  @Test func `numbers that a peer has used up are not given out`() throws {
    var store = try StoreFixture(folder)
    for number in 0..<4 as Range<UInt64> {
      var all = VersionVector()
      all.cover(
        1...UInt64.max,
        in: VersionVector.Stream(incarnation: store.sync.nextWriter, type: .stepCount))
      try store.sync.cover(all)
      try store.sync.commit()
      try store.save([.steps(number)])
      try store.save([.foreignSteps(number)])
    }
    #expect(try store.rows().count == 8)
    #expect(try store.findings() == [])
  }

  @Test func `pieces of a document that nothing waits for are not kept`() throws {
    let sample = Sample.document(1)
    let piece = ChangeBatch.DocumentPiece(uuid: sample.uuid, ordinal: 0, bytes: [1, 2, 3])
    let forged = ChangeBatch.DocumentPiece(uuid: sample.uuid, ordinal: 0, bytes: [9, 9, 9])
    var store = try StoreFixture(folder)
    try store.sync.insert(piece)
    _ = try store.sync.insert(.numbered([sample], by: 90))
    try store.sync.insert(forged)
    try store.sync.commit()
    try store.sync.insert(forged)
    try store.sync.commit()
    #expect(try store.reader.tables.documents.piece(0, of: sample.uuid) == [1, 2, 3])
    try store.delete([sample.uuid])
    try store.sync.insert(forged)
    try store.sync.commit()
    #expect(try store.reader.tables.documents.piece(0, of: sample.uuid) == nil)
  }

  @Test func `pieces whose document never came go with the process that took them`() throws {
    let here = Sample.document(1)
    let stray = Sample.document(2)
    do {
      var store = try StoreFixture(folder)
      for sample in [here, stray] {
        try store.sync.insert(
          ChangeBatch.DocumentPiece(uuid: sample.uuid, ordinal: 0, bytes: [1, 2, 3]))
      }
      _ = try store.sync.insert(.numbered([here], by: 90))
      try store.sync.commit()
      // The session may go on.
      try store.maintain()
      #expect(try store.reader.tables.documents.piece(0, of: stray.uuid) == [1, 2, 3])
    }
    let new = Sample.document(3)
    do {
      var store = try StoreFixture(folder, incarnation: 2)
      try store.sync.insert(
        ChangeBatch.DocumentPiece(uuid: new.uuid, ordinal: 0, bytes: [4]))
      try store.sync.commit()
      try store.maintain()
      #expect(try store.reader.tables.documents.piece(0, of: stray.uuid) == nil)
      #expect(try store.reader.tables.documents.piece(0, of: here.uuid) == [1, 2, 3])
      #expect(try store.reader.tables.documents.piece(0, of: new.uuid) == [4])
    }
    // The next process looks at the pieces that came since the last one looked.
    var store = try StoreFixture(folder, incarnation: 3)
    try store.maintain()
    #expect(try store.reader.tables.documents.piece(0, of: new.uuid) == nil)
    #expect(try store.reader.tables.documents.piece(0, of: here.uuid) == [1, 2, 3])
    store = try StoreFixture(folder, incarnation: 4)
    // No number is given twice.
    try store.sync.insert(
      ChangeBatch.DocumentPiece(uuid: new.uuid, ordinal: 0, bytes: [5]))
    try store.sync.commit()
    store = try StoreFixture(folder, incarnation: 5)
    try store.maintain()
    #expect(try store.reader.tables.documents.piece(0, of: new.uuid) == nil)
  }

  @Test func `only what was saved with all of its bytes is spared the look of the next process`()
    throws
  {
    let (here, later, stray) = (Sample.document(1), Sample.document(2), Sample.document(3))
    func save(_ sample: Sample, to store: inout StoreFixture) throws {
      let bytes: [SampleUUID: [UInt8]] = [sample.uuid: [1, 2, 3]]
      try store.commit(.save(Change.Save(SampleRun.grouping([sample]), documents: bytes)))
    }
    func looked(_ store: inout StoreFixture) throws -> String? {
      try store.reader.tables.node.record("documents.looked").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    do {
      var store = try StoreFixture(folder)
      try save(here, to: &store)
      #expect(try looked(&store) == "1")
      try store.sync.insert(
        ChangeBatch.DocumentPiece(uuid: stray.uuid, ordinal: 0, bytes: [1, 2, 3]))
      try store.sync.commit()
      try save(later, to: &store)
      #expect(try looked(&store) == "1")
    }
    var store = try StoreFixture(folder, incarnation: 2)
    // What is not looked at yet is not spared either.
    try save(.document(4), to: &store)
    #expect(try looked(&store) == "1")
    try store.maintain()
    #expect(try looked(&store) == "3")
    try save(.document(5), to: &store)
    #expect(try looked(&store) == "5")
    #expect(try store.reader.tables.documents.piece(0, of: stray.uuid) == nil)
    for number in [1, 2, 4, 5] as [UInt64] {
      #expect(
        try store.reader.tables.documents.piece(0, of: Sample.document(number).uuid) == [1, 2, 3])
    }
  }

  @Test func `damaged rows outside of what is shared are missed no more`() throws {
    let samples = (0..<2_000).map { Sample.steps($0, start: Double($0) * 90) }
    let run = SampleRun.numbered(samples, by: 90)
    var store = try StoreFixture(folder)
    _ = try store.sync.insert(run)
    try store.sync.commit()
    try folder.spoil("UPDATE block SET checksum = checksum + 1 WHERE id = 2")
    #expect(try store.sync.findDamage() == 1)
    let damaged = store.sync.damaged
    let before = store.sync.count(of: .stepCount)
    #expect(before == 2_000)
    // The floor cuts the block, so that nobody knows what of it ends before.
    try store.sync.prune(
      outside: SharedRange(scope: .all, floor: samples[700].end), under: store.sync.vector)
    #expect(store.sync.damaged == damaged)
    try store.sync.prune(
      outside: SharedRange(scope: .all, floor: samples[1_100].end),
      under: VersionVector(run.selecting(Array(0..<600)).dots, of: .stepCount))
    let left = VersionVector(run.selecting(Array(600..<1_024)).dots, of: .stepCount)
    #expect(store.sync.damaged == left)
    #expect(store.sync.count(of: .stepCount) == 2_000 - 600)
    try store.sync.prune(
      outside: SharedRange(scope: .none, floor: -1e9), under: store.sync.vector)
    try store.sync.commit()
    #expect(store.sync.damaged.isEmpty && store.sync.count(of: .stepCount) == 0)
    #expect(try store.tombstones().isEmpty)
    try store.maintain()
    #expect(try store.findings() == [])
  }

  @Test func `rows that are mended count once`() throws {
    let samples = (0..<2_000).map { Sample.steps($0, start: Double($0) * 90) }
    let run = SampleRun.numbered(samples, by: 90)
    var store = try StoreFixture(folder)
    _ = try store.sync.insert(run)
    try store.sync.commit()
    try folder.spoil("UPDATE block SET checksum = checksum + 1 WHERE id = 2")
    _ = try store.sync.findDamage()
    try store.sync.repair(run.selecting(Array(500..<700)))
    #expect(store.sync.count(of: .stepCount) == 2_000)
    try store.sync.repair(run)
    #expect(store.sync.count(of: .stepCount) == 2_000)
  }

  @Test func `what is mended is live once although its segment stays`() throws {
    let samples = (0..<2_000).map { Sample.steps($0, start: Double($0) * 90) }
    let run = SampleRun.numbered(samples, by: 90)
    var store = try StoreFixture(folder)
    _ = try store.sync.insert(run)
    try store.sync.commit()
    try store.delete([samples[5].uuid])
    try folder.spoil("UPDATE block SET checksum = checksum + 1 WHERE id = 2")
    _ = try store.sync.findDamage()
    try store.sync.commit()
    let mended = run.selecting(Array(512..<1_024))
    // Nobody has them any more, and by now another block has gone bad, so that merging stops at it.
    try folder.spoil("UPDATE block SET checksum = checksum + 1 WHERE id = 1")
    try store.forgetDecoded()
    try store.sync.forgetDamaged(VersionVector(mended.dots, of: .stepCount))
    try store.sync.commit()
    let live = try store.sync.live(among: VersionVector(run.dots, of: .stepCount))
    #expect(live.intersection(VersionVector(mended.dots, of: .stepCount)).isEmpty)
  }
}

extension StoreFixture {
  /// Makes the writer read anew what it has in memory.
  mutating func forgetDecoded() throws {
    try sync.cover(VersionVector([.steps(1, 1)]))
    sync.rollBack()
  }
}

extension Sample {
  /// A document of three bytes.
  static func document(_ counter: UInt64) -> Sample {
    var sample = Sample.steps(counter)
    sample.type = .cda
    sample.value = .object(
      .document(
        Document(title: "", patientName: "", authorName: "", custodianName: "", byteCount: 3)))
    return sample
  }
}
