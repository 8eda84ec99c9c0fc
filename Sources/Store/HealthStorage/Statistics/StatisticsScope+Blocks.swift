internal import HealthModel

extension StatisticsScope {
  /// The blocks with bounds that `isWanted` holds for, and with rows that may match.
  func blocks(
    where isWanted: (SegmentDirectory.Block) -> Bool
  ) -> [SegmentDirectory.Block] {
    var found: [SegmentDirectory.Block] = []
    for segment in state.segments where segment.mayHold(box) && isWanted(segment.bounds) {
      for block in segment.directory.blocks where isWanted(block) && mayMatch(block) {
        found.append(block)
      }
    }
    return found
  }

  /// From the earliest start to the latest end; from infinity to itself where there is nothing.
  var bounds: ClosedRange<Double> {
    let low = state.segments.reduce(.infinity) { min($0, $1.minStart) }
    return low...state.segments.reduce(low) { max($0, $1.maxEnd) }
  }

  /// From where there may be anything in the buckets to the last start.
  func starts(in buckets: Buckets) -> Range<Double> {
    let first = max(buckets.start, bounds.lowerBound)
    return first..<max(first, bounds(of: buckets.start..<buckets.end).high)
  }

  /// The part of `range` in which anything starts; the wrong way round where nothing does.
  func bounds(of range: Range<Double>) -> (low: Double, high: Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for segment in state.segments
    where segment.minStart < range.upperBound && segment.maxStart >= range.lowerBound {
      low = min(low, segment.minStart)
      high = max(high, segment.maxStart)
    }
    return (max(low, range.lowerBound), min(high.nextUp, range.upperBound))
  }

  /// About how many rows start in `range`, if they lie evenly in their blocks.
  func rowsExpected(in range: Range<Double>) -> Double {
    var rows = 0.0
    for segment in state.segments
    where segment.minStart < range.upperBound && segment.maxStart >= range.lowerBound {
      for block in segment.directory.blocks
      where block.minStart < range.upperBound && block.maxStart >= range.lowerBound {
        let length = block.maxStart - block.minStart
        let common = min(range.upperBound, block.maxStart) - max(range.lowerBound, block.minStart)
        rows += Double(block.count) * (length > 0 ? common / length : 1)
      }
    }
    return rows
  }

  /// As many quarter-hours from the first on as have at most so many entries in headers, and at least one.
  func quarterHours(
    from first: Int64, through last: Int64, withEntries most: Int
  ) -> ClosedRange<Int64> {
    var end = max(first, last)
    while end > first, entries(in: first...end, atMost: most) > most {
      end = first + (end - first) / 2
    }
    return first...end
  }

  /// No less than the entries of headers that begin in the range; not much more than `bound` is counted.
  private func entries(in range: ClosedRange<Int64>, atMost bound: Int) -> Int {
    var count = 0
    for segment in state.segments where count <= bound {
      let all =
        Instant.quarterHour(of: segment.minStart)...Instant.quarterHour(of: segment.maxStart)
      guard all.overlaps(range) else { continue }
      let sources = segment.directory.sources.count
      let hours = all.clamped(to: range)
      let wide = min(segment.count, (Int(hours.upperBound - hours.lowerBound) + 1) * sources)
      if wide <= bound / 16 || all == hours {
        count += wide
        continue
      }
      for block in segment.directory.blocks where block.quarterHours.overlaps(range) {
        let hours = block.quarterHours.clamped(to: range)
        count += min(block.count, (Int(hours.upperBound - hours.lowerBound) + 1) * sources)
      }
    }
    return count
  }
}

extension Segment {
  /// The bounds of all its blocks together.
  fileprivate var bounds: SegmentDirectory.Block {
    SegmentDirectory.Block(
      id: 0, count: count, firstPosition: firstPosition, lastPosition: lastPosition,
      minStart: minStart, maxStart: maxStart, minEnd: minEnd, maxEnd: maxEnd,
      foreignUUIDs: foreignUUIDs)
  }
}
