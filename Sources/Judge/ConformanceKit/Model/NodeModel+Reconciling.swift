package import ConformanceWire

extension NodeModel {
  /// What a peer says of itself in a reconciliation.
  package struct Claim: Hashable, Sendable {
    package var vector: Vector
    package var known: KnownFrom
    package var scope: TypeScope
    package var floor: Double

    package init(vector: Vector, known: KnownFrom, scope: TypeScope, floor: Double) {
      self.vector = vector
      self.known = known
      self.scope = scope
      self.floor = floor
    }

    /// Reads a claim whose vector is told whole, or by one that the receiver has.
    package init(_ value: Value, having bases: [Vector] = []) throws(ModelError) {
      vector = try Vector(news: value["vector"], having: bases)
      known = try KnownFrom(value["known"])
      scope = try TypeScope(value["scope"])
      floor = value["floor"].real
    }

    /// As a Claim, without a head.
    package var value: Value {
      [
        "vector": vector.whole, "known": known.value, "scope": scope.value,
        "floor": .double(floor),
      ]
    }
  }

  /// Which own rows a peer's lists show to be deleted there. [SYNC-RECONCILE-JUDGE]
  ///
  /// The lists are those of all parts together.
  package func missing(from lists: [DayLists], claim: Claim) -> Set<Dot> {
    var live = Vector()
    var listed: Set<Int64>? = []
    for part in lists {
      for vector in part.days.values { live = live.union(vector) }
      if let selection = part.selection { listed?.formUnion(selection) } else { listed = nil }
    }
    return Set(
      rows.values.filter { sample in
        claim.vector.covers(sample.dot) && claim.scope.contains(sample.type)
          && sample.end >= claim.floor && sample.end >= claim.known[sample.type]
          && (listed?.contains(sample.day) ?? true) && !live.covers(sample.dot)
      }.map(\.dot))
  }

  /// Whether so many of a type may not go by inference alone. [SYNC-BRAKE-STOP]
  package func brakes(_ dots: Set<Dot>) -> Bool {
    let going = Dictionary(grouping: dots, by: \.type)
    let here = Dictionary(grouping: rows.keys, by: \.type)
    return going.contains { type, dots in
      dots.count > max(100, (here[type]?.count ?? 0) / 100)
    }
  }

  /// Applies a peer's reconciliation; `false` where the brake stops it and nothing of it counts.
  package mutating func reconcile(
    claim: Claim, tombstones: [Death], lists: [DayLists]
  ) -> Bool {
    var next = self
    for death in tombstones { next.receive(death) }
    let missing = next.missing(from: lists, claim: claim)
    guard !next.brakes(missing) else { return false }
    for dot in missing { next.delete(dot) }
    self = next
    return true
  }
}
