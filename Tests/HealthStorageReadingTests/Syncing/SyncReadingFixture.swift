internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SyncCore
internal import TestSupport
internal import Testing

/// A store that changes at random, and a plain list of what must be in it.
struct SyncReadingFixture: ~Copyable {
  static let types: [ObjectType] = [.bodyMass, .height, .sleepAnalysis, .stepCount]
  static let bundles = ["app.one", "app.two"]
  static let days = 12

  let path: String
  /// The store as the sync rules have it, what is open included.
  var sync: SyncTransaction
  /// The same for what apps and the owner change.
  var writer: StoreWriter {
    _read { yield sync.writer }
    _modify { yield &sync.writer }
  }
  var generator: SeededGenerator
  private(set) var expected = ExpectedRows()
  private var uuids: UUIDSequence
  private var incarnation: UInt64 = 1
  private var now = 0.0

  init(_ folder: TemporaryFolder, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let path = folder.file("store.db")
    let uuids = UUIDSequence(using: &generator)
    let writer = try StoreWriter(
      Connection(path: path, mode: .readWriteCreate), beginning: Incarnation(rawValue: 1),
      pins: PinnedGenerations())
    self.path = path
    sync = SyncTransaction(writer)
    self.uuids = uuids
    self.generator = generator
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  /// Begins the next incarnation.
  mutating func reopen() throws {
    incarnation += 1
    sync = SyncTransaction(
      try StoreWriter(
        Connection(path: path, mode: .readWriteCreate),
        beginning: Incarnation(rawValue: incarnation), pins: PinnedGenerations()))
  }

  private mutating func commit(_ change: Change) throws {
    let outcome = try #require(writer.commit([change], at: 0).first).get()
    #expect(outcome.position == expected.head, "\(generator)")
  }

  /// Changes something.
  mutating func change(reopens: Bool = true) throws {
    switch Int.random(in: 0..<(reopens ? 100 : 95), using: &generator) {
    case 0..<55: try save()
    case 55..<78: try delete()
    case 78..<84: try prune()
    case 84..<92: while try writer.maintain(at: 0) {}
    case 92..<95: try dropTombstones()
    default: try reopen()
    }
  }

  /// Saves a run, mostly of later samples than those before.
  mutating func save(_ count: Int? = nil) throws {
    let type = Self.types[Int.random(in: 0..<Self.types.count, using: &generator)]
    let count =
      count
      ?? (chance(10)
        ? Int.random(in: 500...1_300, using: &generator)
        : Int.random(in: 1...60, using: &generator))
    let isLate = chance(70)
    var run: SampleRun?
    for _ in 0..<count {
      now = min(now + Double.random(in: 0..<400, using: &generator), Double(Self.days) * 86_400)
      let end =
        isLate ? now : Double(Int.random(in: 0...(Self.days * 96), using: &generator)) * 900
      let sample = sample(type, ending: max(end, writer.state.cutoff))
      if run == nil { run = SampleRun(sample) } else { run?.append(sample) }
    }
    guard let run else { return }
    expected.save(run, as: Incarnation(rawValue: incarnation))
    try commit(.save(Change.Save([run])))
  }

  private mutating func sample(_ type: ObjectType, ending end: Double) -> Sample {
    let bundle = Self.bundles[Int.random(in: 0..<Self.bundles.count, using: &generator)]
    var metadata: Metadata = [:]
    if chance(5) { metadata["place"] = .string(chance(50) ? "home" : "away") }
    let uuid =
      chance(80)
      ? uuids.take(for: type) : SampleUUID(high: generator.next(), low: generator.next())
    let value: Sample.Value =
      switch type {
      case .sleepAnalysis: .category(Int64.random(in: 0...2, using: &generator))
      case .stepCount:
        .quantity(Quantity(Double(Int.random(in: 0...99, using: &generator)), .count))
      case .bodyMass: .quantity(Quantity(70, .gram(.kilo)))
      default: .quantity(Quantity(1.8, .meter()))
      }
    return Sample(
      uuid: uuid, type: type, start: end - Double(Int.random(in: 0...60, using: &generator)),
      end: end, value: value,
      source: SourceRevision(source: Source(bundleIdentifier: bundle, name: bundle)),
      metadata: metadata)
  }

  /// Deletes some live rows: neighbours, or any.
  mutating func delete() throws {
    let all = expected.rows
    guard !all.isEmpty else { return }
    let count = Int.random(in: 1...min(40, all.count), using: &generator)
    let victims: [ExpectedRow]
    if chance(50) {
      let first = Int.random(in: 0...(all.count - count), using: &generator)
      victims = Array(all[first..<(first + count)])
    } else {
      victims = Array(all.shuffled(using: &generator).prefix(count))
    }
    expected.delete(victims)
    try commit(.delete(Change.Deletion(.uuids(victims.map(\.sample.uuid)))))
  }

  private mutating func prune() throws {
    let before = Double(Int.random(in: 0...(Self.days * 4), using: &generator)) * 21_600
    let receipt = vector(of: 80)
    expected.prune(before: before, under: receipt, isNew: before > writer.state.cutoff)
    try commit(.prune(Change.Prune(before: before, licence: .receipt(receipt))))
  }

  private mutating func dropTombstones() throws {
    guard expected.head > expected.horizon + 1 else { return }
    let position = Int64.random(
      in: (expected.horizon + 1)...expected.head, using: &generator)
    expected.horizon = position
    try commit(.dropTombstones(through: position))
  }

  /// A vector that has about so many percent of what was ever saved, and some that never was.
  mutating func vector(of percent: Int) -> VersionVector {
    var vector = VersionVector()
    for (stream, last) in expected.lastNumbers {
      var number: UInt64 = 1
      while number <= last + 3 {
        let end = number + UInt64.random(in: 0..<max(2, last / 4), using: &generator)
        if chance(percent) { vector.cover(number...end, in: stream) }
        number = end + 1
      }
    }
    vector.insert(Dot(incarnation: Incarnation(rawValue: 99), type: .heartRate, sequence: 1))
    return vector
  }

  /// Types and a floor, either of which may be everything.
  mutating func range() -> SharedRange {
    let scope: TypeScope =
      chance(40) ? .all : .only(Set(Self.types.shuffled(using: &generator).prefix(2)))
    let floor: Double =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: -.infinity
      case 1: DayList.start(of: DayList.day(of: Double.random(in: 0...900_000, using: &generator)))
      default: Double(Int.random(in: 0...(Self.days * 96), using: &generator)) * 900
      }
    return SharedRange(scope: scope, floor: floor)
  }

  /// All parts of a walk, each of which is checked against its limits.
  mutating func all(
    of range: SharedRange, _ selection: RowSelection, without known: VersionVector,
    atMost limits: SessionLimits
  ) throws -> [SampleRun] {
    var walk = try sync.walk(range, selection)
    var all: [SampleRun] = []
    while true {
      let part = try sync.next(&walk, without: known, atMost: limits)
      let count = part.reduce(0) { $0 + $1.count }
      if part.isEmpty { return all }
      #expect(part.allSatisfy { !$0.isEmpty && $0.positions.isEmpty }, "\(generator)")
      #expect(count <= limits.samples, "\(generator)")
      #expect(count == 1 || part.reduce(0) { $0 + $1.weight } <= limits.bytes, "\(generator)")
      all += part
    }
  }
}
