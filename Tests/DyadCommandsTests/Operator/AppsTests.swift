internal import CommandLineCore
internal import DyadCommands
internal import DyadServices
internal import RPCCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct AppsTests {
  private static let token = "token-of-the-test"

  private static func added() -> AddAppResponse {
    var answer = AddAppResponse()
    answer.token = token
    answer.path = "/run/apps/com.example.strap.token"
    return answer
  }

  private static func app() -> AppMessage {
    var app = AppMessage()
    app.bundleIdentifier = "com.example.strap"
    app.name = "Strap"
    app.readReason = "Draws"
    app.user = 1_000
    app.addedAt = Devices.now
    app.accesses = [
      Nodes.access(Types.heartRate, read: 2, share: 2),
      Nodes.access(Types.stepCount, read: 1, share: 2),
      Nodes.access("HKNew", read: 9, share: 0),
    ]
    app.subscriptions = [Types.heartRate]
    return app
  }

  @Test func `an app is added as it was typed`() async throws {
    let asked = Asked<AddAppRequest>()
    let run = try await PairRun.dyad(
      [
        "apps", "add", "com.example.strap", "--name", "Strap", "--reading", "Draws them.",
        "--user", "1001",
      ], { $0.answer(OperatorMethods.addApp, asked, with: Self.added()) })
    #expect(run.exitCode == .success, "\(run.errors)")
    let request = try #require(asked.all.first)
    #expect(request.bundleIdentifier == "com.example.strap")
    #expect(request.name == "Strap")
    #expect(request.readReason == "Draws them.")
    #expect(request.shareReason.isEmpty)
    #expect(request.user == 1_001)
    #expect(
      run.output == """
        Added the app "Strap" (com.example.strap).
          user     1001
          reading  Draws them.
          sharing  no reason is given, so it cannot ask
        Its token is in /run/apps/com.example.strap.token, for its user alone.

        """)
  }

  @Test func `a token is shown to those who ask for it`() async throws {
    for words in [["apps", "add", "a.b"], ["apps", "add", "a.b", "--json"]] {
      let hidden = try await PairRun.dyad(
        words, { $0.answer(OperatorMethods.addApp, with: Self.added()) })
      #expect(hidden.exitCode == .success)
      #expect(!hidden.output.contains(Self.token))
      #expect(!hidden.errors.contains(Self.token))
      let shown = try await PairRun.dyad(
        words + ["--show-token"], { $0.answer(OperatorMethods.addApp, with: Self.added()) })
      #expect(shown.output.contains(Self.token))
    }
  }

  @Test func `apps are listed with what they may do`() async throws {
    var answer = ListAppsResponse()
    var hostile = Self.app()
    hostile.name = Nodes.hostile
    hostile.accesses = []
    answer.apps = [Self.app(), hostile]
    let apps = answer
    let run = try await PairRun.dyad(
      ["apps", "list"], { $0.answer(OperatorMethods.listApps, with: apps) })
    #expect(
      run.lines.prefix(2) == [
        "APP                NAME         USER  WATCH  ADDED                 READS      SHARES",
        "com.example.strap  Strap        1000  -      2026-11-21T08:00:00Z  heartRate  heartRate, stepCount",
      ])
    #expect(run.lines.last?.hasSuffix("-          -") == true)
    #expect(!Nodes.isObeyed(run.output))
    let json = try await PairRun.dyad(
      ["apps", "list", "--json"], { $0.answer(OperatorMethods.listApps, with: apps) })
    #expect(
      json.lines.first == #"""
        {"bundle":"com.example.strap","name":"Strap","user":1000,"watches":[],\#
        "addedAt":"2026-11-21T08:00:00Z","reading":"Draws","sharing":"","start":[],"accesses":[\#
        {"type":"heartRate","read":"authorized","share":"authorized"},\#
        {"type":"stepCount","read":"denied","share":"authorized"},\#
        {"type":"HKNew","read":"unknown","share":"not determined"}],\#
        "subscriptions":["heartRate"]}
        """#)
    #expect(!Nodes.isObeyed(json.output))
    let none = try await PairRun.dyad(
      ["apps", "list"], { $0.answer(OperatorMethods.listApps, with: ListAppsResponse()) })
    #expect(none.output.isEmpty)
    #expect(none.errors.contains("'dyad apps add BUNDLE-ID'"))
  }

  @Test func `apps of watches are listed with where they asked`() async throws {
    var app = Self.app()
    (app.watches, app.isElsewhere, app.user) = (["Band", "Loop"], true, 0)
    var answer = ListAppsResponse()
    answer.apps = [app]
    let apps = answer
    let run = try await PairRun.dyad(
      ["apps", "list"], { $0.answer(OperatorMethods.listApps, with: apps) })
    #expect(run.lines.last?.contains("  Strap  -     Band, Loop  ") == true, "\(run.output)")
    let json = try await PairRun.dyad(
      ["apps", "list", "--json"], { $0.answer(OperatorMethods.listApps, with: apps) })
    #expect(json.output.contains(#""user":null,"watches":["Band","Loop"]"#))
  }

  @Test func `an app is removed`() async throws {
    let asked = Asked<RemoveAppRequest>()
    let run = try await PairRun.dyad(
      ["apps", "remove", "a.b"],
      { $0.answer(OperatorMethods.removeApp, asked, with: RemoveAppResponse()) })
    #expect(run.exitCode == .success)
    #expect(asked.all.map(\.bundleIdentifier) == ["a.b"])
    #expect(run.output == "Removed the app a.b. What it saved stays.\n")
    let unknown = try await PairRun.dyad(
      ["apps", "remove", "a.b"],
      { $0.refuse(OperatorMethods.removeApp, RPCError(.notFound, "there is no such app")) })
    #expect(unknown.exitCode == .notFound)
    #expect(
      unknown.errors == "dyad: cannot remove the app: there is no such app\n"
        + "  'dyad apps list' shows what there is.\n")
  }

  @Test(arguments: [
    (["apps", "reset", "a.b"], false, []), (["revoke", "a.b"], true, []),
    (["apps", "reset", "a.b", "heartrate"], false, [Types.heartRate]),
    (["revoke", "a.b", "heartRate", "HKNew"], true, [Types.heartRate, "HKNew"]),
  ])
  func `decisions are taken back`(
    words: [String], isRevoking: Bool, types: [String]
  ) async throws {
    let asked = Asked<ResetAppRequest>()
    var answer = ResetAppResponse()
    answer.accesses = [Nodes.access(Types.heartRate, read: 0, share: 1)]
    let reset = answer
    let run = try await PairRun.dyad(
      words, { $0.answer(OperatorMethods.resetApp, asked, with: reset) })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.bundleIdentifier) == ["a.b"])
    #expect(asked.all.map(\.revoke) == [isRevoking])
    #expect(asked.all.map(\.types) == [types])
    #expect(
      run.lines.suffix(2) == [
        "TYPE       READ            SHARE", "heartRate  not determined  denied",
      ])
    let json = try await PairRun.dyad(
      words + ["--json"], { $0.answer(OperatorMethods.resetApp, with: reset) })
    #expect(
      json.output == #"{"bundle":"a.b","accesses":[{"type":"heartRate","#
        + #""read":"not determined","share":"denied"}]}"# + "\n")
  }

  @Test(arguments: [
    ["apps", "add", ""], ["apps", "add", "a.b", "--user", "-1"],
    ["apps", "add", "a.b", "--user", "4294967295"], ["apps", "remove", ""],
    ["revoke", "a.b", "hartRate"], ["apps", "reset", "a.b", "HK\u{1B}"], ["apps"],
  ])
  func `words that do not fit are refused`(words: [String]) async throws {
    let run = try await PairRun.dyad(words, { _ in })
    #expect(run.exitCode == .usage, "\(run.errors)")
    #expect(!Nodes.isObeyed(run.errors))
    if words.contains("hartRate") { #expect(run.errors.contains("Did you mean heartRate?")) }
  }
}
