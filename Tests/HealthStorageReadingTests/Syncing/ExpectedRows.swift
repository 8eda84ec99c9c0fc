internal import HealthModel
internal import SyncCore

/// A sample that is live, and its numbers.
struct ExpectedRow: Hashable {
  var sample: Sample
  var dot: Dot
  var position: Int64
}

/// What a store must hold after all that was done to it.
struct ExpectedRows {
  private(set) var live: [Dot: ExpectedRow] = [:]
  /// In the order of the log.
  private(set) var tombstones: [ExpectedRow] = []
  private(set) var lastNumbers: [VersionVector.Stream: UInt64] = [:]
  private(set) var head: Int64 = 0
  var horizon: Int64 = 0

  /// The live rows in the order in which they were saved.
  var rows: [ExpectedRow] { live.values.sorted { $0.position < $1.position } }

  var keptTombstones: [ExpectedRow] { tombstones.filter { $0.position > horizon } }

  mutating func save(_ run: SampleRun, as incarnation: Incarnation) {
    let stream = VersionVector.Stream(incarnation: incarnation, type: run.type)
    for row in 0..<run.count {
      let number = lastNumbers[stream, default: 0] + 1
      lastNumbers[stream] = number
      head += 1
      let dot = Dot(incarnation: incarnation, type: run.type, sequence: number)
      live[dot] = ExpectedRow(sample: run[row], dot: dot, position: head)
    }
  }

  /// Deletions are numbered by type, then by who had saved the samples, and then as these were.
  mutating func delete(_ victims: [ExpectedRow]) {
    let ordered = victims.sorted { left, right in
      (left.dot.type.identifier, left.sample.source.source.bundleIdentifier, left.position)
        < (right.dot.type.identifier, right.sample.source.source.bundleIdentifier, right.position)
    }
    for var victim in ordered {
      live[victim.dot] = nil
      head += 1
      victim.position = head
      tombstones.append(victim)
    }
  }

  mutating func prune(before: Double, under receipt: VersionVector, isNew: Bool) {
    live = live.filter { !($0.value.sample.end < before && receipt.covers($0.key)) }
    if isNew { head += 1 }
  }

  func live(_ isTaken: (ExpectedRow) -> Bool) -> [Dot: ExpectedRow] {
    live.filter { isTaken($0.value) }
  }

  /// What a walk must tell.
  func live(
    in range: SharedRange, _ selection: RowSelection, without known: VersionVector
  ) -> [Dot: ExpectedRow] {
    live { row in
      if known.covers(row.dot) { return false }
      let isInRange = range.scope.contains(row.dot.type) && row.sample.end >= range.floor
      switch selection {
      case .lacking(let vector): return isInRange && !vector.covers(row.dot)
      case .before(let known): return isInRange && row.sample.end < known[row.dot.type]
      }
    }
  }

  /// The live dots of each day.
  func days(in range: SharedRange) -> [Int64: VersionVector] {
    var days: [Int64: VersionVector] = [:]
    for row in live.values
    where range.scope.contains(row.dot.type) && row.sample.end >= range.floor {
      let day = Int64(((row.sample.end + 978_307_200) / 86_400).rounded(.down))
      days[day, default: VersionVector()].insert(row.dot)
    }
    return days
  }

  static func root(of vector: VersionVector) -> DayRoot {
    var root = DayRoot()
    for dot in vector.dots {
      root.add(
        dot.sequence...dot.sequence,
        in: DotMixer(VersionVector.Stream(incarnation: dot.incarnation, type: dot.type)))
    }
    return root
  }
}
