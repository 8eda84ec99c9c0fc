internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import RPCCore

/// `dyad status`: how the node is, and how it is with its peers.
struct StatusCommand: OperatorCommand {
  static let task = OperatorTask(call: "dyad status", operation: "tell how the node is")

  static let command = Command(
    "status", summary: "Show how this device is, and how it is with the paired ones",
    discussion: """
      STATE is settled, where nothing is left to be sent; syncing; connecting; retrying, after a \
      failure; waiting, where nobody can call; or stopped, by the brake. LAG counts samples that the \
      other device does not have yet, where that is known; EQUAL says when both held the same last.

      With --watch it goes on until Ctrl-C: on a terminal in place, else one report below the other, \
      whenever something changed.
      """,
    examples: [
      .init("dyad status", "show it once"),
      .init("dyad status --watch", "keep it on the screen"),
      .init("dyad status --watch --json", "a line for each change, for a program"),
    ], options: [watch])

  private static let watch = Option("watch", short: "w", help: "Go on, and show what changes")

  private let isWatching: Bool

  init(_ arguments: ParsedArguments) {
    isWatching = arguments.has(Self.watch)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    guard isWatching else {
      let status = try await context.withClient { try await context.status($0) }
      let report = StatusReport(status: status, now: status.now)
      try context.write(report.lines(on: context.console), json: report.json)
      return .success
    }
    let screen = StatusScreen(context)
    try await context.withClient { client in
      try await client.withCall(OperatorMethods.getStatus) { call in
        var request = GetStatusRequest()
        request.every = 1
        try call.sendOnly(request)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await screen.keepTime() }
          defer { group.cancelAll() }
          while let status = try await call.receive() { try screen.show(status) }
        }
      }
    }
    context.note("The daemon has nothing more to tell: it ends.")
    return .success
  }
}
