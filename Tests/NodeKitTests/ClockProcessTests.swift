internal import DyadServices
internal import HealthModel
internal import Pairing
internal import RPCCore
internal import RPCHTTP2
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A daemon whose clock is set ahead` {
  @discardableResult
  private func advance(_ node: PairingNode, by seconds: Double) async throws -> Double {
    var request = AdvanceClockRequest()
    request.seconds = seconds
    return try await node.asOwner { [request] owner in
      try await owner.call(OperatorMethods.advanceClock, request).now
    }
  }

  private func refusal(_ node: PairingNode, of seconds: Double) async throws -> StatusCode {
    do {
      try await advance(node, by: seconds)
      return .ok
    } catch let error as RPCError {
      return error.code
    }
  }

  @Test func `only a daemon that was started for tests has such a clock`() async throws {
    #expect(try await refusal(try PairingNode(.phone), of: 1) == .failedPrecondition)
    let node = try PairingNode(.phone, ["--test-clock"])
    let first = try await advance(node, by: 0)
    let second = try await advance(node, by: 86_400)
    #expect((86_400..<86_460).contains(second - first))
    for seconds in [-1, .infinity, .nan, 3.3e9] {
      #expect(try await refusal(node, of: seconds) == .invalidArgument)
    }
    let log = try node.stop()
    #expect(log.contains("clock.for-tests"))
  }

  @Test func `a code is shown no more when its time is over`() async throws {
    let node = try PairingNode(.phone, ["--test-clock"])
    try await node.showingCode {
      $0.seconds = 600
    } _: { _, window in
      try await advance(node, by: 500)
      // A second one would be opened if the first were closed.
      await #expect(throws: RPCError.self) { try await node.showingCode { _, _ in } }
      try await advance(node, by: 101)
      guard case .closed(let closed) = try await window.ending() else {
        throw TestSupportError("the window is open")
      }
      #expect(closed.refusal == PairingError.Refusal.expired.rawValue)
    }
    try await node.showingCode { _, _ in }
  }

  @Test func `a peer is called again without waiting`() async throws {
    let (phone, watch) = (try PairingNode(.phone, ["--test-clock"]), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    watch.crash()
    var request = GetStatusRequest()
    request.every = 0.001
    try await phone.asOwner { [request] owner in
      try await owner.withCall(OperatorMethods.getStatus) { call in
        try call.sendOnly(request)
        var planned = -Double.infinity
        // Each try in vain makes the next pause longer, until nobody here would wait for it.
        while let status = try await call.receive() {
          guard let peer = status.peers.first, peer.state == .retrying, let next = peer.nextTry,
            next > planned
          else { continue }
          guard next - status.now < 120 else { break }
          planned = next
          try await advance(phone, by: max(0, next - status.now) + 1)
        }
        try watch.restart()
        try await advance(phone, by: 500)
        while let status = try await call.receive() {
          if status.peers.first?.state == .settled { return }
        }
        throw TestSupportError("the peers never held the same")
      }
    }
  }
}
