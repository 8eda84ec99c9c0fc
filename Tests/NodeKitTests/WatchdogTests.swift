internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import NodeKit
@testable internal import NodeLog

// @testable: the watchdog is the daemon's own.
@Suite(.timeLimit(.minutes(5))) struct WatchdogTests {
  @Test func `a loop that hangs keeps it silent`() async throws {
    let folder = try TemporaryFolder()
    let inbox = try DatagramInbox(path: folder.file("one"))
    let others = try DatagramInbox(path: folder.file("two"))
    let manager = try #require(ServiceManager(socket: folder.file("one")))
    let other = try #require(ServiceManager(socket: folder.file("two")))
    let log = Log(.error, to: EventLog())
    let loops = try (0..<3).map { try EventLoop(name: "loop \($0)") }
    let free = Watchdog(
      telling: other, within: .milliseconds(1), of: Array(loops[..<2]), log: log)
    let hung = Watchdog(telling: manager, within: .milliseconds(1), of: loops, log: log)

    let gate = try DatagramInbox(path: folder.file("gate"))
    let key = try #require(ServiceManager(socket: folder.file("gate")))
    let begun = try DatagramInbox(path: folder.file("begun"))
    let sign = try #require(ServiceManager(socket: folder.file("begun")))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: loops[2]) {
        try sign.tell(.ready)
        #expect(gate.next() == "READY=1")
      }
      #expect(begun.next() == "READY=1")
      group.addTask { await free.run() }
      group.addTask { await hung.run() }
      for _ in 0..<20 { #expect(others.next() == "WATCHDOG=1") }
      // The first that arrives is ours: until now nobody has said anything.
      try manager.tell(.ready)
      try key.tell(.ready)
      #expect(inbox.next() == "READY=1")
      #expect(inbox.next() == "WATCHDOG=1")
      group.cancelAll()
    }
    for loop in loops { await loop.shutdown() }
  }
}
