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
    let place = place(of: range.lowerBound)
    return place < stretches.count && stretches[place].lowerBound <= range.upperBound
  }

  /// The longest range that has a quarter-hour, which is not in the set, and none that is.
  package func gap(around quarterHour: Int64) -> ClosedRange<Int64> {
    let place = place(of: quarterHour)
    let first = place > 0 ? stretches[place - 1].upperBound + 1 : .min
    return first...(place < stretches.count ? stretches[place].lowerBound - 1 : .max)
  }

  /// The instants of those of its quarter-hours that lie in `range`, in their order.
  package func instants(in range: ClosedRange<Int64>) -> [Range<Double>] {
    stretches[place(of: range.lowerBound)...].prefix { $0.lowerBound <= range.upperBound }.map {
      let stretch = $0.clamped(to: range)
      return Instant.startOfQuarterHour(
        stretch.lowerBound)..<Instant.startOfQuarterHour(stretch.upperBound + 1)
    }
  }

  /// The first stretch that does not end before a quarter-hour.
  private func place(of quarterHour: Int64) -> Int {
    var low = 0
    var high = stretches.count
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].upperBound >= quarterHour {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
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
