/// The time within one window that sources cover, as stretches that are apart from each other.
struct CoveredTime: Sendable {
  private(set) var starts: [Double] = []
  private(set) var ends: [Double] = []
  /// For each stretch how long those before it are together, once that was asked for.
  private var lengths: [ExactSum] = []

  /// Stretches that are gone through one by one; where there are more, sums over them are quicker.
  private static let mostSteps = 16

  init() {}

  /// No stretch yet, but memory for so many.
  private init(reserving count: Int) {
    starts.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  /// What samples cover before `end`, and what was covered before they start.
  init(by rows: MergeRows, and first: Range<Double>, until end: Double) {
    self.init(reserving: rows.count + 1)
    var stretch = (start: first.lowerBound, end: min(first.upperBound, end))
    for row in 0..<rows.count {
      let (from, to) = (rows.starts[row], min(rows.ends[row], end))
      if from <= stretch.end {
        stretch.end = max(stretch.end, to)
      } else {
        add(stretch)
        stretch = (from, to)
      }
    }
    add(stretch)
  }

  /// Adds a stretch after those that are there, unless it is none.
  private mutating func add(_ stretch: (start: Double, end: Double)) {
    guard stretch.end > stretch.start else { return }
    starts.append(stretch.start)
    ends.append(stretch.end)
  }

  var count: Int { starts.count }

  /// Appends a stretch that does not start before those that are there.
  mutating func append(_ start: Double, _ end: Double) {
    guard end > start else { return }
    if let last = ends.last, start <= last {
      if end > last { ends[ends.count - 1] = end }
    } else {
      starts.append(start)
      ends.append(end)
    }
  }

  /// What either covers.
  func union(_ other: Self) -> Self {
    if count == 0 { return other }
    if other.count == 0 { return self }
    var union = Self(reserving: count + other.count)
    var (left, right) = (0, 0)
    while left < count || right < other.count {
      if right == other.count || left < count && starts[left] <= other.starts[right] {
        union.append(starts[left], ends[left])
        left += 1
      } else {
        union.append(other.starts[right], other.ends[right])
        right += 1
      }
    }
    return union
  }

  /// What this covers and the other does not.
  func subtracting(_ other: Self) -> Self {
    if other.count == 0 { return self }
    var rest = Self(reserving: count)
    var first = 0
    for (start, end) in zip(starts, ends) {
      first = other.index(from: first, endingAfter: start)
      var (place, index) = (start, first)
      while index < other.count, other.starts[index] < end {
        rest.add((place, other.starts[index]))
        place = other.ends[index]
        index += 1
      }
      rest.add((place, end))
    }
    return rest
  }

  /// The first stretch from `first` on that ends after `instant`.
  @inline(__always)
  func index(from first: Int, endingAfter instant: Double) -> Int {
    var index = first
    while index < ends.count, ends[index] <= instant { index += 1 }
    return index
  }

  /// Adds the length of what is not covered from `start` to `end`; `first` is the first stretch that ends
  /// after `start`.
  mutating func addUncovered(
    from start: Double, to end: Double, at first: Int, to sum: inout ExactSum
  ) {
    var place = start
    var index = first
    while index < starts.count, starts[index] < end {
      if index - first == Self.mostSteps {
        // All that lie wholly in between, at once.
        let last = self.last(from: index, startingBefore: end)
        makeLengths()
        sum.add(starts[index])
        sum.add(-place)
        let (low, high) = (index, last)
        // Between the starts of two stretches lies what they do not cover.
        sum.add(starts[high])
        sum.add(-starts[low])
        sum.merge(lengths[low])
        sum.subtract(lengths[high])
        place = starts[high]
        index = high
      }
      if starts[index] > place {
        sum.add(starts[index])
        sum.add(-place)
      }
      place = max(place, ends[index])
      if place >= end { return }
      index += 1
    }
    sum.add(end)
    sum.add(-place)
  }

  /// The last stretch that starts before `end`, of those from `first` on; the first one does.
  private func last(from first: Int, startingBefore end: Double) -> Int {
    var (low, high) = (first, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] < end { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private mutating func makeLengths() {
    guard lengths.isEmpty else { return }
    lengths.reserveCapacity(count)
    var sum = ExactSum()
    for index in starts.indices {
      lengths.append(sum)
      sum.add(ends[index])
      sum.add(-starts[index])
    }
  }
}
