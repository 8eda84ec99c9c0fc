internal import HealthModel
internal import TestSupport
internal import Testing

/// Sets of numbers and of UUIDs as intervals, against plain sets.
struct IntervalSetTests {
  /// A few intervals among 64 numbers, at either end of what 64 bits hold.
  private static func random(
    _ random: inout SeededGenerator, from base: UInt64
  ) -> (IntervalSet, Set<UInt64>) {
    var set = IntervalSet()
    var plain: Set<UInt64> = []
    for _ in 0..<(random.next() % 12) {
      let first = base + random.next() % 64
      let last = base + min(63, first - base + random.next() % 9)
      if random.next() % 3 == 0 {
        set.remove(first...last)
        plain.subtract(first...last)
      } else {
        set.insert(first...last)
        plain.formUnion(first...last)
      }
    }
    return (set, plain)
  }

  private static func isCanonical(_ set: IntervalSet) -> Bool {
    IntervalSet(stored: set.intervals) == set
  }

  @Test(arguments: [0, UInt64.max - 63])
  func `a set of intervals is a set`(base: UInt64) {
    var generator = SeededGenerator(seed: base &+ 1)
    for round in 0..<2_000 {
      let (one, plainOne) = Self.random(&generator, from: base)
      let (two, plainTwo) = Self.random(&generator, from: base)
      let comment: Comment = "base \(base), round \(round)"
      #expect(one.count == plainOne.count, comment)
      #expect(one.min == plainOne.min() && one.max == plainOne.max(), comment)
      for number in base...(base + 63) where one.contains(number) != plainOne.contains(number) {
        Issue.record("\(comment): \(number)")
      }
      let pairs = [
        (one.union(two), plainOne.union(plainTwo)),
        (one.intersection(two), plainOne.intersection(plainTwo)),
        (one.subtracting(two), plainOne.subtracting(plainTwo)),
      ]
      for (set, plain) in pairs {
        #expect(Set(set.intervals.flatMap { Array($0) }) == plain, comment)
        #expect(Self.isCanonical(set), comment)
      }
      #expect(one.isSuperset(of: two) == plainOne.isSuperset(of: plainTwo), comment)
      let first = base + generator.next() % 64
      let last = base + min(63, first - base + generator.next() % 20)
      #expect(one.overlaps(first...last) == !plainOne.isDisjoint(with: first...last), comment)
      #expect(one.contains(first...last) == plainOne.isSuperset(of: first...last), comment)
    }
  }

  @Test func `the whole of 64 bits is one interval`() {
    var set = IntervalSet(0...UInt64.max)
    #expect(set.count == .max && set.contains(0) && set.contains(.max))
    set.remove(5...5)
    #expect(set.intervals == [0...4, 6...UInt64.max])
    set.insert(5)
    #expect(set.intervals == [0...UInt64.max])
  }

  @Test(arguments: [[5...6, 1...2], [1...5, 5...6], [1...2, 3...4]] as [[ClosedRange<UInt64>]])
  func `stored intervals that no set has are refused`(intervals: [ClosedRange<UInt64>]) {
    #expect(IntervalSet(stored: intervals) == nil)
  }

  @Test func `a set of UUIDs is a set`() {
    var generator = SeededGenerator(seed: 3)
    for round in 0..<1_000 {
      func draw() -> [SampleUUID] {
        (0..<(generator.next() % 30)).map { _ in
          generator.next() % 3 == 0
            ? SampleUUID(high: generator.next() % 4, low: generator.next() % 8)
            : SampleUUID(base: generator.next() % 3, counter: generator.next() % 16)
        }
      }
      let (one, two) = (draw(), draw())
      var set = UUIDSet(one)
      let other = UUIDSet(two)
      let plain = Set(one)
      #expect(set.count == plain.count, "round \(round)")
      #expect(two.allSatisfy { set.contains($0) == plain.contains($0) }, "round \(round)")
      #expect(set.overlaps(other) == !plain.isDisjoint(with: two), "round \(round)")
      let isDistinct = plain.count == one.count
      #expect(UUIDSet(distinct: one) == (isDistinct ? set : nil), "round \(round)")
      set.subtract(other)
      #expect(set == UUIDSet(Array(plain.subtracting(two))), "round \(round)")
      set.formUnion(other)
      #expect(set == UUIDSet(Array(plain.union(two))), "round \(round)")
    }
  }
}
