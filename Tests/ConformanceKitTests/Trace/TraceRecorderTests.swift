internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct TraceRecorderTests {
  private static func daemon(_ role: Role) throws -> TargetChoice {
    .program(
      [
        try RunningProgram.builtPath("dyadd"), "--role", role.word, "--state", "{state}",
        "--activity", "off", "--listen", "127.0.0.1:0", "--print-addresses",
      ], hasVirtualTime: false)
  }

  @Test func `two daemons keep the order, and all they say can be read`() throws {
    let recorder = TraceRecorder(
      phone: try Self.daemon(.phone), watch: try Self.daemon(.watch), duration: .seconds(1))
    let messages = try recorder.record()
    let report = TraceReport(messages)
    #expect(report.isSound, "\(report.lines.flatMap(\.breaches))")
    let session = messages.filter(\.isOfSession)
    #expect(Set(session.map(\.from)) == [.phone, .watch])
    let text = report.text()
    for kind in ["hello", "welcome", "batch", "acknowledgement", "deletions"] {
      #expect(text.contains(kind), "\(kind)")
    }
    #expect(try TraceFile.messages(TraceFile.bytes(messages)).count == messages.count)
  }
}
