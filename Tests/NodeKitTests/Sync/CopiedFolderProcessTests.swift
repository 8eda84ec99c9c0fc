internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct `A watch whose folder was copied, and both go on` {
  /// Sets the clock of a watch to its next call, where it waits for that.
  ///
  /// - Returns: How long it would have waited, in seconds; nothing where it does not wait.
  private func callNow(_ watch: PairingNode) async throws -> Double {
    let status = try await watch.owner.peerStatus()
    guard status.state == .retrying, let next = status.nextTry else { return 0 }
    return try await watch.asOwner { owner in
      var request = AdvanceClockRequest()
      let now = try await owner.call(OperatorMethods.advanceClock, request).now
      request.seconds = max(0, next - now) + 1
      _ = try await owner.call(OperatorMethods.advanceClock, request)
      return next - now
    }
  }

  @Test func `is named on every side, and each calls more and more seldom`() async throws {
    let phone = try PairingNode(.phone)
    let first = try PairingNode(.watch, ["--test-clock"])
    try await `Pairing two daemons`.pair(phone, first)
    try first.stop()
    let folder = try TemporaryFolder()
    _ = try RunningProgram.run("/bin/cp", ["-a", "\(first.folder.path)/.", folder.path])
    try first.restart()
    _ = try await first.owner.peerStatus { $0.connectedSince != nil }
    let second = try PairingNode(.watch, in: folder, ["--test-clock"])
    let watches = [first, second]
    // After the first time a second, and twice as long each time: four seconds say that it was the third.
    var longest = [0.0, 0.0]
    while !longest.allSatisfy({ $0 > 3.5 }) {
      for (index, watch) in watches.enumerated() {
        longest[index] = max(longest[index], try await callNow(watch))
      }
    }
    for watch in watches {
      while try await !watch.owner.peerStatus().isThisTwice {
        for watch in watches { _ = try await callNow(watch) }
      }
    }
    #expect(try await phone.owner.peerStatus { $0.isTwice }.isTwice)
    for watch in watches { #expect(try watch.stop().contains("sync.this-runs-twice")) }
    #expect(try phone.stop().contains("sync.peer-runs-twice"))
  }
}
