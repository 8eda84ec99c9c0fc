internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Rows that a peer sent.
struct SyncInsertTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `rows of peers are queried and followed like those of apps`() throws {
    var store = try StoreFixture(folder)
    try store.save((0..<10).map { .steps($0, start: Double($0)) })
    let anchor = try store.page(ChangeQuery([.stepCount])).anchor
    let samples = (100..<900).map { Sample.steps($0, start: Double($0)) }
    for start in stride(from: 0, to: 800, by: 200) {
      let dead = try store.sync.insert(
        .numbered(Array(samples[start..<(start + 200)]), by: 90, from: UInt64(start) + 1))
      #expect(dead.isEmpty)
    }
    try store.sync.commit()
    #expect(store.writer.changedTypes == [.stepCount])
    #expect(try store.rows().count == 810)
    let page = try store.page(ChangeQuery([.stepCount], since: anchor))
    #expect(page.added.flatMap(\.uuids) == samples.map(\.uuid))
    #expect(page.anchor.position == 810)
    #expect(throws: ModelError.self) { try store.save([samples[3]]) }
    try store.maintain()
    #expect(try store.findings() == [])
  }

  @Test func `a type that nobody knew is kept, and what it covers`() throws {
    let type = ObjectType("HKNewTypeIdentifierFuture")
    var sample = Sample.steps(1)
    (sample.type, sample.value) = (type, .category(4))
    let stream = VersionVector.Stream(incarnation: Incarnation(rawValue: 90), type: type)
    do {
      var store = try StoreFixture(folder)
      var covers = VersionVector()
      covers.cover(7...9, in: stream)
      try store.sync.cover(covers)
      try store.sync.commit()
    }
    do {
      var store = try StoreFixture(folder, incarnation: 2)
      #expect(store.sync.vector[stream].count == 3)
      _ = try store.sync.insert(.numbered([sample], by: 90))
      try store.sync.commit()
    }
    var store = try StoreFixture(folder, incarnation: 3)
    #expect(store.sync.vector[stream].count == 4)
    #expect(try store.rows(type).count == 1)
    // Rows of a type stand in one column, whoever sends them.
    var other = Sample.steps(2)
    other.type = type
    #expect(throws: ModelError.self) { try store.sync.insert(.numbered([other], by: 91)) }
    store.sync.rollBack()
    var mass = Sample.steps(3)
    (mass.type, mass.value) = (.bodyMass, .category(1))
    #expect(throws: ModelError.self) { try store.sync.insert(.numbered([mass], by: 91)) }
    #expect(throws: ModelError.self) { try store.sync.insert(SampleRun(.steps(4))) }
    store.sync.rollBack()
    #expect(store.sync.vector[stream].count == 4)
    #expect(try store.findings() == [])
  }

  @Test(arguments: [true, false])
  func `what was pruned comes again`(isForeign: Bool) throws {
    let samples = (1...40 as ClosedRange<UInt64>).map {
      isForeign ? Sample.foreignSteps($0, start: Double($0)) : .steps($0, start: Double($0))
    }
    var store = try StoreFixture(folder)
    let run = SampleRun.numbered(samples, by: 90)
    _ = try store.sync.insert(run)
    try store.sync.commit()
    try store.sync.prune(
      outside: SharedRange(scope: .all, floor: 81), under: store.sync.vector)
    try store.sync.commit()
    #expect(try store.rows().count == 20)
    // Part of it first, so that what is out of sight lies on both sides.
    for rows in [[4], [7, 8, 9], Array(0..<4) + [5, 6] + Array(10..<20)] {
      #expect(try store.sync.insert(run.selecting(rows)).isEmpty)
      try store.sync.commit()
      #expect(try store.findings() == [])
      for row in rows {
        let query = SampleQuery(.stepCount, where: .uuid(UUIDSet([samples[row].uuid])))
        #expect(try store.uuids(query) == [samples[row].uuid])
      }
    }
    #expect(try Set(store.rows().values) == Set(samples.map(\.uuid)))
    #expect(try store.uuids(SampleQuery(.stepCount, where: .uuid(UUIDSet(run.uuids)))).count == 40)
    try store.maintain()
    #expect(try store.findings() == [])
    try store.delete(samples.map(\.uuid))
    #expect(try store.rows().isEmpty)
    try store.maintain()
    #expect(try store.findings() == [])
  }

  @Test func `a row out of sight does not stand for another that is looked for`() throws {
    let (early, late) = (Sample.foreignSteps(1, start: 0), Sample.foreignSteps(2, start: 900))
    var store = try StoreFixture(folder)
    for (incarnation, sample) in [(80, late), (90, early)] as [(UInt64, Sample)] {
      _ = try store.sync.insert(.numbered([sample], by: incarnation))
      try store.sync.commit()
    }
    try store.sync.prune(
      outside: SharedRange(scope: .all, floor: 500), under: store.sync.vector)
    _ = try store.sync.insert(.numbered([early], by: 90))
    try store.sync.commit()
    let both = UUIDSet([early.uuid, late.uuid])
    #expect(try Set(store.uuids(SampleQuery(.stepCount, where: .uuid(both)))).count == 2)
    #expect(try store.delete([early.uuid, late.uuid]).count == 2)
  }

  @Test(arguments: [[0, 1, 2], [2, 0, 1], [0, 2, 1], [1, 2, 0]])
  func `a correlation is kept with its samples, whatever comes first`(order: [Int]) throws {
    let parts = [
      Sample.pressure(1, start: 10, .bloodPressureSystolic),
      Sample.pressure(2, start: 300, .bloodPressureDiastolic),
    ]
    let all = parts + [Sample.correlation(3, start: 10, of: parts)]
    var store = try StoreFixture(folder)
    for index in order {
      _ = try store.sync.insert(.numbered([all[index]], by: 90))
      try store.sync.commit()
    }
    let range = SharedRange(scope: .all, floor: 200)
    try store.sync.prune(outside: range, under: store.sync.vector)
    try store.sync.commit()
    #expect(try store.uuids(SampleQuery(.bloodPressure)).count == 1)
    #expect(try store.uuids(SampleQuery(.bloodPressureSystolic)).count == 1)
    #expect(
      try store.uuids(SampleQuery(.bloodPressureSystolic, where: .uncorrelated)).isEmpty)
    try store.sync.prune(
      outside: SharedRange(scope: .all, floor: 301), under: store.sync.vector)
    try store.sync.commit()
    #expect(store.writer.state.types.values.allSatisfy { $0.liveCount == 0 })
    #expect(try store.findings() == [])
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
  func `a workout is kept with samples added to it, whatever comes first`(order: [Int]) throws {
    var workout = Sample.steps(1, start: 0, seconds: 400)
    workout.type = .workout
    workout.value = .object(.workout(Workout(activity: 1, duration: 400)))
    let early = Sample.steps(2, start: 10)
    var members = Members()
    members.append(early.uuid, of: .stepCount)
    var tie = Sample.steps(3, start: 0, seconds: 5)
    (tie.type, tie.value) = (
      .association, .object(.association(container: workout.uuid, members))
    )
    let all = [workout, early, tie]
    var store = try StoreFixture(folder)
    for index in order { _ = try store.sync.insert(.numbered([all[index]], by: 90)) }
    try store.sync.commit()
    let range = SharedRange(scope: .all, floor: 400)
    try store.sync.prune(outside: range, under: store.sync.vector)
    try store.sync.commit()
    let ofWorkout = SampleQuery(.stepCount, where: .memberOf(workout: workout.uuid))
    #expect(try store.uuids(ofWorkout) == [early.uuid])
    #expect(store.writer.state.types[.association]?.liveCount == 1)
  }

  @Test func `one object cannot hold more than any may`() throws {
    let parts = (0...UInt64(Members.most)).map {
      Sample.pressure($0, start: 0, .bloodPressureSystolic)
    }
    var store = try StoreFixture(folder)
    let whole = Sample.correlation(9_999, start: 0, of: parts)
    #expect(throws: ModelError.self) { try store.sync.insert(.numbered([whole], by: 90)) }
    store.sync.rollBack()
    #expect(store.sync.vector.isEmpty)
  }

  @Test func `a document may come in very many short pieces`() throws {
    let uuid = SampleUUID(base: 90, counter: 1)
    var store = try StoreFixture(folder)
    for ordinal in [0, 32_767, 32_768, 1 << 31 - 1] {
      try store.sync.insert(
        ChangeBatch.DocumentPiece(uuid: uuid, ordinal: ordinal, bytes: [UInt8(ordinal & 0xFF)]))
    }
    try store.sync.commit()
    #expect(try store.reader.tables.documents.piece(32_768, of: uuid) == [0])
    #expect(try store.reader.tables.documents.piece(1 << 31 - 1, of: uuid) == [0xFF])
  }

  @Test func `pieces of a document come before it, and again`() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    var sample = Sample.steps(1)
    sample.type = .cda
    sample.value = .object(
      .document(
        Document(
          title: "", patientName: "", authorName: "", custodianName: "",
          byteCount: Int64(bytes.count))))
    var store = try StoreFixture(folder)
    for _ in 0..<2 {
      for (ordinal, piece) in [bytes[..<65_536], bytes[65_536...]].enumerated() {
        try store.sync.insert(
          ChangeBatch.DocumentPiece(uuid: sample.uuid, ordinal: ordinal, bytes: Array(piece)))
      }
      try store.sync.commit()
    }
    _ = try store.sync.insert(.numbered([sample], by: 90))
    try store.sync.commit()
    #expect(try store.reader.tables.documents.piece(1, of: sample.uuid)?.count == 100_000 - 65_536)
    #expect(try store.reader.tables.documents.piece(2, of: sample.uuid) == nil)
    for piece in [
      ChangeBatch.DocumentPiece(uuid: sample.uuid, ordinal: -1, bytes: []),
      ChangeBatch.DocumentPiece(uuid: sample.uuid, ordinal: 0, bytes: bytes),
      ChangeBatch.DocumentPiece(uuid: sample.uuid, ordinal: 1 << 31, bytes: [1]),
    ] {
      #expect(throws: ModelError.self) { try store.sync.insert(piece) }
    }
    store.sync.rollBack()
    // Whose death comes first has no bytes to keep.
    try store.sync.bury(.told(.numbered([sample], by: 90)), at: 0)
    try store.sync.commit()
    #expect(try store.reader.tables.documents.piece(0, of: sample.uuid) == nil)
  }
}
