internal import CommandLineCore
internal import DyadServices
internal import TextFormats

/// `dyad pair unlock`: forgets wrong codes.
struct PairUnlockCommand: PairCommand {
  static let side = PairingSide.unlock

  static func command(_ call: String) -> Command {
    Command(
      side.rawValue, summary: "Show codes again after too many were wrong",
      discussion: """
        Wrong codes lock the device, for longer each time, so that nobody can try them all. This \
        forgets them. See first who tried.
        """,
      examples: [.init("\(call) unlock", "forget wrong codes")])
  }

  init(_ arguments: ParsedArguments) throws {}

  func run(_ context: PairContext) async throws {
    _ = try await context.call(PairingControlMethods.unlock, UnlockRequest())
    try context.write(
      ["Wrong codes are forgotten: '\(context.call) show' shows codes again."],
      json: .object([.init("unlocked", .bool(true))]))
  }
}
