/// The partial aggregates of a segment, by source and quarter-hour.
package struct Aggregates: Hashable, Sendable {
  private struct Key: Hashable, Comparable {
    var source: Source
    var quarterHour: Int64

    static func < (left: Self, right: Self) -> Bool {
      left.source != right.source
        ? left.source < right.source : left.quarterHour < right.quarterHour
    }
  }

  /// Sorted by source and quarter-hour, each pair once.
  package private(set) var entries: [Aggregate] = []

  package init() {}

  /// Entries as they were stored; `nil` unless sorted, each pair once and each sum in its one form.
  package init?(stored entries: [Aggregate]) {
    guard entries.allSatisfy({ ExactSum(components: $0.sum) != nil }) else { return nil }
    for (left, right) in zip(entries, entries.dropFirst()) {
      guard Self.key(left) < Self.key(right) else { return nil }
    }
    self.entries = entries
  }

  /// Joins an entry with what is there of its source and quarter-hour.
  package mutating func merge(_ entry: Aggregate) {
    let key = Self.key(entry)
    // Samples mostly come in order, so the place is mostly the last.
    if let last = entries.last, Self.key(last) < key {
      entries.append(entry)
      return
    }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if Self.key(entries[middle]) < key { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, Self.key(entries[low]) == key else {
      entries.insert(entry, at: low)
      return
    }
    entries[low].join(entry)
  }

  /// Joins all entries of another segment.
  package mutating func merge(_ other: Self) {
    guard let first = other.entries.first else { return }
    if let last = entries.last, Self.key(last) < Self.key(first) {
      entries += other.entries
      return
    }
    var merged: [Aggregate] = []
    merged.reserveCapacity(entries.count + other.entries.count)
    var left = entries[...]
    var right = other.entries[...]
    while let one = left.first, let two = right.first {
      if Self.key(one) < Self.key(two) {
        merged.append(one)
        left = left.dropFirst()
      } else if Self.key(two) < Self.key(one) {
        merged.append(two)
        right = right.dropFirst()
      } else {
        var both = one
        both.join(two)
        merged.append(both)
        left = left.dropFirst()
        right = right.dropFirst()
      }
    }
    entries = merged + left + right
  }

  private static func key(_ entry: Aggregate) -> Key {
    Key(source: entry.source, quarterHour: entry.quarterHour)
  }
}

extension Aggregate {
  /// Adds what is known of further samples of the same source and quarter-hour.
  fileprivate mutating func join(_ other: Aggregate) {
    count += other.count
    var total = ExactSum(components: sum) ?? ExactSum()
    total.merge(ExactSum(components: other.sum) ?? ExactSum())
    sum = total.components
    min = Swift.min(min, other.min)
    max = Swift.max(max, other.max)
    reach = Swift.max(reach, other.reach)
  }
}
