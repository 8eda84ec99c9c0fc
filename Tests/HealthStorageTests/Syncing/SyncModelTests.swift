internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// What the sync rules change, against plain sets of dots: whatever is done to both, they agree.
struct SyncModelTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a store is what plain sets of dots are`(seed: UInt64) throws {
    var walk = try SyncWalk(seed: seed)
    for session in 1...3 as ClosedRange<UInt64> {
      try walk.runSession(session * 10_000, steps: 25)
    }
    #expect(walk.looseSteps > 5, "seed \(seed)")
  }
}

/// The plain sets: every dot in sight by the object it names, whether or not the row stands under it.
private struct PlainStore {
  /// Alias dots have an entry, too.
  var dots: [Dot: Sample] = [:]
  var vector = VersionVector()
  var tombstones: [Dot: SampleUUID] = [:]
  var buried: Set<SampleUUID> = []

  func twins(of uuid: SampleUUID) -> [Dot] { dots.filter { $0.value.uuid == uuid }.map(\.key) }

  var rows: [Dot: SampleUUID] {
    var lowest: [SampleUUID: Dot] = [:]
    for (dot, sample) in dots { lowest[sample.uuid] = min(lowest[sample.uuid] ?? dot, dot) }
    var rows: [Dot: SampleUUID] = [:]
    for (uuid, dot) in lowest { rows[dot] = uuid }
    return rows
  }

  var aliases: [Dot: Dot] {
    var lowest: [SampleUUID: Dot] = [:]
    for (dot, uuid) in rows { lowest[uuid] = dot }
    var aliases: [Dot: Dot] = [:]
    for (dot, sample) in dots where lowest[sample.uuid] != dot {
      aliases[dot] = lowest[sample.uuid]
    }
    return aliases
  }

  mutating func bury(_ uuid: SampleUUID) {
    for dot in twins(of: uuid) {
      dots[dot] = nil
      tombstones[dot] = uuid
    }
    buried.insert(uuid)
  }
}

/// One sequence of changes to a store and to plain sets, compared as it goes.
private struct SyncWalk {
  private let seed: UInt64
  private let folder: TemporaryFolder
  private var random: RandomHealth
  private var plain = PlainStore()
  private var step = 0
  private var sequences: [UInt64: UInt64] = [:]
  /// The last number of a sample that was new when it came.
  private var newest: UInt64 = 400
  /// After how many steps blocks were loose.
  private(set) var looseSteps = 0

  init(seed: UInt64) throws {
    self.seed = seed
    folder = try TemporaryFolder()
    random = RandomHealth(seed: seed &+ 77)
  }

  private var place: Comment { "seed \(seed), step \(step)" }

  mutating func runSession(_ incarnation: UInt64, steps: Int) throws {
    var store = try StoreFixture(folder, incarnation: incarnation)
    try compare(&store)
    for _ in 0..<steps {
      step += 1
      let before = plain
      if random.chance(50) {
        try insertNew(&store)
      } else {
        for _ in 0..<random.number(1...3) { try change(&store) }
      }
      if random.chance(20) {
        store.sync.rollBack()
        plain = before
      } else {
        try store.sync.commit()
      }
      if store.writer.state.loose.count > 0 { looseSteps += 1 }
      if random.chance(30) { try changeLocally(&store) }
      if random.chance(15) { _ = try store.writer.maintain(at: 0) }
      try compare(&store)
    }
    #expect(try store.findings() == [], place)
  }

  /// Samples of a small pool of UUIDs, so that twins meet; the same UUID is the same object.
  private mutating func sample() -> Sample {
    let number =
      random.chance(15)
      ? newest - UInt64(random.number(0...20)) : UInt64(random.number(0...400))
    return sample(number)
  }

  private func sample(_ number: UInt64) -> Sample {
    number % 3 == 0
      ? .foreignSteps(number, start: Double(number)) : .steps(number, start: Double(number))
  }

  private mutating func change(_ store: inout StoreFixture) throws {
    switch random.number(0...6) {
    case 0...2: try insert(&store)
    case 3:
      let dots = VersionVector(
        plain.dots.keys.sorted().filter { _ in random.chance(5) } + [.steps(999, UInt64(step))])
      try store.sync.bury(dots, at: 0)
      for uuid in Set(plain.dots.filter { dots.covers($0.key) }.map(\.value.uuid)) {
        plain.bury(uuid)
      }
    case 4: try buryTold(&store)
    case 5:
      let absent = plain.vector.dots.filter { plain.dots[$0] == nil && random.chance(20) }
      try store.sync.uncover(VersionVector(absent))
      plain.vector.subtract(VersionVector(absent))
    default:
      let receipt = VersionVector(plain.dots.keys.sorted().filter { _ in random.chance(60) })
      let floor = Double(random.number(0...300))
      try store.sync.prune(outside: SharedRange(scope: .all, floor: floor), under: receipt)
      for (dot, uuid) in plain.rows {
        let twins = plain.twins(of: uuid)
        guard let sample = plain.dots[dot], sample.end < floor,
          twins.allSatisfy({ receipt.covers($0) })
        else { continue }
        for twin in twins { plain.dots[twin] = nil }
      }
    }
    #expect(store.sync.vector == plain.vector, place)
  }

  private mutating func insert(_ store: inout StoreFixture) throws {
    let runs = (0..<random.number(1...4)).map { _ in makeRun() }
    if random.chance(60) {
      let messages = runs.map { SyncMessage.batch(ChangeBatch(runs: [$0.run])) }
      var seen = 0
      while seen < messages.count { seen += try store.sync.foresee(messages[seen...]) }
    }
    for (run, samples) in runs {
      // What was foreseen may be dead by the time it comes.
      if random.chance(15) { try buryTold(&store) }
      try insert(run, samples, &store)
    }
  }

  /// A few rows that nothing here has the UUIDs of, and nothing else.
  private mutating func insertNew(_ store: inout StoreFixture) throws {
    var samples: [Sample] = []
    for _ in 0..<random.number(1...3) {
      newest += 1
      samples.append(sample(newest))
    }
    let (run, _) = makeRun(samples)
    try insert(run, samples, &store)
  }

  private mutating func makeRun() -> (run: SampleRun, samples: [Sample]) {
    var samples: [Sample] = []
    for _ in 0..<random.number(1...60) { samples.append(sample()) }
    return makeRun(samples)
  }

  private mutating func makeRun(_ samples: [Sample]) -> (run: SampleRun, samples: [Sample]) {
    let incarnation = UInt64(random.number(1...6))
    let first = (sequences[incarnation] ?? 0) + 1
    sequences[incarnation] = first + UInt64(samples.count) - 1
    return (SampleRun.numbered(samples, by: incarnation, from: first), samples)
  }

  private mutating func insert(
    _ run: SampleRun, _ samples: [Sample], _ store: inout StoreFixture
  ) throws {
    let dead = try store.sync.insert(run)
    var expected = VersionVector()
    for (row, sample) in samples.enumerated() {
      let (incarnation, sequence) = run.dots[row]
      let dot = Dot(incarnation: incarnation, type: .stepCount, sequence: sequence)
      plain.vector.insert(dot)
      if plain.buried.contains(sample.uuid) {
        expected.insert(dot)
      } else {
        plain.dots[dot] = sample
      }
    }
    #expect(dead == expected, place)
  }

  private mutating func buryTold(_ store: inout StoreFixture) throws {
    let incarnation = UInt64(random.number(7...9))
    var samples: [Sample] = []
    for _ in 0..<random.number(1...12) { samples.append(sample()) }
    let first = (sequences[incarnation] ?? 0) + 1
    sequences[incarnation] = first + UInt64(samples.count) - 1
    try store.sync.bury(
      .told(.numbered(samples, by: incarnation, from: first)), at: 0)
    for (row, sample) in samples.enumerated() {
      let dot = Dot.steps(incarnation, first + UInt64(row))
      plain.vector.insert(dot)
      plain.tombstones[dot] = sample.uuid
      plain.bury(sample.uuid)
    }
  }

  /// An app saves what nobody has, or a user deletes something.
  private mutating func changeLocally(_ store: inout StoreFixture) throws {
    if random.chance(50), let victim = plain.dots.values.map(\.uuid).sorted().first {
      try store.delete([victim])
      plain.bury(victim)
      return
    }
    let sample = Sample.steps(UInt64(5_000 + step), start: 10)
    try store.save([sample])
    let dot = try #require(try store.rows().first { $0.value == sample.uuid }?.key)
    #expect(!plain.vector.covers(dot), place)
    plain.vector.insert(dot)
    plain.dots[dot] = sample
  }

  private mutating func compare(_ store: inout StoreFixture) throws {
    #expect(try store.rows() == plain.rows, place)
    #expect(store.aliases == plain.aliases, place)
    #expect(store.sync.vector == plain.vector, place)
    #expect(try store.tombstones() == plain.tombstones, place)
    if step % 5 == 0 { #expect(try store.findings() == [], place) }
    if let uuid = plain.rows.values.sorted().first {
      let query = SampleQuery(.stepCount, where: .uuid(UUIDSet([uuid])))
      #expect(try store.uuids(query) == [uuid], place)
    }
  }
}
