extension NodeModel {
  /// Drops what is out of the window, as far as the phone's vector covers it. [SYNC-PRUNE-COVERED]
  package mutating func prune(receipt: Vector) {
    let floor = floor
    let scope = scope
    keep { sample in
      (sample.end >= floor && scope.contains(sample.type)) || !receipt.covers(sample.dot)
    }
  }

  /// Moves a watch's floor; whether it has to draw a new view. [SYNC-FLOOR-MOVES]
  package mutating func moveFloor(to new: Double) -> Bool {
    let isBack = new < floor
    if !isBack {
      known.others = max(known.others, new)
      for (type, from) in known.types { known.types[type] = max(from, new) }
    }
    floor = new
    return isBack
  }

  /// Takes a scope; the types that left or entered it are unknown from then on. [SYNC-SETTINGS-APPLY]
  package mutating func take(_ new: TypeScope, among types: Set<String>) {
    for type in types.union(new.types).union(scope.types)
    where new.contains(type) != scope.contains(type) {
      known.types[type] = .infinity
    }
    if new.isExclusion != scope.isExclusion { known.others = .infinity }
    scope = new
  }

  /// Gives the claim to some types up. [SYNC-BRAKE-REFUSE], [SYNC-DAMAGE-CLAIM]
  package mutating func giveUp(_ types: Set<String>) {
    guard role == .phone else {
      for type in types { known.types[type] = .infinity }
      return
    }
    let held = Vector(Array(rows.keys) + Array(tombstones.keys))
    for stream in vector.streams.keys where types.contains(stream.type) {
      vector[stream] = held[stream]
    }
  }
}
