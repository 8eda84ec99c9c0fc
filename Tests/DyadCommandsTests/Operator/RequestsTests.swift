internal import CommandLineCore
internal import DyadCommands
internal import DyadServices
internal import RPCCore
internal import TestSupport
internal import Testing

/// What apps ask for, and what the owner decides.
@Suite(.timeLimit(.minutes(5))) struct RequestsTests {
  private static func request() -> AppRequest {
    var request = AppRequest()
    request.id = "7K2M"
    request.device = "Band"
    request.bundleIdentifier = "com.example.strap"
    request.name = "Strap"
    request.readReason = "Draws them."
    request.shareReason = "Keeps them."
    // By either of their names.
    request.read = ["heartRate", Types.stepCount]
    request.share = [Types.heartRate]
    request.askedAt = Devices.now - 300
    return request
  }

  private static func waiting(
    _ change: (inout ListRequestsResponse) -> Void = { _ in }
  ) -> ListRequestsResponse {
    var answer = ListRequestsResponse()
    answer.requests = [request()]
    change(&answer)
    return answer
  }

  /// Runs at a phone where a request waits.
  private static func run(
    _ words: [String], _ asked: Asked<DecideRequest> = Asked(), input: [String] = [],
    at status: NodeStatusMessage = Nodes.phone(), isTerminal: Bool = true,
    open answer: ListRequestsResponse = waiting()
  ) async throws -> PairRun {
    var decided = DecideResponse()
    decided.accesses = [Nodes.access(Types.heartRate, read: 2, share: 1)]
    let response = decided
    return try await PairRun.dyad(
      words,
      { router in
        router.status(status)
        router.answer(OperatorMethods.listRequests, with: answer)
        router.answer(OperatorMethods.decide, asked, with: response)
      },
      { setting in
        setting.input = input
        setting.isTerminal = isTerminal
      })
  }

  /// "heartRate r+ s-": what was decided of each type.
  private static func decisions(_ request: DecideRequest?) -> [String] {
    (request?.decisions ?? []).map { decision in
      let read = decision.read.map { $0 ? " r+" : " r-" } ?? ""
      let share = decision.share.map { $0 ? " s+" : " s-" } ?? ""
      return "\(decision.type)\(read)\(share)"
    }
  }

  @Test func `what waits is listed`() async throws {
    let run = try await Self.run(["requests"])
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(
      run.lines == [
        "ID    APP    FROM  ASKED      READ                  SHARE",
        "7K2M  Strap  Band  5 min ago  heartRate, stepCount  heartRate",
      ])
    #expect(run.errors.contains("'dyad approve ID' shows one"))
    let json = try await Self.run(["requests", "--json"])
    #expect(
      json.output == #"""
        {"id":"7K2M","bundle":"com.example.strap","name":"Strap",\#
        "device":"Band","askedAt":"2026-11-21T07:55:00Z","readReason":"Draws them.",\#
        "shareReason":"Keeps them.","read":["heartRate","stepCount"],"share":["heartRate"]}

        """#)
    #expect(json.errors.isEmpty)
    let none = try await Self.run(["requests"], open: ListRequestsResponse())
    #expect(none.output.isEmpty)
    #expect(none.errors == "No app waits for a decision.\n")
  }

  @Test func `a watch says whether the phone hears of it`() async throws {
    let near = try await Self.run(
      ["requests"], at: Nodes.watch(), open: Self.waiting { $0.phoneIsConnected = true })
    #expect(near.errors.contains("The phone is connected and has these requests"))
    let away = try await Self.run(
      ["requests"], at: Nodes.watch(), open: Self.waiting { $0.phoneHeardAt = Devices.now - 7_200 })
    #expect(away.errors.contains("The phone is not connected and was heard last 2 h ago."))
    let never = try await Self.run(["requests"], at: Nodes.watch())
    #expect(never.errors.contains("The phone is not connected and was never heard."))
    let none = try await Self.run(
      ["requests"], at: Nodes.watch(),
      open: Self.waiting { answer in
        answer.requests = []
        answer.phoneIsConnected = true
      })
    #expect(none.errors == "No app waits for a decision.\n")
  }

  @Test func `the owner is asked for each type and direction`() async throws {
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(
      ["approve", "7k-2m"], asked, input: ["y\nperhaps\nN\n", " Later \n"])
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(
      run.errors == """
        Request 7K2M, 5 min ago: "Strap" (com.example.strap) on the watch "Band"
          to read:   Draws them.
          to share:  Keeps them.
        TYPE       READ  SHARE
        heartRate  asks  asks
        stepCount  asks  -
        Let it read heartRate? [y/n/later] \
        Let it read stepCount? [y/n/later] \
        Let it read stepCount? [y/n/later] \
        Let it share heartRate? [y/n/later] 
        """)
    #expect(asked.all.map(\.id) == ["7K2M"])
    #expect(Self.decisions(asked.all.first) == ["heartRate r+", "stepCount r-"])
    #expect(asked.all.first?.others == nil)
    #expect(
      run.lines.first
        == "Decided for \"Strap\" (com.example.strap) on the watch \"Band\"; the rest waits. "
        + "This holds now:")
  }

  @Test func `nothing is decided without an answer`() async throws {
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(["approve", "7K2M"], asked)
    #expect(run.exitCode == .success)
    #expect(run.errors.hasSuffix("Nothing is decided; the request waits.\n"))
    let nobody = try await Self.run(["approve", "7K2M"], asked, isTerminal: false)
    #expect(nobody.exitCode == .usage)
    #expect(nobody.errors.contains("Say --all, --only or --except."))
    #expect(asked.all.isEmpty)
  }

  @Test(arguments: [
    (["--all"], ["heartRate r+ s+", "stepCount r+"]),
    (["--only", "heartRate"], ["heartRate r+ s+", "stepCount r-"]),
    (["--only", "heartRate:share,stepCount"], ["heartRate r- s+", "stepCount r+"]),
    (["--except", "heartRate:read"], ["heartRate r- s+", "stepCount r+"]),
    (["--except=stepcount:read,heartRate"], ["heartRate r- s-", "stepCount r-"]),
  ])
  func `scripts decide without a question`(words: [String], decisions: [String]) async throws {
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(["approve", "7K2M"] + words, asked, isTerminal: false)
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(Self.decisions(asked.all.first) == decisions)
    #expect(run.lines.last == "heartRate  authorized  denied")
    #expect(!run.lines.contains { $0.contains("the rest waits") })
  }

  @Test(arguments: [
    ["--only", "bodyMass"], ["--only", "stepCount:share"], ["--except", "stepCount:write"],
    ["--only", "hartRate"], ["--only", ""], ["--all", "--only", "heartRate"],
    ["--only", "heartRate", "--except", "stepCount"], ["--except", "heartRate,"],
  ])
  func `a slip decides nothing`(words: [String]) async throws {
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(["approve", "7K2M"] + words, asked)
    #expect(run.exitCode == .usage, "\(run.errors)")
    #expect(asked.all.isEmpty)
  }

  @Test(arguments: [["approve", "XXXX", "--all"], ["deny", "XXXX"]])
  func `a request that is not there is told`(words: [String]) async throws {
    let run = try await Self.run(words)
    #expect(run.exitCode == .notFound)
    #expect(run.errors.contains("there is no such request\n  'dyad requests'"))
  }

  @Test(arguments: [
    ("7c2f-27", ExitCode.success), ("7C2F9", .success), ("7c2f", .usage), ("7c2", .usage),
    ("7d", .notFound),
    ("7c2f3", .notFound), ("", .notFound),
  ])
  func `the beginning of an id is enough where it is of one alone`(
    id: String, code: ExitCode
  ) async throws {
    let answer = Self.waiting { answer in
      var other = answer.requests[0]
      answer.requests[0].id = "7c2f27baea37f2ea"
      other.id = "7c2f9104277e7145"
      answer.requests.append(other)
    }
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(["approve", id, "--all"], asked, open: answer)
    #expect(run.exitCode == code, "\(run.errors)")
    let begin = id.lowercased().filter { $0 != "-" }
    #expect(asked.all.count == (code == .success ? 1 : 0))
    #expect(asked.all.allSatisfy { $0.id.count == 16 && $0.id.hasPrefix(begin) })
    #expect(code != .usage || run.errors.contains("several ids begin like that\n  Type more of"))
  }

  @Test(arguments: [["approve", "7K2M"], ["approve", "7K2M", "--all"], ["deny", "7K2M"]])
  func `a watch does not decide`(words: [String]) async throws {
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(words, asked, at: Nodes.watch())
    #expect(run.exitCode == .refused)
    #expect(run.errors.contains("the request: this device is a watch\n"))
    #expect(run.errors.contains("Do it on the phone \"Slate\", with the same command."))
    #expect(asked.all.isEmpty)
  }

  @Test func `a request is denied as a whole`() async throws {
    let asked = Asked<DecideRequest>()
    let run = try await Self.run(["deny", "7k2m"], asked)
    #expect(run.exitCode == .success)
    #expect(asked.all.map(\.id) == ["7K2M"])
    #expect(asked.all.first?.decisions.isEmpty == true)
    #expect(asked.all.first?.others == false)
    #expect(run.lines.first?.hasPrefix("Denied what \"Strap\" (com.example.strap)") == true)
  }

  @Test(arguments: [
    ["requests"], ["requests", "--json"], ["approve", "7K2M"], ["approve", "7K2M", "--all"],
    ["deny", "7K2M", "--json"],
  ])
  func `a terminal obeys no app`(words: [String]) async throws {
    let answer = Self.waiting { answer in
      answer.requests[0].name = Nodes.hostile
      answer.requests[0].bundleIdentifier = Nodes.hostile
      answer.requests[0].readReason = Nodes.hostile
      answer.requests[0].device = Nodes.hostile
      answer.requests[0].read.append("HK\(Nodes.hostile)")
    }
    let run = try await Self.run(words, input: ["n\nn\nn\nn\n"], open: answer)
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(!run.output.isEmpty)
    #expect(!Nodes.isObeyed(run.output), "\(run.output.debugDescription)")
    #expect(!Nodes.isObeyed(run.errors), "\(run.errors.debugDescription)")
  }
}
