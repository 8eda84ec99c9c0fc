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

  /// The root of all that is shared.
  mutating func root(of range: SharedRange) throws -> DayRoot {
    var total = DayRoot()
    for root in try roots(range, in: pin()).values { total.add(root) }
    return total
  }

  /// What a watch would claim if it knew everything down to its floor.
  var knownDownToFloor: KnownFrom {
    var known = KnownFrom.nothing
    known.set(floor, for: record.settings.scope)
    return known
  }
}
