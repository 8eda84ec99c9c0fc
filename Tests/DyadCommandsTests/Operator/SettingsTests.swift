internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import TestSupport
internal import Testing
internal import TextFormats

/// The audit log, the cutoff, the scope, units, the order of sources and the brake.
@Suite(.timeLimit(.minutes(5))) struct SettingsTests {
  @Test func `the audit log is shown`() async throws {
    var event = AuditEventMessage()
    event.at = Devices.now
    event.event = "paired"
    event.subject = Devices.watch.id
    event.detail = Nodes.hostile
    var answer = GetAuditResponse()
    answer.events = [event]
    let audit = answer
    let asked = Asked<GetAuditRequest>()
    let run = try await PairRun.dyad(
      ["audit", "--limit", "5"], { $0.answer(OperatorMethods.getAudit, asked, with: audit) })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.limit) == [5])
    #expect(run.lines.count == 2)
    #expect(run.lines.last?.hasPrefix("2026-11-21T08:00:00Z  paired  \(Devices.watch.id)") == true)
    #expect(!Nodes.isObeyed(run.output))
    let json = try await PairRun.dyad(
      ["audit", "--json"], { $0.answer(OperatorMethods.getAudit, asked, with: audit) })
    #expect(asked.all.last?.limit == 100)
    #expect(try json.json.first?["event"]?.stringValue == "paired")
    var known = answer
    known.events[0].name = "Band"
    let named = known
    let names = try await PairRun.dyad(
      ["audit"], { $0.answer(OperatorMethods.getAudit, with: named) })
    #expect(names.lines.last?.hasPrefix("2026-11-21T08:00:00Z  paired  Band") == true)
    #expect(!names.output.contains(Devices.watch.id))
    let none = try await PairRun.dyad(
      ["audit"], { $0.answer(OperatorMethods.getAudit, with: GetAuditResponse()) })
    #expect(none.output.isEmpty)
    #expect(none.errors == "Nothing was decided yet.\n")
  }

  @Test func `the cutoff is shown`() async throws {
    let watch = try await PairRun.dyad(["cutoff"], { $0.status(Nodes.watch()) })
    #expect(watch.output == "What ends before 2026-11-14T08:00:00Z is neither kept nor taken.\n")
    let phone = try await PairRun.dyad(["cutoff"], { $0.status(Nodes.phone()) })
    #expect(phone.output == "There is no cutoff: this device keeps everything.\n")
    let json = try await PairRun.dyad(["cutoff", "--json"], { $0.status(Nodes.phone()) })
    #expect(json.output == "{\"cutoff\":null}\n")
  }

  @Test(arguments: [("30d", 2_592_000.0), ("1w", 604_800), ("12h", 43_200)])
  func `the cutoff is set`(span: String, seconds: Double) async throws {
    let asked = Asked<SetCutoffRequest>()
    var answer = SetCutoffResponse()
    answer.cutoff = Devices.now - seconds
    let cutoff = answer
    let run = try await PairRun.dyad(
      ["cutoff", span, "--json"],
      { $0.answer(OperatorMethods.setCutoff, asked, with: cutoff) })
    #expect(run.exitCode == .success)
    #expect(asked.all.map(\.window) == [seconds])
    #expect(try run.json.first?["cutoff"]?.stringValue?.hasPrefix("2026-1") == true)
  }

  @Test func `a phone has no cutoff`() async throws {
    let run = try await PairRun.dyad(
      ["cutoff", "7d"],
      { router in
        router.status(Nodes.phone())
        router.refuse(
          OperatorMethods.setCutoff, RPCError(.failedPrecondition, "a phone keeps everything"))
      })
    #expect(run.exitCode == .refused)
    #expect(
      run.errors == "dyad: cannot show or set the cutoff: a phone keeps everything\n"
        + "  Do it on the watch, with the same command.\n")
  }

  @Test(arguments: [
    (["all"], true, [], "all types"),
    (["except", "heartRate"], true, [Types.heartRate], "all types except heartRate"),
    (
      ["only", "stepCount", "HeartRate"], false, [Types.stepCount, Types.heartRate],
      "only stepCount, heartRate"
    ),
  ])
  func `the scope is set`(
    words: [String], isExclusion: Bool, types: [String], text: String
  ) async throws {
    let asked = Asked<SetScopeRequest>()
    let run = try await PairRun.dyad(
      ["scope", "Band"] + words,
      { $0.answer(OperatorMethods.setScope, asked, with: SetScopeResponse()) })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.peer) == ["Band"])
    #expect(asked.all.map(\.isExclusion) == [isExclusion])
    #expect(asked.all.map(\.types) == [types])
    #expect(run.output == "From now on Band gets \(text).\n")
  }

  @Test(
    arguments: [
      (true, [], "all types"), (true, [Types.heartRate], "all types except heartRate"),
      (false, [Types.stepCount], "only stepCount"), (false, [], "no types"),
    ] as [(Bool, [String], String)])
  func `the scope is shown`(isExclusion: Bool, types: [String], text: String) async throws {
    let asked = Asked<GetScopeRequest>()
    var response = GetScopeResponse()
    response.isExclusion = isExclusion
    response.types = types
    let answer = response
    let run = try await PairRun.dyad(
      ["scope", "Band"], { $0.answer(OperatorMethods.getScope, asked, with: answer) })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.peer) == ["Band"])
    #expect(run.output == "Band: \(text)\n")
  }

  @Test(arguments: [("accept", true), ("refuse", false)])
  func `the brake is answered`(word: String, isAccepted: Bool) async throws {
    let asked = Asked<AnswerBrakeRequest>()
    let run = try await PairRun.dyad(
      ["brake", word, "Band"],
      { $0.answer(OperatorMethods.answerBrake, asked, with: AnswerBrakeResponse()) })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.peer) == ["Band"])
    #expect(asked.all.map(\.accept) == [isAccepted])
    #expect(run.output.contains(isAccepted ? "What was held is deleted" : "Nothing is deleted"))
  }

  @Test func `sources are ordered`() async throws {
    let asked = Asked<OrderSourcesRequest>()
    var answer = OrderSourcesResponse()
    answer.bundleIdentifiers = ["a.b", Nodes.hostile]
    let order = answer
    var sources = ListSourcesResponse()
    sources.sources = try [("a.b", "Band"), ("c.d", "Scale"), ("e.f", "Scale")].map {
      try Source(bundleIdentifier: $0.0, name: $0.1).encoded()
    }
    let known = sources
    let register = { (router: inout Router) in
      router.status(Nodes.phone())
      router.answer(StoreMethods.listSources, with: known)
      router.answer(OperatorMethods.orderSources, asked, with: order)
    }
    let run = try await PairRun.dyad(["sources", "order", "stepCount", "a.b", "c.d"], register)
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.type) == [Types.stepCount])
    #expect(asked.all.map(\.bundleIdentifiers) == [["a.b", "c.d"]])
    #expect(run.lines.first == "1. a.b")
    #expect(!Nodes.isObeyed(run.output))
    // A slip does not replace the order.
    let slip = try await PairRun.dyad(["sources", "order", "stepCount", "a.b", "c.e"], register)
    #expect(slip.exitCode == .notFound && asked.all.count == 1)
    #expect(slip.errors.contains("c.e saved no stepCount\n  These did: a.b, c.d, e.f."))
    // Names will do, in any case, where they say which one is meant.
    let named = try await PairRun.dyad(["sources", "order", "stepCount", "c.d", "BAND"], register)
    #expect(named.exitCode == .success, "\(named.errors)")
    #expect(asked.all.last?.bundleIdentifiers == ["c.d", "a.b"])
    let two = try await PairRun.dyad(["sources", "order", "stepCount", "scale"], register)
    #expect(two.exitCode == .usage && asked.all.count == 2)
    #expect(two.errors.contains("2 are called scale\n  Name one of c.d, e.f."))
    let twice = try await PairRun.dyad(["sources", "order", "stepCount", "a.b", "band"], register)
    #expect(twice.exitCode == .usage && asked.all.count == 2)
    let shown = try await PairRun.dyad(
      ["sources", "order", "stepCount", "--json"],
      { $0.answer(OperatorMethods.orderSources, asked, with: OrderSourcesResponse()) })
    #expect(asked.all.last?.bundleIdentifiers == [])
    #expect(shown.output == "{\"type\":\"stepCount\",\"order\":[]}\n")
  }

  @Test(arguments: [
    ["audit", "--limit", "0"], ["cutoff", "7"], ["cutoff", "0d"], ["cutoff", "-7d"],
    ["scope", "Band", "some"], ["scope", "Band", "all", "heartRate"], ["scope", "Band", "only"],
    ["scope", "", "all"], ["scope", "Band", "only", "hartRate"], ["brake", "accept", ""],
    ["brake", "accept"], ["brake"], ["sources", "order"], ["sources", "heartRate", "a.b"],
    ["sources", "order", "stepCount", "a.b", "a.b"], ["sources", "order", "stepCount", ""],
    ["sources", "order", "stepCount", "--from", "-7d"],
  ])
  func `words that do not fit are refused`(words: [String]) async throws {
    let run = try await PairRun.dyad(words, { _ in })
    #expect(run.exitCode == .usage, "\(run.errors)")
  }

  @Test(arguments: [
    ("1s", 1.0), ("2m", 120), ("3h", 10_800), ("7d", 604_800), ("999999w", 604_799_395_200),
  ])
  func `spans are read`(text: String, seconds: Double) {
    #expect(SpanText.seconds(text) == seconds)
  }

  @Test(arguments: ["", "s", "7", "0d", "+7d", "-7d", "7 d", "7y", "1000000s", "٧d", "7.5d", "d7"])
  func `what is no span is not read`(text: String) {
    #expect(SpanText.seconds(text) == nil)
  }

  @Test(arguments: [
    (0.0, "now"), (0.5, "now"), (-9, "now"), (59.9, "59 s ago"), (60, "1 min ago"),
    (3_600, "1 h ago"), (172_800, "2 days ago"), (.nan, "now"), (.infinity, "now"),
  ])
  func `ages are told`(seconds: Double, text: String) {
    #expect(SpanText.past(100, now: 100 + seconds) == text)
    let bare = text.replacing(" ago", with: "")
    let ahead = text == "now" ? text : "in \(bare)"
    #expect(SpanText.future(100 + seconds, now: 100) == ahead)
  }
}
