internal import ConformanceKit
internal import ConformanceWire
internal import Testing

@Suite struct VerdictWireTests {
  @Test(arguments: [
    WireError.refused("x"), .silence("x"), .closed("x"), .malformed("x"), .flood("x"),
  ])
  func `what a node does to the wire is a deviation`(error: WireError) {
    guard case .deviates(let expected, let observed) = Verdict(judging: error, nil) else {
      Issue.record("no deviation")
      return
    }
    #expect("\(expected) \(observed)".contains("x"))
  }

  @Test func `silence says what was expected`() {
    #expect(
      Verdict(judging: WireError.silence("a welcome"), nil)
        == .deviates(expected: "a welcome", observed: "nothing came in time"))
  }

  @Test func `a node that was never there tells nothing, and one that went away does`() {
    let transcript = Transcript()
    transcript.add(fromNode: false, "tcp", "a connection")
    let error = WireError.unreachable("connection refused")
    #expect(
      Verdict(judging: error, transcript) == .inconclusive("cannot connect: connection refused"))
    transcript.add(fromNode: true, "frame", "SETTINGS", [0, 0])
    #expect(
      Verdict(judging: error, transcript)
        == .deviates(
          expected: "a node that goes on listening",
          observed: "cannot connect again: connection refused"))
    #expect(
      Evidence.of(transcript) == [
        Evidence(isFromNode: false, layer: "tcp", summary: "a connection"),
        Evidence(isFromNode: true, layer: "frame", summary: "SETTINGS", bytes: [0, 0]),
      ])
  }

  @Test func `a fault of the tool is no deviation`() {
    #expect(Verdict(judging: Surprise(), nil) == .inconclusive("Surprise()"))
  }
}
