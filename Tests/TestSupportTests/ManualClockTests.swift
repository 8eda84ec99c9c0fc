internal import TestSupport
internal import Testing

@Suite struct `A manual clock` {
  @Test func `wakes those whose time has come, and no others`() async throws {
    let clock = ManualClock()
    let early = Task { try await clock.sleep(for: .seconds(1)) }
    let late = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(1))
    try await early.value
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(1))
    try await late.value
    #expect(clock.sleepers == 0)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `does not let sleep what is due`() async throws {
    let clock = ManualClock()
    try await clock.sleep(for: .zero)
    try await clock.sleep(for: .seconds(-1))
    #expect(clock.sleepers == 0)
  }

  @Test func `wakes who is cancelled, before the sleep and in it`() async {
    let clock = ManualClock()
    let asleep = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(1)
    asleep.cancel()
    await #expect(throws: CancellationError.self) { try await asleep.value }
    let awake = Task {
      while !Task.isCancelled { await Task.yield() }
      try await clock.sleep(for: .seconds(1))
    }
    awake.cancel()
    await #expect(throws: CancellationError.self) { try await awake.value }
    #expect(clock.sleepers == 0)
  }
}
