internal import HealthModel

/// Consecutive dots of one incarnation that end on one UTC day.
struct DayStretch {
  var day: Int64
  var incarnation: Incarnation
  var interval: ClosedRange<UInt64>
}

/// Which days lie within a range: whole from one day on, and of the day before only what ends at the
/// floor or later.
struct DayFloor {
  let floor: Double
  /// The first day that lies within as a whole.
  let firstWhole: Int64
  /// The day that the floor cuts.
  let partial: Int64?

  init(_ floor: Double) {
    self.floor = floor
    guard floor > Instant.permitted.lowerBound else {
      firstWhole = .min
      partial = nil
      return
    }
    guard floor < Instant.permitted.upperBound else {
      firstWhole = .max
      partial = nil
      return
    }
    let day = DayList.day(of: floor)
    let isCut = DayList.start(of: day) < floor
    firstWhole = isCut ? day + 1 : day
    partial = isCut ? day : nil
  }
}

/// Which rows of a block are looked at.
enum BlockRows {
  case all
  case live
  case dead
}

extension ReadTables {
  /// Calls `body` with the rows of a block that end at `floor` or later, as stretches; returns whether
  /// they could be read.
  mutating func forEachStretch(
    of index: Int, in segment: Segment, _ rows: BlockRows, dead: IntervalSet?, from floor: Double,
    _ body: (DayStretch) -> Void
  ) throws -> Bool {
    let block = segment.directory.blocks[index]
    if rows == .dead, dead == nil { return true }
    guard block.maxEnd >= floor else { return true }
    let day = DayList.day(of: block.minEnd)
    if block.minEnd >= floor, day == DayList.day(of: block.maxEnd) {
      guard let dots = try dots(of: index, in: segment) else { return false }
      for span in dots.rows(rows, dead: dead).spans {
        body(DayStretch(day: day, incarnation: span.incarnation, interval: span.interval))
      }
      return true
    }
    guard let (dots, ends) = try dotsAndEnds(of: index, in: segment) else { return false }
    var isTaken = Selection(repeating: rows != .dead, count: block.count)
    if let dead, rows != .all { isTaken.set(dead, rows == .dead) }
    dots.forEachStretch(ending: ends, from: floor, isTaken.flags, body)
    return true
  }
}

extension DotColumn {
  /// The dots of those rows.
  fileprivate func rows(_ rows: BlockRows, dead: IntervalSet?) -> Self {
    guard let dead, rows != .all else { return self }
    return selecting(rows == .dead ? dead : IntervalSet(0...UInt64(count - 1)).subtracting(dead))
  }

  fileprivate func forEachStretch(
    ending ends: [Double], from floor: Double, _ isTaken: [Bool], _ body: (DayStretch) -> Void
  ) {
    var start = 0
    for span in spans {
      let end = start + span.count
      var row = start
      while row < end {
        guard isTaken[row], ends[row] >= floor else {
          row += 1
          continue
        }
        let first = row
        let day = DayList.day(of: ends[row])
        let from = max(floor, DayList.start(of: day))
        let to = DayList.start(of: day + 1)
        repeat { row += 1 } while row < end && isTaken[row] && ends[row] >= from && ends[row] < to
        let sequence = span.first + UInt64(first - start)
        body(
          DayStretch(
            day: day, incarnation: span.incarnation,
            interval: sequence...(sequence + UInt64(row - first) - 1)))
      }
      start = end
    }
  }
}

extension Selection {
  /// Sets the flags of the rows in a set.
  mutating func set(_ rows: IntervalSet, _ flag: Bool) {
    for interval in rows.intervals where interval.lowerBound < UInt64(flags.count) {
      let last = min(Int(clamping: interval.upperBound), flags.count - 1)
      set(Int(interval.lowerBound)..<(last + 1), flag)
    }
  }
}
