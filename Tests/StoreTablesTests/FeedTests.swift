internal import Synchronization
internal import SystemCore
internal import Testing

@testable internal import StoreTables

// What feeds a table is nobody else's.

/// What a task makes and a thread takes.
@Suite(.timeLimit(.minutes(1))) struct FeedTests {
  private struct Flaw: Error {}

  @Test(arguments: [0, 1, 15, 16, 17, 100])
  func `everything comes once and in its order, and the end again and again`(
    count: Int
  ) async throws {
    let feed = Feed<Int> { put in
      for number in 0..<count {
        await put(number)
        // Now the task is ahead, now the thread.
        if number % 7 == 0 { await Task.yield() }
      }
    }
    let taken = try await WorkThread.value("taker") {
      var taken: [Int] = []
      while let number = try feed.next() { taken.append(number) }
      #expect(try feed.next() == nil)
      return taken
    }
    #expect(taken == Array(0..<count))
  }

  @Test func `no more is ready than is held, but for what is larger by itself`() async throws {
    let made = Mutex(0)
    let feed = Feed<Int>(holding: 10, by: \.self) { put in
      for size in [4, 5, 1, 30, 1, 9] {
        await put(size)
        made.withLock { $0 += 1 }
      }
    }
    // The third fills it, and is put once there is half of it again.
    while made.withLock({ $0 }) < 2 { await Task.yield() }
    let taken = try await WorkThread.value("taker") {
      var taken: [Int] = []
      while let size = try feed.next() {
        taken.append(size)
        #expect(made.withLock { $0 } <= taken.count + 3)
      }
      return taken
    }
    #expect(taken == [4, 5, 1, 30, 1, 9])
  }

  @Test func `a failure comes after what was made before it`() async throws {
    let feed = Feed<Int> { put in
      for number in 0..<40 { await put(number) }
      throw Flaw()
    }
    let taken = try await WorkThread.value("taker") {
      var taken = 0
      while (try? feed.next()) != nil { taken += 1 }
      #expect(throws: Flaw.self) { try feed.next() }
      return taken
    }
    #expect(taken == 40)
  }

  @Test func `a task that waits for room ends when the feed is closed`() async throws {
    let ending = Notice<Bool>()
    let feed = Feed<Int> { put in
      for number in 0..<1_000 where !Task.isCancelled { await put(number) }
      ending.give(Task.isCancelled)
    }
    #expect(try await WorkThread.value("taker") { try feed.next() } == 0)
    feed.close()
    #expect(await ending.value() == true)
  }
}
