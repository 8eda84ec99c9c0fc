internal import CommandLineCore
internal import DyadServices
internal import TextFormats

/// `dyad sync`: asks for both devices to hold the same, now.
struct SyncCommand: OperatorCommand {
  static let task = OperatorTask(call: "dyad sync", operation: "sync")

  static let command = Command(
    "sync", summary: "Bring the paired devices to the same state now",
    discussion: """
      Devices sync by themselves; this asks for it at once, and says how it stands after a moment. \
      With --wait it waits until all of them hold the same, and ends with exit code 1 where that \
      takes longer than --for says.
      """,
    examples: [
      .init("dyad sync", "begin now"),
      .init("dyad sync --wait --for 2m", "wait until all devices hold the same"),
      .init("dyad sync --wait --reconcile Band", "compare everything with one of them"),
    ], options: [wait, time, reconcile], arguments: [OperatorOptions.device])

  private static let wait = Option("wait", help: "Wait until the devices hold the same")
  private static let time = Option(
    "for", value: "TIME", help: "Wait, but no longer than that, such as 90s or 2m", default: "30s")
  private static let reconcile = Option(
    "reconcile", help: "Compare everything, and not only what changed")

  private let comparison: Comparison

  init(_ arguments: ParsedArguments) throws {
    guard let seconds = arguments.value(Self.time).flatMap(SpanText.seconds) else {
      throw arguments.unusable(Self.time, "expected a number and s, m, h, d or w, such as 30s")
    }
    comparison = Comparison(
      peer: try arguments.peer(OperatorOptions.device),
      isComplete: arguments.has(Self.reconcile),
      patience: arguments.has(Self.wait) || arguments.has(Self.time) ? seconds : nil)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    try await comparison.run(context)
  }
}
