internal import ConformanceKit
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct SecretTests {
  @Test func `no report has a code or a token`() throws {
    let item = Case("made/up", "SYNC-HELLO-FIRST", needs: [.owner, .app]) { stage in
      let node = try stage.node()
      let token = try node.makeApp("app.first")
      _ = try node.app(token: token).call("Store/GetCoverage")
      throw Deviation(expected: "token \(token)", observed: "code \(try node.pairingCode())")
    }
    let choice = TargetChoice.program(
      [
        try RunningProgram.builtPath("dyadd"), "--role", "phone", "--state", "{state}", "--listen",
        "127.0.0.1:0", "--print-addresses",
      ], hasVirtualTime: false)
    let result = Runner(RunPlan([item]), .nodes(choice, role: .phone, target: "dyadd")).run()
    let entry = try #require(result.entries.first)
    #expect(
      entry.verdict == .deviates(expected: "token (covered)", observed: "code (covered)"))
    let told = entry.evidence.filter { !$0.isFromNode && $0.summary.hasPrefix("HEADERS") }
    #expect(!told.isEmpty)
    let shown = told.filter { !$0.bytes.isEmpty }
    #expect(shown.isEmpty)
  }
}
