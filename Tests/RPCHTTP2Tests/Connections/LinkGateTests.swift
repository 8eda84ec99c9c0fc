internal import Synchronization
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import RPCHTTP2

@Suite(.timeLimit(.minutes(2))) struct LinkGateTests {
  private let gate: LinkGate
  private let peer: Socket
  private let wakes = Calls()

  /// How often something was called.
  private final class Calls: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  init() throws {
    let (ours, theirs) = try Socket.pair()
    peer = theirs
    gate = LinkGate(of: ours) { [wakes] in wakes.add() }
  }

  /// What has come to the peer.
  private func arrived() throws -> [UInt8] {
    var buffer = ReadBuffer(capacity: 65_536)
    var bytes: [UInt8] = []
    while case .bytes = try peer.receive(into: &buffer) { bytes += buffer.bytes }
    return bytes
  }

  /// Sends until the peer takes no more; how many bytes that is.
  private func fill() throws -> Int {
    var sent = 0
    repeat { sent += 100_000 } while try gate.pass(Array(repeating: 1, count: 100_000))
    return sent
  }

  @Test func `what is sent while it is shut leaves when it is opened`() throws {
    #expect(try gate.pass([1]))
    gate.shut()
    #expect(try gate.pass([2]))
    #expect(try gate.pass([3]))
    #expect(!gate.isBlocked)
    #expect(try arrived() == [1])
    gate.open()
    #expect(try arrived() == [2, 3])
    #expect(try gate.pass([4]))
    #expect(try arrived() == [4])
    #expect(wakes.count == 0)
  }

  @Test func `one that is open takes an opening`() throws {
    gate.open()
    #expect(try gate.pass([1]))
    #expect(try arrived() == [1])
    #expect(wakes.count == 0)
  }

  @Test func `what the peer does not take waits before what follows`() throws {
    let sent = try fill()
    #expect(gate.isBlocked)
    gate.shut()
    #expect(!gate.isBlocked)
    #expect(try gate.pass([2]))
    gate.open()
    #expect(gate.isBlocked)
    // The link has to wait for the peer.
    #expect(wakes.count == 1)
    var received = try arrived()
    while try !gate.pass([]) { received += try arrived() }
    received += try arrived()
    #expect(received == Array(repeating: 1, count: sent) + [2])
  }

  @Test func `it keeps so much and no more, and lets the link go on`() throws {
    #expect(gate.takesMore(atMost: 2))
    gate.shut()
    #expect(try gate.pass([1]))
    #expect(gate.takesMore(atMost: 2))
    #expect(try gate.pass([2]))
    #expect(!gate.takesMore(atMost: 2))
    gate.open()
    #expect(wakes.count == 1)
    #expect(gate.takesMore(atMost: 2))
    #expect(try arrived() == [1, 2])
  }

  @Test func `what is broken off never leaves, and nothing follows`() throws {
    gate.shut()
    #expect(try gate.pass([1]))
    gate.breakOff()
    #expect(wakes.count == 1)
    gate.open()
    #expect(throws: TransportError.brokenOff) { try gate.pass([2]) }
    #expect(try arrived() == [])
  }

  @Test func `nothing leaves once the link is closed`() throws {
    gate.shut()
    #expect(try gate.pass([1]))
    gate.close()
    gate.open()
    #expect(try arrived() == [])
    #expect(wakes.count == 0)
  }

  @Test func `a peer that is gone is noticed by the link`() throws {
    let gate = try {
      // The other one is closed with its last reference.
      let (ours, _) = try Socket.pair()
      return LinkGate(of: ours) { [wakes] in wakes.add() }
    }()
    gate.shut()
    #expect(try gate.pass([1]))
    gate.open()
    #expect(wakes.count == 1)
    #expect(throws: SystemError.self) { try gate.pass([2]) }
  }

  /// Whoever opens it sends on another thread than the link.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `bytes keep their order whoever sends them`(seed: UInt64) async throws {
    let gate = gate
    let ends = Calls()
    let count = 40_000
    var received: [UInt8] = []
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var generator = SeededGenerator(seed: seed)
        while ends.count == 0 {
          gate.shut()
          for _ in 0..<Int.random(in: 0..<200, using: &generator) { _ = gate.isBlocked }
          gate.open()
          await Task.yield()
        }
      }
      for number in 0..<count { _ = try gate.pass([UInt8(truncatingIfNeeded: number)]) }
      ends.add()
      try await group.waitForAll()
    }
    while received.count < count {
      _ = try gate.pass([])
      received += try arrived()
    }
    #expect(received == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
  }
}
