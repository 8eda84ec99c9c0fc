internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// How many segments there can be, and how often a sample is written again.
struct MergePlanTests {
  /// Merges as the writer does after each new segment.
  private struct Segments {
    var sizes: [Int] = []
    var rewritten = 0

    mutating func add(_ size: Int) {
      sizes.append(size)
      while let plan = MergePlan(sizes: sizes) {
        let sum = sizes[plan.range].reduce(0, +)
        rewritten += sum
        sizes.replaceSubrange(plan.range, with: [sum])
      }
    }
  }

  @Test(arguments: [1, 3, 15, 16, 17, 300, 4_000, 20_000, 32_768, 32_769, 65_536])
  func `saves of one size leave few segments`(size: Int) {
    var segments = Segments()
    for _ in 0..<2_000 {
      segments.add(size)
      let rows = segments.sizes.reduce(0, +)
      let full = rows / (MergePlan.mostRows / 2)
      #expect(segments.sizes.count <= full + 1 + 4 * (MergePlan.fanOut - 1))
      #expect(segments.sizes.allSatisfy { $0 <= MergePlan.mostRows })
    }
    #expect(segments.sizes.reduce(0, +) == 2_000 * size)
    // Once for each tier.
    #expect(segments.rewritten <= 4 * 2_000 * size)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `saves of any sizes leave few segments`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var segments = Segments()
    var rows = 0
    for _ in 0..<3_000 {
      let size = min(MergePlan.mostRows, 1 + Int(random.next() % (1 << (random.next() % 17))))
      rows += size
      segments.add(size)
      // Between two full segments lie at most as many small ones as one tail has.
      let full = segments.sizes.filter { $0 > MergePlan.mostRows / 2 }.count
      #expect(segments.sizes.count <= (full + 1) * 4 * MergePlan.fanOut, "\(random)")
      #expect(segments.sizes.allSatisfy { $0 <= MergePlan.mostRows }, "\(random)")
    }
    #expect(segments.rewritten <= 4 * rows, "\(random)")
  }

  @Test(arguments: [15, 5, 1])
  func `small saves between large ones stay few too`(small: Int) {
    for large in [20, 300, 5_000, 40_000] {
      var segments = Segments()
      for _ in 0..<100 {
        for _ in 0..<small { segments.add(1) }
        segments.add(large)
        let full = segments.sizes.filter { $0 > MergePlan.mostRows / 2 }.count
        #expect(segments.sizes.count <= (full + 1) * 4 * MergePlan.fanOut)
      }
      #expect(segments.rewritten <= 8 * 100 * (small + large), "\(large)")
    }
  }

  @Test func `a plan joins two segments at least`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let sizes = (0..<Int(random.next() % 60)).map { _ in
        1 + Int(random.next() % UInt64(MergePlan.mostRows))
      }
      guard let plan = MergePlan(sizes: sizes) else { continue }
      #expect(plan.range.count > 1 && sizes.indices.contains(plan.range.lowerBound), "\(sizes)")
      #expect(sizes[plan.range].reduce(0, +) <= MergePlan.mostRows, "\(sizes)")
    }
  }
}
