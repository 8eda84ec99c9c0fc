internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import NodeApps

// @testable: the rule is the daemon's own.
struct DeliveryPlanTests {
  private let plan = DeliveryPlan(seed: 1)

  private func item(
    _ name: String = "a", _ frequency: UpdateFrequency = .immediate, news: Bool = true,
    running: Bool = false, failures: UInt32 = 0, start: Double? = nil, end: Double? = nil
  ) -> DeliveryPlan.Item {
    DeliveryPlan.Item(
      key: Subscription.Key(app: nil, name: name), frequency: frequency, hasNews: news,
      isRunning: running, failures: failures, lastStart: start, lastEnd: end)
  }

  private func names(_ decision: DeliveryPlan.Decision) -> [String] { decision.starts.map(\.name) }

  @Test(arguments: UpdateFrequency.allCases)
  func `what was never started is started at once, and needs no clock`(frequency: UpdateFrequency) {
    let decision = plan.decide([item("a", frequency)], at: 1_000)
    #expect(names(decision) == ["a"])
    #expect(decision.next == nil)
  }

  @Test(arguments: UpdateFrequency.allCases)
  func `what has no news, or runs, waits for something to happen`(frequency: UpdateFrequency) {
    let items = [item("a", frequency, news: false), item("b", frequency, running: true)]
    #expect(plan.decide(items, at: 1_000) == DeliveryPlan.Decision())
  }

  @Test(arguments: [
    (UpdateFrequency.immediate, 1.0), (.hourly, 3_600), (.daily, 86_400), (.weekly, 604_800),
  ])
  func `once a period`(frequency: UpdateFrequency, period: Double) {
    let started = item("a", frequency, start: 1_000, end: 1_000.5)
    let early = plan.decide([started], at: 1_000 + period - 0.1)
    #expect(early == DeliveryPlan.Decision(starts: [], next: 1_000 + period))
    #expect(names(plan.decide([started], at: 1_000 + period)) == ["a"])
  }

  @Test(
    arguments: [
      (1, 1.0), (2, 2), (3, 4), (4, 8), (8, 128), (12, 2_048), (13, 3_600), (64, 3_600),
      (.max, 3_600),
    ] as [(UInt32, Double)])
  func `starts in vain are farther and farther apart`(failures: UInt32, wait: Double) throws {
    for frequency in UpdateFrequency.allCases {
      let failed = item("a", frequency, failures: failures, start: 1_000, end: 2_000)
      let next = try #require(plan.decide([failed], at: 2_000).next)
      // Never before the period since the last start is over, however few starts were in vain.
      let period = 1_000 + plan.period(frequency)
      #expect(next >= max(period, 2_000 + wait) && next <= max(period, 2_000 + wait * 1.25))
      #expect(plan.decide([failed], at: next - 0.001).next == next, "it is the same at each time")
      #expect(names(plan.decide([failed], at: next)) == ["a"])
    }
  }

  @Test func `chance spreads those that failed together, and is the seed's`() throws {
    func waits(_ seed: UInt64) -> [Double?] {
      (0..<50).map { number in
        let failed = item("n\(number)", failures: 5, start: 0, end: 0)
        return DeliveryPlan(seed: seed).decide([failed], at: 0).next
      }
    }
    #expect(waits(7) == waits(7))
    #expect(Set(waits(7)).count == 50)
    #expect(waits(7) != waits(8))
  }

  @Test func `after a restart the wait counts from the start`() {
    let failed = item("a", failures: 1, start: 1_000)
    #expect(names(plan.decide([failed], at: 1_002)) == ["a"])
    #expect(names(plan.decide([failed], at: 1_000.5)).isEmpty)
  }

  @Test(arguments: [(UpdateFrequency.hourly, 3_600.0), (.daily, 86_400), (.weekly, 604_800)])
  func `a start that nobody acknowledged is not repeated within the period`(
    frequency: UpdateFrequency, period: Double
  ) {
    let ran = item("a", frequency, failures: 1, start: 1_000, end: 1_001)
    #expect(
      plan.decide([ran], at: 1_010) == DeliveryPlan.Decision(starts: [], next: 1_000 + period))
  }

  @Test(arguments: UpdateFrequency.allCases)
  func `a clock that was set back lets nobody wait`(frequency: UpdateFrequency) {
    #expect(names(plan.decide([item("a", frequency, start: 9e8, end: 9e8)], at: 1_000)) == ["a"])
    let failed = item("a", frequency, failures: 9, start: 9e8, end: 9e8)
    #expect(names(plan.decide([failed], at: 1_000)) == ["a"])
  }

  @Test func `so many run at a time, and who waits longest comes first`() {
    let running = (0..<5).map { item("r\($0)", running: true) }
    let waiting = (0..<6).map { item("w\($0)", start: Double(100 - 10 * $0), end: 100) }
    let new = item("x")
    let decision = plan.decide(running + waiting + [new], at: 1_000)
    #expect(names(decision) == ["x", "w5", "w4"])
    #expect(decision.next == nil)
  }

  /// Plays a few days with readers that acknowledge or not, and news that come at any time.
  @Test(arguments: 0..<20 as Range<UInt64>) func `the promises hold`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let plan = DeliveryPlan(seed: seed)
    var items: [DeliveryPlan.Item] = (0..<12).map { number in
      item("s\(number)", UpdateFrequency.allCases[number % 4], news: false)
    }
    var now = 0.0
    for _ in 0..<4_000 {
      for index in items.indices {
        if Int.random(in: 0..<20, using: &generator) == 0 { items[index].hasNews = true }
        guard items[index].isRunning, Bool.random(using: &generator) else { continue }
        if Int.random(in: 0..<3, using: &generator) > 0 {
          items[index].failures = 0
          items[index].hasNews = false
        }
        if Bool.random(using: &generator) {
          items[index].isRunning = false
          items[index].lastEnd = now
        }
      }
      let decision = plan.decide(items, at: now)
      #expect(Set(decision.starts).count == decision.starts.count)
      for key in decision.starts {
        guard let index = items.firstIndex(where: { $0.key == key }) else { continue }
        let item = items[index]
        #expect(item.hasNews && !item.isRunning, "seed \(seed)")
        if let start = item.lastStart {
          #expect(now - start >= plan.period(item.frequency), "seed \(seed)")
        }
        items[index].isRunning = true
        items[index].lastStart = now
        items[index].failures += 1
      }
      let running = items.count { $0.isRunning }
      #expect(running <= plan.mostRunning, "seed \(seed)")
      // Whatever waits is started, or has a time at which it will be, or waits for a place.
      let waits = items.contains { $0.hasNews && !$0.isRunning }
      if waits, running < plan.mostRunning {
        let next = plan.decide(items, at: now).next
        #expect(next ?? -1 > now, "seed \(seed)")
      }
      now += Double.random(in: 0...1_800, using: &generator)
    }
    // Nobody is forgotten: with all the time there is, everything that has news is started.
    for index in items.indices { items[index].isRunning = false }
    var everyone = plan
    everyone.mostRunning = .max
    let last = everyone.decide(items, at: now + 1e6)
    #expect(Set(last.starts) == Set(items.filter(\.hasNews).map(\.key)))
  }
}
