internal import HealthModel
internal import TestSupport
internal import Testing

/// The bounds that let a query skip blocks: never one that holds a match.
struct TimeBoxTests {
  private static func predicate(_ random: inout SeededGenerator, depth: Int = 0) -> Predicate {
    let comparisons: [Comparison] = [
      .less, .lessOrEqual, .equal, .notEqual, .greaterOrEqual, .greater,
    ]
    let comparison = comparisons[Int(random.next() % 6)]
    let date = Double(random.next() % 10)
    switch random.next() % (depth < 3 ? 8 : 4) {
    case 0: return .start(comparison, date)
    case 1: return .end(comparison, date)
    case 2: return .constant(random.next() % 2 == 0)
    case 3:
      return .window(from: date, to: date + 3, options: .init(rawValue: Int(random.next() % 4)))
    case 4, 5:
      return .and((0..<(random.next() % 3)).map { _ in predicate(&random, depth: depth + 1) })
    case 6: return .or((0..<(random.next() % 3)).map { _ in predicate(&random, depth: depth + 1) })
    default: return .not(predicate(&random, depth: depth + 1))
    }
  }

  private static func matches(_ predicate: Predicate, _ start: Double, _ end: Double) -> Bool {
    switch predicate {
    case .constant(let flag): flag
    case .start(let comparison, let date): comparison.holds(start, date)
    case .end(let comparison, let date): comparison.holds(end, date)
    case .and(let parts): parts.allSatisfy { matches($0, start, end) }
    case .or(let parts): parts.contains { matches($0, start, end) }
    case .not(let part): !matches(part, start, end)
    default: false
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a box admits whatever matches`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<1_000 {
      let predicate = Self.predicate(&random)
      let box = TimeBox(bounding: predicate)
      for start in 0..<12 {
        for end in start..<14 where Self.matches(predicate, Double(start), Double(end)) {
          let isAdmitted =
            box?.admits(
              minStart: Double(start), maxStart: Double(start), minEnd: Double(end),
              maxEnd: Double(end)) ?? false
          if !isAdmitted { Issue.record("seed \(seed), round \(round): \(predicate)") }
        }
      }
    }
  }

  @Test func `a window bounds both dates`() throws {
    let window = Predicate.window(from: 10, to: 20)
    let box = try #require(TimeBox(bounding: window))
    #expect(!box.admits(minStart: 0, maxStart: 5, minEnd: 1, maxEnd: 9))
    #expect(!box.admits(minStart: 21, maxStart: 30, minEnd: 22, maxEnd: 40))
    #expect(box.admits(minStart: 0, maxStart: 5, minEnd: 1, maxEnd: 10))
    #expect(TimeBox(bounding: .and([window, .start(.greater, 30)])) == nil)
    #expect(TimeBox(bounding: .or([])) == nil)
    #expect(TimeBox(bounding: .start(.less, .nan)) == nil)
  }
}
