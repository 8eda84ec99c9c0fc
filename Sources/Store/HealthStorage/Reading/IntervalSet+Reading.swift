internal import HealthModel

extension IntervalSet {
  /// What is in both sets, for which only the stretch that they share is gone through.
  func common(with other: Self) -> Self {
    guard let first = min, let otherFirst = other.min, let last = max, let otherLast = other.max
    else { return Self() }
    let (low, high) = (Swift.max(first, otherFirst), Swift.min(last, otherLast))
    guard low <= high else { return Self() }
    var left = index(endingFrom: low)
    var right = other.index(endingFrom: low)
    var found: [ClosedRange<UInt64>] = []
    while left < intervals.count, right < other.intervals.count {
      let (mine, theirs) = (intervals[left], other.intervals[right])
      let lower = Swift.max(mine.lowerBound, theirs.lowerBound)
      let upper = Swift.min(mine.upperBound, theirs.upperBound)
      if lower > high { break }
      if lower <= upper { found.append(lower...upper) }
      if mine.upperBound < theirs.upperBound { left += 1 } else { right += 1 }
    }
    // No two of them are adjacent, because no two of either set are.
    return Self(stored: found) ?? Self()
  }

  /// Whether any number is in both sets.
  func meets(_ other: Self) -> Bool {
    let (few, many) = intervals.count <= other.intervals.count ? (self, other) : (other, self)
    return few.intervals.contains { many.overlaps($0) }
  }

  private func index(endingFrom number: UInt64) -> Int {
    var low = 0
    var high = intervals.count
    while low < high {
      let middle = (low + high) / 2
      if intervals[middle].upperBound >= number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
