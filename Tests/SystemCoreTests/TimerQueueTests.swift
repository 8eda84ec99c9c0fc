internal import SystemCore
internal import TestSupport
internal import Testing

struct TimerQueueTests {
  @Test func `timers come by deadline, and equal ones in the order they were set`() {
    var queue = TimerQueue<Int>()
    for (owner, deadline) in [5, 3, 9, 3, 1, 5, 3].enumerated() {
      _ = queue.schedule(at: Self.instant(deadline), for: owner)
    }
    #expect(queue.earliest == Self.instant(1))
    #expect(Self.drain(&queue, by: 5) == [4, 1, 3, 6, 0, 5])
    #expect(queue.earliest == Self.instant(9))
    #expect(Self.drain(&queue, by: 100) == [2])
    #expect(queue.isEmpty)
  }

  @Test func `nothing is due before its time`() {
    var queue = TimerQueue<Int>()
    _ = queue.schedule(at: Self.instant(7), for: 1)
    #expect(queue.popDue(by: Self.instant(6)) == nil)
    #expect(queue.popDue(by: Self.instant(7))?.owner == 1)
    #expect(queue.popDue(by: Self.instant(7)) == nil)
  }

  @Test func `a cancelled timer gives its owner back once`() {
    var queue = TimerQueue<Int>()
    let first = queue.schedule(at: Self.instant(1), for: 1)
    let second = queue.schedule(at: Self.instant(2), for: 2)
    #expect(queue.cancel(first) == 1)
    #expect(queue.cancel(first) == nil)
    #expect(queue.earliest == Self.instant(2))
    #expect(queue.popDue(by: Self.instant(2))?.timer == second)
    #expect(queue.cancel(second) == nil)
  }

  @Test func `the name of a timer that is over does not name a later one`() {
    var queue = TimerQueue<Int>()
    let first = queue.schedule(at: Self.instant(1), for: 1)
    queue.cancel(first)
    let second = queue.schedule(at: Self.instant(1), for: 2)
    #expect(first != second)
    #expect(queue.cancel(first) == nil)
    #expect(queue.cancel(second) == 2)
  }

  @Test func `timers set after a mark wait`() {
    var queue = TimerQueue<Int>()
    _ = queue.schedule(at: Self.instant(1), for: 1)
    let mark = queue.countOfAll
    _ = queue.schedule(at: Self.instant(1), for: 2)
    #expect(queue.popDue(by: Self.instant(1), amongFirst: mark)?.owner == 1)
    #expect(queue.popDue(by: Self.instant(1), amongFirst: mark) == nil)
    #expect(queue.popDue(by: Self.instant(1))?.owner == 2)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `it does what a sorted list does`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = TimerQueue<Int>()
    var model: [(deadline: Int, owner: Int, timer: TimerID)] = []
    for owner in 0..<2_000 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1:
        let deadline = Int.random(in: 0..<50, using: &generator)
        let timer = queue.schedule(at: Self.instant(deadline), for: owner)
        model.append((deadline, owner, timer))
      case 2:
        guard let victim = model.indices.randomElement(using: &generator) else { continue }
        let entry = model.remove(at: victim)
        #expect(queue.cancel(entry.timer) == entry.owner, "seed \(seed)")
      default:
        let now = Int.random(in: 0..<50, using: &generator)
        // Sorting is stable, so equal deadlines keep the order they were set in.
        let due = model.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
        model.removeAll { $0.deadline <= now }
        #expect(Self.drain(&queue, by: now) == due.map(\.owner), "seed \(seed)")
      }
      let earliest = model.map(\.deadline).min().map(Self.instant)
      #expect(queue.earliest == earliest, "seed \(seed)")
    }
  }

  private static func instant(_ number: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(number))
  }

  private static func drain(_ queue: inout TimerQueue<Int>, by now: Int) -> [Int] {
    var owners: [Int] = []
    while let due = queue.popDue(by: instant(now)) { owners.append(due.owner) }
    return owners
  }
}

struct MonotonicInstantTests {
  @Test func `it does not run backwards`() {
    let before = MonotonicInstant.now
    #expect(before <= .now)
  }

  @Test(arguments: [
    (Duration.nanoseconds(5), 15 as Int64), (.seconds(-1), -999_999_990),
    (.seconds(Int64.max), .max),
    (.seconds(Int64.min), .min + 10), (.seconds(9_223_372_036), 9_223_372_036_000_000_010),
    (.seconds(9_223_372_037), .max), (.zero, 10),
  ])
  func `far away is the last there is`(duration: Duration, wanted: Int64) {
    let start = MonotonicInstant(nanoseconds: 10)
    #expect(start.advanced(by: duration).nanoseconds == wanted)
  }

  @Test func `a duration leads back`() {
    let start = MonotonicInstant(nanoseconds: 1_000)
    #expect(start.duration(to: start.advanced(by: .milliseconds(3))) == .milliseconds(3))
  }
}
