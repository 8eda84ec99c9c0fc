internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeSync
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(4))) struct SyncOrderTests {
  /// What is wrong in the order in which a side speaks.
  private final class Listener: Sendable {
    private struct Heard {
      var logEnd: LogPlace?
      var received: UInt64 = 0
      var stretches = 0
      var breaches: [String] = []
    }

    private let heard = Mutex(Heard())
    var breaches: [String] { heard.withLock { $0.breaches } }
    var stretches: Int { heard.withLock { $0.stretches } }

    func hear(_ message: SyncMessage) {
      heard.withLock { heard in
        switch message {
        case .batch(let batch):
          guard let log = batch.log else { return }
          if let end = heard.logEnd, log.start != end {
            heard.breaches.append("from \(log.start.position) after \(end.position)")
          }
          heard.stretches += 1
          heard.logEnd = log.end
        case .acknowledgement(let acknowledgement):
          if acknowledgement.received < heard.received { heard.breaches.append("received less") }
          heard.received = acknowledgement.received
        default: return
        }
      }
    }
  }

  /// Turns for what an app saves come between the turns for what the peer says, and neither overtakes another.
  @Test func `what is said leaves in the order in which it was decided`() async throws {
    let folder = try TemporaryFolder()
    let pair = try await EnginePair(folder)
    let listener = Listener()
    let connection = pair.connect { listener.hear($0) }
    try await pair.watch.settle(with: nil, reconciling: false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (place, engine) in [pair.phone, pair.watch].enumerated() {
        for writer in 0..<4 {
          group.addTask {
            for round in 0..<60 {
              let base = UInt64(1 + place * 1_000 + writer * 100 + round)
              let uuids = try await engine.store.saveSteps(3, base: base)
              try await engine.store.commit(.delete(Change.Deletion(.uuids([uuids[1]]))))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await pair.watch.settle(with: nil, reconciling: false)
    #expect(listener.breaches == [])
    #expect(listener.stretches > 20)
    #expect(connection.up.openings + connection.down.openings > 0)
    #expect(try await pair.phone.store.steps() == pair.watch.store.steps())
    await connection.cut()
    try await pair.close()
  }

  /// Each role tells what an app saves through a gate, and what it tells arrives.
  @Test(arguments: [NodeRole.phone, .watch])
  func `what is saved is made ready and leaves once it is durable`(role: NodeRole) async throws {
    let folder = try TemporaryFolder()
    let pair = try await EnginePair(folder)
    let connection = pair.connect()
    try await pair.watch.settle(with: nil, reconciling: false)
    let (engine, other) = role == .phone ? (pair.phone, pair.watch) : (pair.watch, pair.phone)
    let gate = role == .phone ? connection.down : connection.up
    var saved: Set<SampleUUID> = []
    // While something of before is still to be heard, nothing is made ready.
    repeat {
      saved.formUnion(try await engine.store.saveSteps(1, base: UInt64(saved.count + 1)))
      try await other.store.until { [saved] in try await $0.steps() == saved }
    } while gate.openings == 0
    await connection.cut()
    try await pair.close()
  }
}
