internal import HealthModel

// Sums over what is shared.
extension SyncStore where Self: ~Copyable {
  /// What is told of the own vector: all but the dots whose columns cannot be read (R24).
  ///
  /// So whoever holds them sends them again (R4), keeps them (R15), and infers nothing from their absence
  /// in a list (R13).
  var presented: VersionVector {
    let damaged = damaged
    return damaged.isEmpty ? vector : vector.subtracting(damaged)
  }

  /// How many rows of a scope are live.
  func count(in scope: TypeScope) -> Int {
    var types: Set<ObjectType> = []
    for stream in vector.streams.keys where scope.contains(stream.type) {
      types.insert(stream.type)
    }
    var count = 0
    for type in types { count += self.count(of: type) }
    return count
  }

  /// The root of all that is shared, with a watch that takes `held` for dead.
  mutating func root(
    of range: SharedRange, without held: VersionVector = VersionVector()
  ) throws -> DayRoot {
    var total = DayRoot()
    for root in try roots(range, without: held).values { total.add(root) }
    return total
  }

  /// The root of each day, with a watch that takes `held` for dead.
  mutating func roots(
    _ range: SharedRange, without held: VersionVector
  ) throws -> [Int64: DayRoot] {
    var roots = try roots(range, in: pin())
    guard !held.isEmpty else { return roots }
    for (dot, end) in try ends(of: held) where range.scope.contains(dot.type) && end >= range.floor
    {
      var root = DayRoot()
      root.add(
        dot.sequence...dot.sequence,
        in: DotMixer(VersionVector.Stream(incarnation: dot.incarnation, type: dot.type)))
      let day = DayList.day(of: end)
      roots[day]?.subtract(root)
      if roots[day]?.count == 0 { roots[day] = nil }
    }
    return roots
  }

  /// All that is live on some days, or on all, but what a watch takes for dead.
  mutating func lists(
    _ range: SharedRange, days: [Int64]?, without held: VersionVector
  ) throws -> [DayList] {
    let lists = try lists(range, days: days, in: pin())
    guard !held.isEmpty else { return lists }
    return lists.map { DayList(day: $0.day, live: $0.live.subtracting(held)) }
      .filter { !$0.live.isEmpty }
  }

  /// What a watch would claim if it knew everything down to its floor.
  var knownDownToFloor: KnownFrom {
    var known = KnownFrom.nothing
    known.set(floor, for: record.settings.scope)
    return known
  }
}
