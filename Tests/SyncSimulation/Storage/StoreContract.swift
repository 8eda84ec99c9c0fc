package import HealthModel
package import SyncCore
internal import TestSupport

/// Checks that a store keeps the contract of `SyncStore`: a seeded sequence of calls on it and on a
/// `MemoryStore`, and after each of them all that can be read from both.
package struct StoreContract {
  /// The seed, for the message of a test that fails.
  package let seed: UInt64
  private let types: [ObjectType]
  private let hasTwins: Bool
  /// Whether walks go by the ends of rows, and not only by the latest of several.
  let ordersRows: Bool
  private var generator: SeededGenerator
  var reference: MemoryStore
  private var counter: UInt64 = 0
  private var sequences: [VersionVector.Stream: UInt64] = [:]
  private let incarnations: [Incarnation]

  /// A sequence of calls yet to be made.
  ///
  /// - Parameters:
  ///   - seed: What decides over it.
  ///   - types: Types of quantities that are counted.
  ///   - hasTwins: Whether one UUID may come under two dots.
  ///   - ordersRows: Whether walks go by the ends of rows; a store of blocks goes by the latest of each.
  package init(
    seed: UInt64, types: [ObjectType] = [.stepCount, .flightsClimbed], hasTwins: Bool = true,
    ordersRows: Bool = true
  ) {
    self.seed = seed
    self.types = types
    self.hasTwins = hasTwins
    self.ordersRows = ordersRows
    var generator = SeededGenerator(seed: seed)
    incarnations = (0..<3).map { _ in Incarnation(rawValue: generator.next() >> 1 | 1) }
    reference = MemoryStore(
      role: .watch, beginning: Incarnation(rawValue: generator.next() >> 1 | 1))
    self.generator = generator
  }

  /// Makes `steps` calls on `store`, which is empty, and throws at the first difference.
  ///
  /// - Throws: `SimulationError` that says what differs, or what the store throws.
  package mutating func check(_ store: inout some SyncStore & ~Copyable, steps: Int) throws {
    store.record = reference.record
    try store.setFloor(reference.floor)
    // What is empty is rolled back to.
    try store.commit()
    try reference.commit()
    for step in 0..<steps {
      let name = try act(on: &store)
      do {
        try compare(&store)
      } catch let error as SimulationError {
        throw SimulationError(error.code, cannot: "\(name) in step \(step)", "\(error)")
      }
    }
  }

  private mutating func act(on store: inout some SyncStore & ~Copyable) throws -> String {
    switch roll(20) {
    case 0...6: return try insert(into: &store)
    case 7, 8: return try buryRun(in: &store)
    case 9, 10:
      let dots = try pick(from: live(), oneIn: 4)
      let now = Double(roll(1_000))
      try store.bury(dots, at: now)
      try reference.bury(dots, at: now)
      return "bury live dots"
    case 11:
      var dots = VersionVector()
      for _ in 0...roll(3) { dots.insert(freshDot()) }
      try store.cover(dots)
      try reference.cover(dots)
      return "cover dots"
    case 12: return try uncover(in: &store)
    case 13: return try prune(&store)
    case 14:
      let floor = Double(roll(10) - 5) * Instant.secondsPerDay
      try store.setFloor(floor)
      try reference.setFloor(floor)
      return "move the floor"
    case 15: return try dropTombstones(of: &store)
    case 16:
      store.rollBack()
      reference.rollBack()
      return "roll back"
    case 17:
      store.record.ordinal += 1
      reference.record.ordinal += 1
      return "change the record"
    default:
      try store.commit()
      try reference.commit()
      return "commit"
    }
  }

  private mutating func insert(into store: inout some SyncStore & ~Copyable) throws -> String {
    let type = types[roll(types.count)]
    var run = SampleRun(
      empty: type, like: .quantity(values: [], units: DictionaryColumn()))
    var dots = DotColumn()
    let known = MemoryStore.objects(of: reference, type)
    for _ in 0...roll(5) {
      let dot = freshDot(of: type)
      dots.append(DotColumn.Span(incarnation: dot.incarnation, first: dot.sequence, count: 1))
      counter += 1
      var uuid = SampleUUID(base: 7, counter: counter)
      var end = Double(roll(40) - 20) * Instant.secondsPerDay / 4
      // One object, whoever saved it: its type and its end are the same.
      if hasTwins, roll(4) == 0, !known.isEmpty { (uuid, end) = known[roll(known.count)] }
      run.append(
        Sample(
          uuid: uuid, type: type, start: end, end: end,
          value: .quantity(Quantity(Double(uuid.counter), MemoryStore.unit)),
          source: MemoryStore.source, device: nil, metadata: [:]))
    }
    run.number(dots: dots, positions: CounterColumn(from: 1, count: run.count))
    run.dropPositions()
    let dead = try store.insert(run)
    try expect(dead, equals: try reference.insert(run), "the dots of dead UUIDs")
    if !dead.isEmpty {
      var deaths = DeletionRun(empty: type)
      deaths.append(run.selecting(run.dots.rows(of: type, in: dead)), positionedFrom: 1)
      try store.bury(deaths, at: 0)
      try reference.bury(deaths, at: 0)
    }
    return "insert rows"
  }

  private mutating func buryRun(in store: inout some SyncStore & ~Copyable) throws -> String {
    let type = types[roll(types.count)]
    var uuids: [SampleUUID] = []
    var dots = DotColumn()
    let alive = try pick(from: live(), oneIn: 3).restricted(to: .only([type])).dots
    for dot in alive + [freshDot(of: type)] {
      dots.append(DotColumn.Span(incarnation: dot.incarnation, first: dot.sequence, count: 1))
      counter += 1
      uuids.append(SampleUUID(base: 7, counter: counter))
    }
    let ends = uuids.map { _ in Double(roll(40) - 20) * Instant.secondsPerDay }
    let run = DeletionRun(
      type: type, uuids: uuids, ends: ends,
      sources: DictionaryColumn(repeating: MemoryStore.source.source, count: uuids.count),
      dots: dots)
    guard let run else { preconditionFailure("columns of one length fit each other") }
    let now = Double(roll(1_000))
    try store.bury(run, at: now)
    try reference.bury(run, at: now)
    return "bury a run"
  }

  private mutating func uncover(in store: inout some SyncStore & ~Copyable) throws -> String {
    var dots = try pick(from: reference.vector, oneIn: 3)
    dots.subtract(try reference.live(among: dots))
    dots.subtract(try reference.tombstones(among: dots))
    try store.uncover(dots)
    try reference.uncover(dots)
    return "uncover dots"
  }

  private mutating func prune(_ store: inout some SyncStore & ~Copyable) throws -> String {
    let scope: TypeScope = roll(2) == 0 ? .all : .only([types[roll(types.count)]])
    let range = SharedRange(scope: scope, floor: Double(roll(20) - 10) * Instant.secondsPerDay)
    let receipt = try pick(from: reference.vector, oneIn: 2)
    try store.prune(outside: range, under: receipt)
    try reference.prune(outside: range, under: receipt)
    return "prune"
  }

  private mutating func dropTombstones(
    of store: inout some SyncStore & ~Copyable
  ) throws -> String {
    let limit = 1 + roll(4)
    // The log positions of two stores differ; what is behind so many deletions does not. A commit puts
    // several tombstones of one call in any order, so all of them go, or none.
    guard try store.deletions(after: 0, atMost: limit).through == store.head else {
      return "drop nothing"
    }
    try store.dropTombstones(through: store.head.position)
    try reference.dropTombstones(through: reference.head.position)
    guard store.horizon == store.head.position else {
      throw SimulationError(.misused, cannot: "drop tombstones", "the horizon stays behind")
    }
    return "drop tombstones"
  }

  // Chance.

  mutating func roll(_ sides: Int) -> Int {
    Int(generator.next() % UInt64(max(1, sides)))
  }

  private func live() throws -> VersionVector {
    var copy = reference
    return try copy.live(among: reference.vector)
  }

  mutating func pick(from dots: VersionVector, oneIn sides: Int) throws -> VersionVector {
    var picked = VersionVector()
    for dot in dots.dots where roll(sides) == 0 { picked.insert(dot) }
    return picked
  }

  private mutating func freshDot(of type: ObjectType? = nil) -> Dot {
    let stream = VersionVector.Stream(
      incarnation: incarnations[roll(incarnations.count)], type: type ?? types[roll(types.count)])
    // Some numbers are left out, so that vectors have holes.
    let sequence = sequences[stream, default: 0] + (roll(3) == 0 ? 2 : 1)
    sequences[stream] = sequence
    return Dot(incarnation: stream.incarnation, type: stream.type, sequence: sequence)
  }
}
