private import Glibc
private import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

struct EventLoopTests {
  @Test func `an actor on the loop runs there, and nowhere else`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    #expect(!loop.isCurrent)
    #expect(loop.isIsolatingCurrentContext() == false)
    #expect(await resident.perform { $0.loop.isCurrent })
    #expect(await resident.perform { $0.loop.isIsolatingCurrentContext() } == true)
    await loop.shutdown()
  }

  @Test func `actors on one loop do not run at the same time`() async throws {
    let loop = try EventLoop(name: "test")
    let residents = [Resident(on: loop), Resident(on: loop)]
    let isInside = Signal()
    await withDiscardingTaskGroup { group in
      for number in 0..<1_000 {
        group.addTask {
          await residents[number % 2].perform { _ in
            #expect(isInside.give())
            isInside.take()
          }
        }
      }
    }
    await loop.shutdown()
  }

  @Test func `a task that prefers the loop runs on it, and so do its children`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    await withTaskGroup(of: [Bool].self) { group in
      for _ in 0..<100 {
        group.addTask(executorPreference: loop) {
          let before = loop.isCurrent
          await resident.countJob()
          let after = loop.isCurrent
          await Task.yield()
          async let child = loop.isCurrent
          return [before, after, loop.isCurrent, await child]
        }
      }
      for await answers in group { #expect(answers == [true, true, true, true]) }
    }
    await loop.shutdown()
  }

  @Test func `a continuation resumed on the loop resumes a task that prefers it there`()
    async throws
  {
    let loop = try EventLoop(name: "test")
    let isCurrent = await withTaskExecutorPreference(loop) { @concurrent () async in
      await withCheckedContinuation { continuation in
        Task(executorPreference: loop) { continuation.resume() }
      }
      return loop.isCurrent
    }
    #expect(isCurrent)
    await loop.shutdown()
  }

  @Test func `jobs that make jobs do not keep the loop from its sockets and turn ends`()
    async throws
  {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    let (near, far) = try Socket.pair()
    let isDone = Signal()
    try await resident.register(far, interest: .read) { resident, socket, _ in
      resident.forget(socket)
      isDone.give()
    }
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask(executorPreference: loop) { while !isDone.isGiven { await Task.yield() } }
      loop.requestTurnEnd(for: resident)
      #expect(await resident.nextEvent() == .turnEnded(jobs: 0))
      let result = try near.send([1])
      #expect(result == .sent(1))
    }
    #expect(await resident.nextEvent() == .ready(far.id, .readable))
    await loop.shutdown()
  }

  @Test func `being elsewhere traps`() async {
    await #expect(processExitsWith: .failure) { try checkFromOutside() }
  }

  @Test func `time stands still in a job and goes on between them`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    let outside = loop.now
    let (first, second) = await resident.perform { ($0.loop.now, $0.loop.now) }
    #expect(first == second)
    #expect(outside < first)
    #expect(await resident.perform { $0.loop.now } > second)
    await loop.shutdown()
  }

  @Test func `jobs that were there are run before the loop ends`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    await resident.perform { resident in
      for _ in 0..<200 { Task(executorPreference: loop) { await resident.chain(100) } }
    }
    await loop.shutdown()
    let ended = await resident.finishedEvents()
    #expect(ended == [Resident.Event](repeating: .chainEnded, count: 200))
  }

  @Test func `a loop can be ended twice`() async throws {
    let loop = try EventLoop(name: "test")
    async let first: Void = loop.shutdown()
    async let second: Void = loop.shutdown()
    _ = await (first, second)
    await loop.shutdown()
  }

  @Test(.disabled(if: Sanitizer.obstacle != nil, "\(Sanitizer.obstacle ?? "")"))
  func `a loop needs descriptors`() async {
    await #expect(processExitsWith: .success) { try startWithoutDescriptors() }
  }

  @Test func `a loop that has ended leaves nothing`() async throws {
    weak var weakLoop: EventLoop?
    weak var weakResident: Resident?
    do {
      let loop = try EventLoop(name: "test")
      let resident = Resident(on: loop)
      weakLoop = loop
      weakResident = resident
      await resident.perform { resident in
        _ = resident.loop.schedule(after: .seconds(3_600), for: resident)
        resident.loop.requestTurnEnd(for: resident)
      }
      await loop.shutdown()
    }
    #expect(weakResident == nil)
    #expect(weakLoop == nil)
  }
}

struct TurnEndTests {
  @Test func `many requests in a turn are one call`() async throws {
    let loop = try EventLoop(name: "test")
    let (first, second) = (Resident(on: loop), Resident(on: loop))
    await first.perform { resident in
      for _ in 0..<10 {
        resident.loop.requestTurnEnd(for: resident)
        resident.loop.requestTurnEnd(for: second)
      }
    }
    await loop.shutdown()
    #expect(await first.finishedEvents() == [.turnEnded(jobs: 0)])
    #expect(await second.finishedEvents() == [.turnEnded(jobs: 0)])
  }

  @Test func `it comes after all jobs, and those that they made`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    await resident.perform { resident in
      resident.loop.requestTurnEnd(for: resident)
      for _ in 0..<10 { Task(executorPreference: loop) { await resident.chain(5) } }
    }
    await loop.shutdown()
    let ended = [Resident.Event](repeating: .chainEnded, count: 10)
    #expect(await resident.finishedEvents() == ended + [.turnEnded(jobs: 50)])
  }

  @Test func `another thread can ask`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    for _ in 0..<100 {
      loop.requestTurnEnd(for: resident)
      #expect(await resident.nextEvent() == .turnEnded(jobs: 0))
    }
    await loop.shutdown()
    loop.requestTurnEnd(for: resident)
  }
}

struct LoopTimerTests {
  @Test func `timers fire in order, and cancelled ones do not`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    let timers = await resident.perform { resident in
      let delays: [Duration] = [.microseconds(300), .zero, .milliseconds(2), .microseconds(100)]
      let timers = delays.map { resident.loop.schedule(after: $0, for: resident) }
      resident.loop.cancel(timers[3])
      return timers
    }
    for wanted in [1, 0, 2] { #expect(await resident.nextEvent() == .fired(timers[wanted])) }
    await loop.shutdown()
    #expect(await resident.finishedEvents().isEmpty)
  }

  @Test func `a timer does not fire before its time`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    for delay in [Duration.nanoseconds(1), .microseconds(700), .milliseconds(1), .milliseconds(3)] {
      let deadline = MonotonicInstant.now.advanced(by: delay)
      await resident.perform { _ = $0.loop.schedule(at: deadline, for: $0) }
      _ = await resident.nextEvent()
      #expect(MonotonicInstant.now >= deadline)
    }
    await loop.shutdown()
  }

  @Test func `a timer that is sooner than the others wakes the loop`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    await resident.perform { _ = $0.loop.schedule(after: .seconds(3_600), for: $0) }
    let soon = await resident.perform { $0.loop.schedule(after: .milliseconds(1), for: $0) }
    #expect(await resident.nextEvent() == .fired(soon))
    await loop.shutdown()
  }

  @Test func `after an alarm for a cancelled timer the next one still comes`() async throws {
    let loop = try EventLoop(name: "test")
    let resident = Resident(on: loop)
    let early = await resident.perform { $0.loop.schedule(after: .milliseconds(1), for: $0) }
    let late = await resident.perform { $0.loop.schedule(after: .milliseconds(4), for: $0) }
    await resident.perform { $0.loop.cancel(early) }
    var event = await resident.nextEvent()
    // It may have been faster than the one who cancels it.
    if event == .fired(early) { event = await resident.nextEvent() }
    #expect(event == .fired(late))
    await loop.shutdown()
  }
}

/// Something that is given or not.
private final class Signal: Sendable {
  private let state = Atomic(false)

  var isGiven: Bool { state.load(ordering: .acquiring) }

  /// Whether it was not given before.
  @discardableResult
  func give() -> Bool { !state.exchange(true, ordering: .acquiringAndReleasing) }

  func take() { state.store(false, ordering: .releasing) }
}

/// Apart from its test, because the body of an exit test is expanded outside this file's imports.
private func checkFromOutside() throws {
  try EventLoop(name: "test").checkIsolated()
}

private func startWithoutDescriptors() throws {
  var limit = rlimit()
  #expect(unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  limit.rlim_cur = 0
  #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  let error = try #require(throws: SystemError.self) { try EventLoop(name: "test") }
  #expect(error.code == .tooManyOpen)
  #expect(error.path == "an event loop")
}
