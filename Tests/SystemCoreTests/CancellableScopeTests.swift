private import Synchronization
internal import SystemCore
internal import Testing

/// What a scope is for: something that stands for work, and can be told to stop.
private final class Work: Sendable {
  let scope = CancellableScope()
}

struct CancellableScopeTests {
  @Test func `the body returns what it returns, and throws what it throws`() async {
    #expect(await Work().scope.run { 5 } == 5)
    await #expect(throws: CancellationError.self) {
      try await Work().scope.run { () throws(CancellationError) in throw CancellationError() }
    }
  }

  @Test func `cancelling stops the task that runs the body, and no other`() async {
    let work = Work()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await work.scope.run {
          continuation.finish()
          await Self.untilCancelled()
          return Task.isCancelled
        }
      }
      for await _ in started {}
      work.scope.cancel()
      work.scope.cancel()
      #expect(await group.next() == true)
    }
    #expect(!Task.isCancelled)
  }

  @Test func `cancelling before the body begins cancels it then`() async {
    let work = Work()
    work.scope.cancel()
    #expect(await Task { await work.scope.run { Task.isCancelled } }.value)
  }

  @Test func `cancelling when it is over does nothing`() async {
    let work = Work()
    await work.scope.run {}
    work.scope.cancel()
    #expect(!Task.isCancelled)
  }

  @Test func `the body can cancel itself`() async {
    let work = Work()
    let isCancelled = await Task {
      await work.scope.run {
        work.scope.cancel()
        return Task.isCancelled
      }
    }.value
    #expect(isCancelled)
  }

  @Test func `a handler may cancel again`() async {
    let work = Work()
    let task = Task {
      await work.scope.run {
        await withTaskCancellationHandler {
          await Self.untilCancelled()
        } onCancel: {
          work.scope.cancel()
        }
      }
    }
    work.scope.cancel()
    await task.value
  }

  @Test func `the task is there for as long as somebody cancels it`() async {
    for _ in 0..<2_000 {
      let work = Work()
      await withDiscardingTaskGroup { group in
        group.addTask { await work.scope.run {} }
        group.addTask { work.scope.cancel() }
      }
    }
  }

  @Test func `a scope runs one body`() async {
    await #expect(processExitsWith: .failure) { await runTwice() }
  }

  private static func untilCancelled() async {
    let (stream, _) = AsyncStream.makeStream(of: Void.self)
    // A stream ends when the task that waits for it is cancelled.
    for await _ in stream {}
  }
}

/// Apart from its test, because the body of an exit test is expanded outside this file's imports.
private func runTwice() async {
  let work = Work()
  await work.scope.run {}
  await work.scope.run {}
}
