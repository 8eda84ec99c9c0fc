/// A set of numbers as ranges that ascend, are disjoint and never adjacent.
package struct Intervals: Hashable, Sendable {
  package private(set) var ranges: [ClosedRange<UInt64>] = []

  package init() {}

  package init(_ ranges: some Sequence<ClosedRange<UInt64>>) {
    for range in ranges { insert(range) }
  }

  /// Takes ranges as they are: ascending, disjoint and never adjacent.
  package init(sorted ranges: [ClosedRange<UInt64>]) {
    self.ranges = ranges
  }

  package var isEmpty: Bool { ranges.isEmpty }

  /// All the numbers, one by one: only of sets that are small.
  package var numbers: some Sequence<UInt64> { ranges.lazy.flatMap { $0 } }

  package func contains(_ number: UInt64) -> Bool {
    let place = firstPlace(endingFrom: number)
    return place < ranges.count && ranges[place].lowerBound <= number
  }

  package mutating func insert(_ number: UInt64) {
    insert(number...number)
  }

  package mutating func insert(_ range: ClosedRange<UInt64>) {
    // The first one that overlaps or touches the range, and the one after the last of them.
    let first = firstPlace(endingFrom: range.lowerBound == 0 ? 0 : range.lowerBound - 1)
    let most = range.upperBound == .max ? .max : range.upperBound + 1
    var last = first
    var joined = range
    while last < ranges.count, ranges[last].lowerBound <= most {
      joined =
        min(
          joined.lowerBound, ranges[last].lowerBound)...max(
          joined.upperBound, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: [joined])
  }

  package mutating func remove(_ range: ClosedRange<UInt64>) {
    let first = firstPlace(endingFrom: range.lowerBound)
    var last = first
    var left: [ClosedRange<UInt64>] = []
    while last < ranges.count, ranges[last].lowerBound <= range.upperBound {
      let old = ranges[last]
      if old.lowerBound < range.lowerBound { left.append(old.lowerBound...range.lowerBound - 1) }
      if old.upperBound > range.upperBound { left.append(range.upperBound + 1...old.upperBound) }
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: left)
  }

  package func union(_ other: Self) -> Self {
    var joined = self
    for range in other.ranges { joined.insert(range) }
    return joined
  }

  package func subtracting(_ other: Self) -> Self {
    var left = self
    for range in other.ranges { left.remove(range) }
    return left
  }

  /// The place of the first range that ends at the number or later.
  private func firstPlace(endingFrom number: UInt64) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
