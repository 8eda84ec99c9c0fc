internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import TextFormats

/// `dyad cutoff`: how far back a watch keeps samples.
struct CutoffCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad cutoff", operation: "show or set the cutoff", place: .watch)

  static let command = Command(
    "cutoff", summary: "Show or set how far back a watch keeps samples",
    discussion: """
      What ends earlier is neither kept nor taken; the phone keeps it. The window moves along with \
      time. A longer one is filled from the phone. Without a SPAN it shows what holds.
      """,
    examples: [
      .init("dyad cutoff", "show it"), .init("dyad cutoff 30d", "keep a month on this watch"),
    ], arguments: [span])

  private static let span = Argument(
    "SPAN", help: "A number and s, m, h, d or w, such as 7d", isRequired: false)

  private let window: Double?

  init(_ arguments: ParsedArguments) throws {
    guard let text = arguments.value(Self.span) else {
      window = nil
      return
    }
    guard let seconds = SpanText.seconds(text) else {
      throw arguments.unusable(Self.span, "expected a number and s, m, h, d or w, such as 7d")
    }
    window = seconds
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let cutoff: Double?
    if let window {
      var request = SetCutoffRequest()
      request.window = window
      cutoff = try await context.call(OperatorMethods.setCutoff, request).cutoff
    } else {
      cutoff = try await context.withClient { try await context.status($0) }.cutoff
    }
    let line =
      cutoff.map {
        "What ends before \(PairingWords.date($0, on: context.console)) is neither kept nor taken."
      }
      ?? "There is no cutoff: this device keeps everything."
    try context.write(
      [line],
      json: .object([.init("cutoff", cutoff.map { InstantJSON.value(of: $0) } ?? .null)]))
    return .success
  }
}
