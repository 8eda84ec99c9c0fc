internal import HealthModel

extension ReadTables {
  /// All live dots of the given days, or of all, within the range; damaged dots are left out.
  mutating func lists(
    _ range: SharedRange, days: [Int64]?, in state: StoreState
  ) throws -> [DayList] {
    let wanted = days.map(WantedDays.init)
    if let wanted, wanted.isEmpty { return [] }
    var live: [Int64: VersionVector] = [:]
    for (type, typeState) in state.types where range.scope.contains(type) {
      for segment in typeState.segments
      where segment.maxEnd >= range.floor && wanted?.meets(segment) ?? true {
        for (index, block) in segment.directory.blocks.enumerated()
        where wanted?.meets(block.minEnd, block.maxEnd) ?? true {
          let dead = typeState.dead[block.id]
          _ = try forEachStretch(of: index, in: segment, .live, dead: dead, from: range.floor) {
            guard wanted?.contains($0.day) ?? true else { return }
            live[$0.day, default: VersionVector()].cover(
              $0.interval, in: VersionVector.Stream(incarnation: $0.incarnation, type: type))
          }
        }
      }
    }
    try forEachAlias(range, in: state) { alias, end in
      let day = DayList.day(of: end)
      if wanted?.contains(day) ?? true { live[day, default: VersionVector()].insert(alias) }
    }
    return live.sorted { $0.key < $1.key }.map { DayList(day: $0.key, live: $0.value) }
  }
}

/// Days that somebody asks for.
private struct WantedDays {
  private let days: [Int64]

  init(_ days: [Int64]) {
    self.days = days.sorted()
  }

  var isEmpty: Bool { days.isEmpty }

  func contains(_ day: Int64) -> Bool {
    let index = first(from: day)
    return index < days.count && days[index] == day
  }

  func meets(_ segment: Segment) -> Bool { meets(segment.minEnd, segment.maxEnd) }

  /// Whether one of them lies between two ends.
  func meets(_ minEnd: Double, _ maxEnd: Double) -> Bool {
    let index = first(from: DayList.day(of: minEnd))
    return index < days.count && days[index] <= DayList.day(of: maxEnd)
  }

  private func first(from day: Int64) -> Int {
    var low = 0
    var high = days.count
    while low < high {
      let middle = (low + high) / 2
      if days[middle] >= day { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
