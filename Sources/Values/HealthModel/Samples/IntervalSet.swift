/// A set of numbers as disjoint, ascending, never adjacent intervals.
package struct IntervalSet: Hashable, Sendable {
  package private(set) var intervals: [ClosedRange<UInt64>] = []

  package init() {}

  package init(_ interval: ClosedRange<UInt64>) {
    intervals = [interval]
  }

  /// Intervals as they were stored; `nil` unless disjoint, ascending and never adjacent.
  package init?(stored intervals: [ClosedRange<UInt64>]) {
    for (left, right) in zip(intervals, intervals.dropFirst()) {
      guard left.upperBound < right.lowerBound, right.lowerBound - left.upperBound > 1 else {
        return nil
      }
    }
    self.intervals = intervals
  }

  package var isEmpty: Bool { intervals.isEmpty }

  /// How many numbers the set holds, at most `UInt64.max`.
  package var count: UInt64 {
    var total: UInt64 = 0
    for interval in intervals {
      let (size, overflow) = (interval.upperBound - interval.lowerBound)
        .addingReportingOverflow(1)
      let (sum, tooMany) = total.addingReportingOverflow(size)
      if overflow || tooMany { return .max }
      total = sum
    }
    return total
  }

  package var min: UInt64? { intervals.first?.lowerBound }
  package var max: UInt64? { intervals.last?.upperBound }

  package func contains(_ number: UInt64) -> Bool {
    let index = firstIndex(endingAtOrAfter: number)
    return index < intervals.count && intervals[index].lowerBound <= number
  }

  package func contains(_ interval: ClosedRange<UInt64>) -> Bool {
    let index = firstIndex(endingAtOrAfter: interval.lowerBound)
    return index < intervals.count && intervals[index].lowerBound <= interval.lowerBound
      && intervals[index].upperBound >= interval.upperBound
  }

  /// Whether any number of `interval` is in the set.
  package func overlaps(_ interval: ClosedRange<UInt64>) -> Bool {
    let index = firstIndex(endingAtOrAfter: interval.lowerBound)
    return index < intervals.count && intervals[index].lowerBound <= interval.upperBound
  }

  package mutating func insert(_ number: UInt64) { insert(number...number) }

  package mutating func insert(_ interval: ClosedRange<UInt64>) {
    var lower = interval.lowerBound
    var upper = interval.upperBound
    let first = firstIndex(endingAtOrAfter: lower == 0 ? 0 : lower - 1)
    var last = first
    while last < intervals.count,
      intervals[last].lowerBound <= (upper == .max ? upper : upper + 1)
    {
      lower = Swift.min(lower, intervals[last].lowerBound)
      upper = Swift.max(upper, intervals[last].upperBound)
      last += 1
    }
    intervals.replaceSubrange(first..<last, with: CollectionOfOne(lower...upper))
  }

  package mutating func remove(_ interval: ClosedRange<UInt64>) {
    let first = firstIndex(endingAtOrAfter: interval.lowerBound)
    var last = first
    var kept: [ClosedRange<UInt64>] = []
    while last < intervals.count, intervals[last].lowerBound <= interval.upperBound {
      let old = intervals[last]
      if old.lowerBound < interval.lowerBound {
        kept.append(old.lowerBound...(interval.lowerBound - 1))
      }
      if old.upperBound > interval.upperBound {
        kept.append((interval.upperBound + 1)...old.upperBound)
      }
      last += 1
    }
    intervals.replaceSubrange(first..<last, with: kept)
  }

  package mutating func formUnion(_ other: Self) {
    if intervals.isEmpty {
      self = other
    } else if other.intervals.count <= Self.fewIntervals {
      for interval in other.intervals { insert(interval) }
    } else {
      merge(other)
    }
  }

  package mutating func subtract(_ other: Self) {
    guard other.intervals.count > Self.fewIntervals else {
      for interval in other.intervals { remove(interval) }
      return
    }
    // What lies between the intervals of the other is kept.
    var gaps = Self()
    gaps.intervals.reserveCapacity(other.intervals.count + 1)
    var next: UInt64? = 0
    for interval in other.intervals {
      if let first = next, first < interval.lowerBound {
        gaps.intervals.append(first...(interval.lowerBound - 1))
      }
      next = interval.upperBound == .max ? nil : interval.upperBound + 1
    }
    if let next { gaps.intervals.append(next...UInt64.max) }
    self = intersection(gaps)
  }

  /// Up to so many intervals go in or out one by one; more are merged in one pass.
  private static var fewIntervals: Int { 8 }

  private mutating func merge(_ other: Self) {
    var merged: [ClosedRange<UInt64>] = []
    merged.reserveCapacity(intervals.count + other.intervals.count)
    var left = 0
    var right = 0
    while left < intervals.count || right < other.intervals.count {
      let takesLeft =
        right == other.intervals.count
        || left < intervals.count
          && intervals[left].lowerBound <= other.intervals[right].lowerBound
      let next = takesLeft ? intervals[left] : other.intervals[right]
      if takesLeft { left += 1 } else { right += 1 }
      if let last = merged.last,
        last.upperBound == .max || next.lowerBound <= last.upperBound + 1
      {
        merged[merged.count - 1] = last.lowerBound...Swift.max(last.upperBound, next.upperBound)
      } else {
        merged.append(next)
      }
    }
    intervals = merged
  }

  package func union(_ other: Self) -> Self {
    var result = self
    result.formUnion(other)
    return result
  }

  package func subtracting(_ other: Self) -> Self {
    var result = self
    result.subtract(other)
    return result
  }

  package func intersection(_ other: Self) -> Self {
    var result = Self()
    var left = 0
    var right = 0
    while left < intervals.count, right < other.intervals.count {
      let lower = Swift.max(intervals[left].lowerBound, other.intervals[right].lowerBound)
      let upper = Swift.min(intervals[left].upperBound, other.intervals[right].upperBound)
      if lower <= upper { result.intervals.append(lower...upper) }
      if intervals[left].upperBound < other.intervals[right].upperBound {
        left += 1
      } else {
        right += 1
      }
    }
    return result
  }

  package func isSuperset(of other: Self) -> Bool {
    other.intervals.allSatisfy { contains($0) }
  }

  private func firstIndex(endingAtOrAfter number: UInt64) -> Int {
    var low = 0
    var high = intervals.count
    while low < high {
      let middle = (low + high) / 2
      if intervals[middle].upperBound >= number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
