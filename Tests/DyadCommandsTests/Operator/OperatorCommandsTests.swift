internal import CommandLineCore
internal import CommandSupport
internal import DyadCommands
internal import DyadServices
internal import RPCCore
internal import TestSupport
internal import Testing

/// What all commands on a node have in common.
@Suite(.timeLimit(.minutes(5))) struct OperatorCommandsTests {
  /// A line for each command.
  private static let lines: [[String]] = [
    ["status"], ["status", "--watch"], ["sync"], ["sync", "--wait"], ["verify", "--peer"],
    ["requests"], ["approve", "7", "--all"], ["deny", "7"], ["revoke", "a.b"], ["audit"],
    ["cutoff"], ["cutoff", "7d"], ["scope", "Band", "all"], ["profile"],
    ["profile", "sex", "male"],
    ["units"], ["units", "bodyMass", "lb"], ["sources", "order", "stepCount"],
    ["brake", "accept", "Band"], ["brake", "refuse", "Band"], ["apps", "add", "a.b"],
    ["apps", "list"], ["apps", "remove", "a.b"], ["apps", "reset", "a.b"],
  ]

  /// The calls that a phone alone answers.
  private static let phoneLines: [[String]] = [
    ["revoke", "a.b"], ["apps", "reset", "a.b"], ["scope", "Slate", "all"],
    ["profile", "sex", "male"], ["units", "bodyMass", "lb"],
    ["sources", "order", "stepCount", "a"],
  ]

  private static func refuseAll(_ router: inout Router, _ error: RPCError) {
    for method in [
      OperatorMethods.syncNow.path, OperatorMethods.answerBrake.path, OperatorMethods.addApp.path,
      OperatorMethods.listApps.path, OperatorMethods.removeApp.path, OperatorMethods.resetApp.path,
      OperatorMethods.listRequests.path, OperatorMethods.decide.path,
      OperatorMethods.getAudit.path, OperatorMethods.setCutoff.path,
      OperatorMethods.setProfile.path, OperatorMethods.preferUnit.path,
      OperatorMethods.orderSources.path, StoreMethods.listSources.path,
      OperatorMethods.setScope.path,
    ] {
      router.add(method) { _ in throw error }
    }
  }

  @Test(arguments: lines)
  func `every command says how to start the daemon`(words: [String]) async throws {
    let folder = try TemporaryFolder()
    let run = await PairRun(["--state", folder.path] + words) { $0.group = [] }
    #expect(run.exitCode == .failure)
    #expect(
      run.errors == "dyad: cannot reach the daemon: there is no socket "
        + "\(folder.file("operator.sock"))\n  Start it with 'dyadd', or name its folder with "
        + "--state as it was started with.\n")
    #expect(run.output.isEmpty)
  }

  @Test(arguments: lines)
  func `a daemon that does not know the call is older`(words: [String]) async throws {
    let run = try await PairRun.dyad(words, { _ in })
    #expect(run.exitCode == .failure)
    #expect(run.errors.contains("'dyadd' is older than this program"), "\(run.errors)")
  }

  @Test(arguments: phoneLines)
  func `what a watch cannot do is done on its phone`(words: [String]) async throws {
    let run = try await PairRun.dyad(
      words,
      { router in
        router.status(Nodes.watch())
        router.answer(OperatorMethods.getProfile, with: ProfileMessage())
        Self.refuseAll(&router, RPCError(.failedPrecondition, "the phone decides that"))
      })
    #expect(run.exitCode == .refused)
    #expect(run.errors.contains(": the phone decides that\n"), "\(run.errors)")
    #expect(run.errors.contains("Do it on the phone \"Slate\", with the same command."))
  }

  @Test(arguments: phoneLines)
  func `a phone that refuses is not sent to the phone`(words: [String]) async throws {
    let run = try await PairRun.dyad(
      words,
      { router in
        router.status(Nodes.phone())
        router.answer(OperatorMethods.getProfile, with: ProfileMessage())
        Self.refuseAll(&router, RPCError(.failedPrecondition, "not now"))
      })
    #expect(run.exitCode == .refused)
    #expect(!run.errors.contains("with the same command"))
    #expect(run.errors.contains("'dyad status'"))
  }

  @Test(arguments: [
    (StatusCode.permissionDenied, ExitCode.refused, "Run this as the user"),
    (.unauthenticated, .refused, "Run this as the user"),
    (.invalidArgument, .usage, "See 'dyad audit --help'."),
    (.notFound, .notFound, "'dyad status' shows what there is."),
    (.internal, .failure, "The log of 'dyadd'"),
    (.deadlineExceeded, .failure, "'dyad status --watch' shows how far it is."),
    (.dataLoss, .damaged, "'dyad verify' lists"), (.unavailable, .failure, "still runs"),
    (.failedPrecondition, .refused, "'dyad status' shows"),
  ])
  func `every status comes with what to do next`(
    status: StatusCode, code: ExitCode, advice: String
  ) async throws {
    for (detail, text) in [
      ("why not", "cannot read the audit log: why not\n"),
      ("cannot open \u{1B}it: why not", "cannot open \(TerminalText.replacement)it: why not\n"),
      ("", "cannot read the audit log: \(status.name)\n"),
    ] {
      let run = try await PairRun.dyad(
        ["audit"], { $0.refuse(OperatorMethods.getAudit, RPCError(status, detail)) })
      #expect(run.exitCode == code)
      #expect(run.errors.hasPrefix("dyad: \(text)"), "\(run.errors)")
      #expect(run.errors.contains(advice), "\(run.errors)")
      #expect(run.output.isEmpty)
    }
  }

  @Test func `the path of the socket is bounded`() async {
    let run = await PairRun(["--state", "/" + String(repeating: "a", count: 120), "status"]) {
      $0.group = []
    }
    #expect(run.exitCode == .usage)
    #expect(run.errors.contains("at most 107 bytes"))
  }

  @Test(arguments: Shell.allCases)
  func `completions know the commands`(shell: Shell) {
    let script = Program.program().command.completionScript(for: shell)
    for word in ["status", "apps", "brake", "show-token", "reconcile", "restore", "birth-date"] {
      #expect(script.contains(word), "\(word)")
    }
  }
}
