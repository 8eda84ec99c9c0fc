internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

@Suite struct TraceFileTests {
  private static let messages = [
    TracedMessage(
      connection: 1, stream: 1, method: "dyad.v1.Sync/Session", from: .watch, at: 0.25,
      content: .message([1, 2, 3])),
    TracedMessage(
      connection: 1, stream: 1, method: "dyad.v1.Sync/Session", from: .phone, at: 1.5,
      content: .end(code: 14, message: "gone")),
  ]

  @Test func `a recording comes back`() throws {
    #expect(try TraceFile.messages(TraceFile.bytes(Self.messages)) == Self.messages)
    #expect(try TraceFile.messages(TraceFile.bytes([])) == [])
  }

  @Test func `what is no recording is said to be none`() {
    #expect(throws: TraceFile.Failure.self) { try TraceFile.messages([]) }
    #expect(throws: TraceFile.Failure.self) {
      try TraceFile.messages(TraceFile.bytes(Self.messages).dropLast())
    }
  }

  @Test func `no bytes trap`() {
    var random = SeededGenerator(seed: 7)
    let whole = TraceFile.bytes(Self.messages)
    var failures = 0
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      do {
        _ = TraceReport(try TraceFile.messages(bytes)).text()
      } catch {
        failures += 1
      }
    }
    #expect(failures > 100)
  }
}
