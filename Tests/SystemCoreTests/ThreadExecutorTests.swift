internal import SystemCore
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

  @Test func `being elsewhere traps`() async {
    await #expect(processExitsWith: .failure) { checkFromOutside() }
  }
}

extension Counter {
  fileprivate func asks(_ executor: ThreadExecutor) -> Bool? {
    executor.isIsolatingCurrentContext()
  }
}

/// Apart from its test, because the body of an exit test is expanded outside this file's imports.
private func checkFromOutside() {
  ThreadExecutor(label: "test").checkIsolated()
}
