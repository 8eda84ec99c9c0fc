internal import HealthModel
internal import SyncCore

// What can be read from both stores.
extension StoreContract {
  mutating func compare(_ store: inout some SyncStore & ~Copyable) throws {
    try expect(store.vector, equals: reference.vector, "the vector")
    try expect(store.floor, equals: reference.floor, "the floor")
    try expect(store.record, equals: reference.record, "the record")
    let all = reference.vector
    let some = try pick(from: all, oneIn: 2)
    for dots in [all, some] {
      try expect(
        try store.live(among: dots), equals: try reference.live(among: dots), "the live dots")
      try expect(
        try store.tombstones(among: dots), equals: try reference.tombstones(among: dots),
        "the tombstones")
      try expect(
        try store.ends(of: dots).map(DotEnd.init),
        equals: try reference.ends(of: dots).map(DotEnd.init),
        "the ends")
    }
    for type in Set(all.streams.keys.map(\.type)) {
      try expect(store.count(of: type), equals: reference.count(of: type), "the number of rows")
    }
    try compareLog(&store)
    let range = SharedRange(
      scope: roll(2) == 0 ? .all : .only([.stepCount]),
      floor: Double(roll(12) - 8) * Instant.secondsPerDay / 2)
    try comparePins(&store, range)
    try compareWalks(&store, range, leavingOut: some)
  }

  private mutating func compareLog(_ store: inout some SyncStore & ~Copyable) throws {
    try expect(
      try deaths(of: &store, atMost: 3), equals: try deaths(of: &reference, atMost: 1_000),
      "the deletions")
    let head = store.head
    try expect(head.incarnation, equals: store.incarnation(at: head.position), "the head's writer")
    for position in 1...max(1, head.position) where head.position > 0 {
      guard store.incarnation(at: position) != nil else {
        throw SimulationError(.misused, cannot: "find who wrote", "position \(position) of the log")
      }
    }
    guard store.incarnation(at: head.position + 1) == nil, store.incarnation(at: 0) == nil,
      store.horizon <= head.position
    else { throw SimulationError(.misused, cannot: "end the log", "at its head") }
  }

  /// All that the log tells, in parts of at most `limit`.
  private func deaths(
    of store: inout some SyncStore & ~Copyable, atMost limit: Int
  ) throws -> Set<Death> {
    var all: Set<Death> = []
    var position = store.horizon
    while true {
      let (runs, through) = try store.deletions(after: position, atMost: limit)
      var count = 0
      for run in runs {
        for row in 0..<run.count {
          let (incarnation, sequence) = run.dots[row]
          let dot = Dot(incarnation: incarnation, type: run.type, sequence: sequence)
          all.insert(Death(dot: dot, uuid: run.uuids[row], end: run.ends[row]))
          count += 1
        }
      }
      guard count <= limit, through.position >= position,
        through.incarnation == store.incarnation(at: through.position)
      else { throw SimulationError(.misused, cannot: "read the log in parts", "one does not fit") }
      if through == store.head { return all }
      guard through.position > position else {
        throw SimulationError(.misused, cannot: "read the log in parts", "it does not go on")
      }
      position = through.position
    }
  }

  private mutating func comparePins(
    _ store: inout some SyncStore & ~Copyable, _ range: SharedRange
  ) throws {
    let pin = try store.pin()
    let own = try reference.pin()
    try expect(
      try store.roots(range, in: pin), equals: try reference.roots(range, in: own), "the roots")
    let lists = try reference.lists(range, days: nil, in: own)
    try expect(try store.lists(range, days: nil, in: pin), equals: lists, "the lists")
    let days = lists.map(\.day).filter { _ in roll(2) == 0 }
    try expect(
      try store.lists(range, days: days, in: pin),
      equals: try reference.lists(range, days: days, in: own), "the lists of some days")
  }

  private mutating func compareWalks(
    _ store: inout some SyncStore & ~Copyable, _ range: SharedRange, leavingOut known: VersionVector
  ) throws {
    var knownFrom = KnownFrom(others: Double(roll(8) - 4) * Instant.secondsPerDay)
    knownFrom[.stepCount] = .infinity
    let selections: [RowSelection] = [
      .lacking(known), .before(knownFrom),
    ]
    let limits = SessionLimits(samples: 1 + roll(6), bytes: 1 << 20, credit: 1 << 20)
    let selection = selections[roll(selections.count)]
    let leftOut = roll(2) == 0 ? VersionVector() : try pick(from: reference.vector, oneIn: 4)
    let found = try rows(of: &store, range, selection, without: leftOut, limits)
    for (left, right) in zip(found, found.dropFirst()) where ordersRows && left.end < right.end {
      throw SimulationError(.misused, cannot: "walk over rows", "they are not newest first")
    }
    let unlimited = SessionLimits(samples: .max, bytes: .max, credit: .max)
    let wanted = try rows(of: &reference, range, selection, without: leftOut, unlimited)
    try expect(found.count, equals: wanted.count, "the number of rows of a walk")
    try expect(Set(found), equals: Set(wanted), "the rows of a walk")
  }

  private func rows(
    of store: inout some SyncStore & ~Copyable, _ range: SharedRange, _ selection: RowSelection,
    without known: VersionVector, _ limits: SessionLimits
  ) throws -> [WalkedRow] {
    var walk = try store.walk(range, selection)
    var all: [WalkedRow] = []
    while true {
      let runs = try store.next(&walk, without: known, atMost: limits)
      let count = runs.reduce(0) { $0 + $1.count }
      if count == 0 { return all }
      guard count <= limits.samples else {
        throw SimulationError(.misused, cannot: "walk over rows", "there are more than may be")
      }
      for run in runs {
        guard Set(run.uuids).count == run.count else {
          throw SimulationError(.misused, cannot: "walk over rows", "twins are in one run")
        }
        for row in 0..<run.count {
          let (incarnation, sequence) = run.dots[row]
          let dot = Dot(incarnation: incarnation, type: run.type, sequence: sequence)
          all.append(
            WalkedRow(
              dot: dot, uuid: run.uuids[row], end: run.ends[row], value: run.payload[row]))
        }
      }
    }
  }

  func expect<Value: Equatable>(_ found: Value, equals wanted: Value, _ name: String) throws {
    guard found != wanted else { return }
    throw SimulationError(.misused, cannot: "agree on \(name)", "\(found) is not \(wanted)")
  }
}

private struct DotEnd: Equatable {
  let dot: Dot
  let end: Double

  init(_ row: (dot: Dot, end: Double)) {
    dot = row.dot
    end = row.end
  }
}

private struct Death: Hashable {
  let dot: Dot
  let uuid: SampleUUID
  let end: Double
}

private struct WalkedRow: Hashable {
  let dot: Dot
  let uuid: SampleUUID
  let end: Double
  let value: Sample.Value
}
