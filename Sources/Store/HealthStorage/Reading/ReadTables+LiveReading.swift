internal import HealthModel

extension ReadTables {
  /// Those of the dots that are live in the state: what headers name, less the rows out of sight.
  mutating func live(
    among dots: VersionVector, in state: StoreState, committed: StoreState
  ) throws -> VersionVector {
    var live = VersionVector()
    for (stream, wanted) in dots.streams {
      guard let type = state.types[stream.type] else { continue }
      var found = IntervalSet()
      for segment in type.segments {
        guard let all = segment.directory.live[stream.incarnation] else { continue }
        var common = all.common(with: wanted)
        if common.isEmpty { continue }
        if !type.dead.isEmpty,
          try !removeDead(of: segment, type, of: stream.incarnation, from: &common)
        {
          // Nobody can say which rows of a damaged block are out of sight; tombstones tell of most.
          var asked = VersionVector()
          asked[stream] = common
          common.subtract(
            try tombstones(among: asked, in: state, committed: committed)[stream])
        }
        found.formUnion(common)
      }
      live[stream] = found
    }
    // An alias is as live as the row that it shares.
    for span in state.aliases.among(dots) { live.cover(span.sequences, in: span.stream) }
    return live
  }

  /// Takes the dots of rows out of sight away; returns whether all of them could be read.
  private mutating func removeDead(
    of segment: Segment, _ type: TypeState, of incarnation: Incarnation,
    from live: inout IntervalSet
  ) throws -> Bool {
    var isComplete = true
    for (index, block) in segment.directory.blocks.enumerated() {
      guard let dead = type.dead[block.id] else { continue }
      guard let dots = try dots(of: index, in: segment) else {
        isComplete = false
        continue
      }
      for span in dots.selecting(dead).spans where span.incarnation == incarnation {
        live.remove(span.interval)
      }
    }
    return isComplete
  }

  /// When the live rows among the dots end, type by type; rows of damaged blocks are left out.
  mutating func ends(
    of dots: VersionVector, in state: StoreState
  ) throws -> [(dot: Dot, end: Double)] {
    var found: [(dot: Dot, end: Double)] = []
    try forEachEnd(of: dots, from: -.infinity, in: state) { found.append(($0, $1)) }
    try forEachEnd(of: state.aliases.among(dots), from: -.infinity, in: state) {
      found.append(($0, $1))
    }
    return found.sorted { ($0.dot.type, $0.dot) < ($1.dot.type, $1.dot) }
  }

  /// Calls `body` with the aliases and when the rows end that they share; most of what ends before the floor
  /// is left out.
  mutating func forEachEnd(
    of aliases: [Aliases.Span], from floor: Double, in state: StoreState,
    _ body: (Dot, Double) -> Void
  ) throws {
    guard !aliases.isEmpty else { return }
    var hosts = VersionVector()
    for span in aliases { hosts.cover(span.hosts, in: span.host) }
    var ends: [Dot: Double] = [:]
    try forEachEnd(of: hosts, from: floor, in: state) { ends[$0] = $1 }
    for span in aliases {
      for (alias, host) in span.pairs {
        if let end = ends[host] { body(alias, end) }
      }
    }
  }

  /// Calls `body` with the live rows with these dots, as their dots and ends; rows of damaged blocks are left
  /// out, and so are blocks that end before the floor.
  mutating func forEachEnd(
    of dots: VersionVector, from floor: Double, in state: StoreState, _ body: (Dot, Double) -> Void
  ) throws {
    for type in Set(dots.streams.keys.map(\.type)).sorted() {
      guard let typeState = state.types[type] else { continue }
      let wanted = WantedDots(dots, of: type)
      for segment in typeState.segments
      where segment.maxEnd >= floor && wanted.meets(segment.directory.live) {
        for (index, block) in segment.directory.blocks.enumerated() where block.maxEnd >= floor {
          guard let column = try self.dots(of: index, in: segment), wanted.meets(column),
            let (column, ends) = try dotsAndEnds(of: index, in: segment)
          else { continue }
          let dead = typeState.dead[block.id]
          var row = 0
          for span in column.spans {
            for sequence in span.interval {
              if wanted.contains(sequence, of: span.incarnation),
                !(dead?.contains(UInt64(row)) ?? false)
              {
                body(
                  Dot(incarnation: span.incarnation, type: type, sequence: sequence), ends[row])
              }
              row += 1
            }
          }
        }
      }
    }
  }
}

/// The dots of one type that are looked for, by incarnation.
struct WantedDots {
  /// Ascending: a store has few incarnations, and is asked for those of each of its segments.
  private var intervals: [(incarnation: Incarnation, numbers: IntervalSet)] = []

  init(_ dots: VersionVector, of type: ObjectType) {
    for (stream, numbers) in dots.streams where stream.type == type {
      intervals.append((stream.incarnation, numbers))
    }
    if intervals.count > 1 { intervals.sort { $0.incarnation < $1.incarnation } }
  }

  var isEmpty: Bool { intervals.isEmpty }

  /// What is wanted of an incarnation.
  private func numbers(of incarnation: Incarnation) -> IntervalSet? {
    var (low, high) = (0, intervals.count)
    while low < high {
      let middle = (low + high) / 2
      if intervals[middle].incarnation < incarnation { low = middle + 1 } else { high = middle }
    }
    guard low < intervals.count, intervals[low].incarnation == incarnation else { return nil }
    return intervals[low].numbers
  }

  func contains(_ sequence: UInt64, of incarnation: Incarnation) -> Bool {
    numbers(of: incarnation)?.contains(sequence) ?? false
  }

  /// Whether any of a segment's dots is among them.
  func meets(_ live: [Incarnation: IntervalSet]) -> Bool {
    if isEmpty { return false }
    return live.contains { incarnation, numbers in
      self.numbers(of: incarnation).map { $0.meets(numbers) } ?? false
    }
  }

  /// Whether all of a segment's dots are among them.
  func covers(_ live: [Incarnation: IntervalSet]) -> Bool {
    live.allSatisfy { incarnation, numbers in
      self.numbers(of: incarnation).map { $0.isSuperset(of: numbers) } ?? false
    }
  }

  /// Whether any of a block's dots is among them.
  func meets(_ column: DotColumn) -> Bool {
    if isEmpty { return false }
    return column.spans.contains { span in
      numbers(of: span.incarnation).map { $0.overlaps(span.interval) } ?? false
    }
  }

  /// Whether all of a block's dots are among them.
  func covers(_ column: DotColumn) -> Bool {
    column.spans.allSatisfy { span in
      numbers(of: span.incarnation).map { $0.contains(span.interval) } ?? false
    }
  }
}

extension DotColumn {
  /// The dots of the rows in the set.
  func selecting(_ rows: IntervalSet) -> Self {
    var result = Self()
    for interval in rows.intervals where interval.lowerBound < UInt64(count) {
      let last = min(Int(clamping: interval.upperBound), count - 1)
      result.append(self, rows: Int(interval.lowerBound)..<(last + 1))
    }
    return result
  }
}
