internal import CommandLineCore
internal import DyadCommands
internal import DyadServices
internal import RPCCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct CompleteCommandTests {
  @Test func `zones, units and types are those there are`() throws {
    let dyad = try Dyad()
    #expect(try dyad.run("complete", "zones").lines.contains("Europe/Berlin"))
    let units = try dyad.run("complete", "units", "--", "stats", "heartRate", "--unit").lines
    #expect(units == ["count/min", "count/s"])
    #expect(try dyad.run("complete", "order", "--", "sources", "order").lines.contains("stepCount"))
  }

  @Test func `sources are those of the type that was typed, in the store that was typed`() throws {
    let dyad = try Dyad()
    let named = Dyad.heartRate(2, bundle: "a.c").replacing(
      #""bundle":"a.c""#, with: #""bundle":"a.c","name":"My strap""#)
    try #require(
      try dyad.run("save", input: Dyad.heartRate(1, bundle: "a.b") + named).exitCode == 0)
    let path = try RunningProgram.builtPath("dyad")
    for words in [
      ["--state", dyad.folder.file("state")], ["--state=\(dyad.folder.file("state"))"],
    ] {
      let found = try RunningProgram.run(
        path, ["complete", "sources", "--"] + words + ["query", "heartRate", "--source"])
      #expect(found.lines == ["My strap", "a.b", "a.c"])
    }
    #expect(try dyad.run("complete", "sources", "--", "query", "stepCount").output.isEmpty)
  }

  @Test func `nothing is said where nothing is there`() throws {
    let dyad = try Dyad()
    for kind in ["sources", "devices", "apps", "requests", "nonsense"] {
      let ending = try dyad.run("complete", kind, "--", "query", "heartRate")
      #expect(ending.exitCode == 0 && ending.output.isEmpty && ending.errors.isEmpty, "\(kind)")
    }
  }

  @Test func `devices, apps and requests are told by the daemon`() async throws {
    let answers: @Sendable (inout Router) -> Void = { router in
      router.unary(PairingControlMethods.listPeers) { _, _ in
        var answer = ListPeersResponse()
        answer.peers = [Devices.watch]
        return answer
      }
      router.unary(OperatorMethods.listApps) { _, _ in
        var app = AppMessage()
        app.bundleIdentifier = "org.example.run"
        var answer = ListAppsResponse()
        answer.apps = [app]
        return answer
      }
      router.unary(OperatorMethods.listRequests) { _, _ in
        var request = AppRequest()
        request.id = "27ba"
        var answer = ListRequestsResponse()
        answer.requests = [request]
        return answer
      }
    }
    for (kind, words) in [
      ("devices", ["Band", Devices.watch.id]), ("apps", ["org.example.run"]),
      ("requests", ["27ba"]),
    ] {
      let run = try await PairRun.dyad(["complete", kind], answers)
      #expect(run.lines == words, "\(kind): \(run.errors)")
    }
  }
}
