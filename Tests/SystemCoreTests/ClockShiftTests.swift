internal import SystemCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ClockShiftTests {
  private let shift = ClockShift()

  @Test func `a clock is ahead by what it was set ahead`() {
    let clock = WallClock.system(aheadBy: shift)
    let (before, start) = (WallClock.system.now, ContinuousClock.now)
    #expect(shift.advance(by: 1_000_000))
    #expect(shift.advance(by: 0.5))
    #expect((1_000_000.5..<1_000_060).contains(clock.now - before))
    #expect(start.duration(to: clock.instant) > .seconds(1_000_000))
    #expect(WallClock.system.now - before < 60)
  }

  @Test func `a clock goes forward, and not for ever`() {
    for seconds in [-1, -.infinity, .infinity, .nan, 1e300, 3.3e9] {
      #expect(!shift.advance(by: seconds))
    }
    #expect(shift.duration == .zero)
    #expect(shift.advance(by: 60 * 365.25 * 86_400))
    #expect(!shift.advance(by: 60 * 365.25 * 86_400))
    #expect(shift.duration == .seconds(60 * 365.25 * 86_400))
  }

  @Test func `whoever slept for long enough by the clock wakes, and nobody else`() async throws {
    let clock = WallClock.system(aheadBy: shift)
    let (short, long) = (clock.instant + .seconds(1_000), clock.instant + .seconds(1_000_000))
    try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask {
        try await clock.sleep(until: short)
        return 1
      }
      group.addTask {
        try await clock.sleep(until: long)
        return 2
      }
      #expect(shift.advance(by: 2_000))
      let first = try await group.next()
      #expect(first == 1)
      #expect(shift.advance(by: 2_000_000))
      let second = try await group.next()
      #expect(second == 2)
    }
  }

  @Test func `a sleep by the clock ends with its task`() async {
    let clock = WallClock.system(aheadBy: shift)
    let asleep = Task { try await clock.sleep(for: .seconds(1_000)) }
    asleep.cancel()
    await #expect(throws: CancellationError.self) { try await asleep.value }
  }

  @Test func `what is over already is not waited for`() async throws {
    let clock = WallClock.system(aheadBy: shift)
    #expect(shift.advance(by: 10))
    try await clock.sleep(until: .now + .seconds(5))
    try await clock.sleep(for: .zero)
  }
}
