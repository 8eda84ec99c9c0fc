private import SQLiteCore
internal import Testing

/// An actor that keeps a connection and a statement on a queue of its own.
private actor Counter {
  private let executor: QueueExecutor
  private let connection: Connection
  private var insert: Statement

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(executor: QueueExecutor) throws {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    try connection.execute("CREATE TABLE t(a INTEGER) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1)", persistent: true)
    self.executor = executor
    self.connection = connection
    self.insert = insert
  }

  func add(_ value: Int) throws {
    executor.checkIsolated()
    try connection.transaction(.immediate) { () throws(SQLiteError) in
      try insert.bind(value, at: 1)
      try insert.run()
    }
  }

  func total() throws -> Int64? { try connection.integer("SELECT sum(a) FROM t") }

  func isOnItsQueue() -> Bool? { executor.isIsolatingCurrentContext() }
}

struct QueueExecutorTests {
  @Test func `an actor on the executor runs its work there, one at a time`() async throws {
    let executor = QueueExecutor(label: "test")
    let counter = try Counter(executor: executor)
    try await withThrowingTaskGroup { group in
      for value in 1...100 {
        group.addTask { try await counter.add(value) }
      }
      try await group.waitForAll()
    }
    #expect(try await counter.total() == 5_050)
    #expect(await counter.isOnItsQueue() == true)
    #expect(executor.isIsolatingCurrentContext() == false)
  }

  @Test func `another queue is not mistaken for its own`() async throws {
    let first = try Counter(executor: QueueExecutor(label: "first"))
    let second = QueueExecutor(label: "second")
    #expect(await first.asks(second) == false)
  }

  @Test func `being elsewhere traps`() async {
    await #expect(processExitsWith: .failure) { checkFromOutside() }
  }
}

extension Counter {
  fileprivate func asks(_ executor: QueueExecutor) -> Bool? { executor.isIsolatingCurrentContext() }
}

/// Apart from its test, because the body of an exit test is expanded outside this file's imports.
private func checkFromOutside() {
  QueueExecutor(label: "test").checkIsolated()
}
