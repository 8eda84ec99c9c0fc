/// K of R1: from which end date on a node knows everything about a type, so that what it covers and
/// does not hold was deleted.
package struct KnownFrom: Hashable, Sendable {
  /// That of every type without an entry of its own; infinity is "unknown".
  package private(set) var others: Double
  /// The entries that differ from `others`.
  package private(set) var types: [ObjectType: Double]

  package init(others: Double, types: [ObjectType: Double] = [:]) {
    self.others = others
    self.types = types.filter { $0.value != others }
  }

  /// What a phone claims.
  package static let everything = Self(others: -.infinity)
  /// What a watch claims at first.
  package static let nothing = Self(others: .infinity)

  package subscript(type: ObjectType) -> Double {
    get { types[type] ?? others }
    set { types[type] = newValue == others ? nil : newValue }
  }

  /// Gives every type of a scope the same entry.
  package mutating func set(_ value: Double, for scope: TypeScope) {
    if scope.isExclusion {
      var kept: [ObjectType: Double] = [:]
      for type in scope.listed { kept[type] = self[type] }
      self = Self(others: value, types: kept)
    } else {
      for type in scope.listed { self[type] = value }
    }
  }

  /// The types of `scope` that are not known down to `floor`.
  package func unknown(above floor: Double, in scope: TypeScope) -> TypeScope {
    guard scope.isExclusion else { return .only(scope.listed.filter { self[$0] > floor }) }
    guard others > floor else {
      return .only(Set(types.keys.filter { scope.contains($0) && self[$0] > floor }))
    }
    let known = types.keys.filter { self[$0] <= floor }
    return TypeScope(isExclusion: true, listed: scope.listed.union(known))
  }

  /// Claims nothing any more of what ends before `floor` (R16).
  package mutating func raise(to floor: Double) {
    guard others < floor || types.values.contains(where: { $0 < floor }) else { return }
    self = Self(others: max(others, floor), types: types.mapValues { max($0, floor) })
  }
}
