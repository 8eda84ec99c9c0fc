/// A set of quarter-hours since 1970, as few stretches.
package struct QuarterHours: Hashable, Sendable {
  /// Ascending, apart from each other and not adjacent.
  package private(set) var stretches: [ClosedRange<Int64>] = []

  package init() {}

  /// The quarter-hours of all the stretches, which come in any order.
  package init(_ stretches: [ClosedRange<Int64>]) {
    var sorted = stretches
    if !zip(sorted, sorted.dropFirst()).allSatisfy({ $0.lowerBound <= $1.lowerBound }) {
      sorted.sort { $0.lowerBound < $1.lowerBound }
    }
    for stretch in sorted { append(stretch) }
  }

  package var isEmpty: Bool { stretches.isEmpty }

  package func contains(_ quarterHour: Int64) -> Bool { overlaps(quarterHour...quarterHour) }

  /// Whether any quarter-hour of `range` is in the set.
  package func overlaps(_ range: ClosedRange<Int64>) -> Bool {
    var low = 0
    var high = stretches.count
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].upperBound >= range.lowerBound {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low < stretches.count && stretches[low].lowerBound <= range.upperBound
  }

  package mutating func formUnion(_ other: Self) {
    if other.isEmpty { return }
    self = isEmpty ? other : Self(stretches + other.stretches)
  }

  private mutating func append(_ stretch: ClosedRange<Int64>) {
    // A day that ends the permitted years is far from where numbers end.
    if let last = stretches.last, stretch.lowerBound <= last.upperBound &+ 1 {
      stretches[stretches.count - 1] =
        last.lowerBound...max(last.upperBound, stretch.upperBound)
    } else {
      stretches.append(stretch)
    }
  }
}
