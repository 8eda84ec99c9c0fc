internal import SystemCore
internal import TestSupport
internal import Testing

/// An actor that counts on a thread of its own.
private actor Counter {
  private let executor: ThreadExecutor
  private var sum = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(executor: ThreadExecutor) {
    self.executor = executor
  }

  func add(_ value: Int) {
    executor.checkIsolated()
    sum += value
  }

  func total() -> Int { sum }

  func isOnItsThread() -> Bool? { executor.isIsolatingCurrentContext() }
}

struct ThreadExecutorTests {
  @Test func `an actor on the executor runs its work there, one at a time`() async {
    let executor = ThreadExecutor(label: "test")
    let counter = Counter(executor: executor)
    await withTaskGroup { group in
      for value in 1...100 {
        group.addTask { await counter.add(value) }
      }
    }
    #expect(await counter.total() == 5_050)
    #expect(await counter.isOnItsThread() == true)
    #expect(executor.isIsolatingCurrentContext() == false)
  }

  @Test func `another thread is not mistaken for its own`() async {
    let first = Counter(executor: ThreadExecutor(label: "first"))
    let second = ThreadExecutor(label: "second")
    #expect(await first.asks(second) == false)
  }

  @Test(.timeLimit(.minutes(5)))
  func `its thread ends with it, whoever lets go of it last`() async throws {
    // The last to let go is sometimes this task and sometimes the thread, whose job holds it too.
    for round in 0..<500 { await Counter(executor: ThreadExecutor(label: "ending")).add(round) }
    while !Task.isCancelled, try threads(named: "ending") > 0 { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(5)))
  func `work that is expected is done, whether it comes or not`() async throws {
    let executor = ThreadExecutor(label: "expecting")
    // There is no thread yet.
    executor.expect()
    let counter = Counter(executor: executor)
    await withTaskGroup { group in
      for value in 1...1_000 {
        group.addTask {
          executor.expect()
          if value.isMultiple(of: 2) { await counter.add(value) }
        }
      }
    }
    #expect(await counter.total() == 250_500)
    // One that looks out for nothing does not hold it up, nor does its thread stay.
    for round in 0..<200 {
      let executor = ThreadExecutor(label: "in vain")
      await Counter(executor: executor).add(round)
      executor.expect()
    }
    while !Task.isCancelled, try threads(named: "in vain") > 0 { await Task.yield() }
  }

  @Test func `being elsewhere traps`() async {
    await #expect(processExitsWith: .failure) { checkFromOutside() }
  }
}

extension Counter {
  fileprivate func asks(_ executor: ThreadExecutor) -> Bool? {
    executor.isIsolatingCurrentContext()
  }
}

/// How many threads of this process have the name.
private func threads(named name: String) throws -> Int {
  let text = "cat /proc/$PPID/task/*/comm 2>&1"
  return try RunningProgram.run("/bin/sh", ["-c", text]).lines.count { $0 == name }
}

/// Apart from its test, because the body of an exit test is expanded outside this file's imports.
private func checkFromOutside() {
  ThreadExecutor(label: "test").checkIsolated()
}
