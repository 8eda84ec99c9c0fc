internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import TextFormats

/// `dyad pair rotate`: makes a new key.
struct PairRotateCommand: PairCommand {
  static let side = PairingSide.rotate

  static func command(_ call: String) -> Command {
    Command(
      side.rawValue, summary: "Make a new key for this device, and tell the paired one",
      discussion: """
        The old key vouches for the new one, so the pair stays. The old one holds until every paired \
        device was told.
        """,
      examples: [.init("\(call) rotate", "make a new key")])
  }

  init(_ arguments: ParsedArguments) throws {}

  func run(_ context: PairContext) async throws {
    let answer = try await context.call(PairingControlMethods.rotateKey, RotateKeyRequest())
    let key = PairingWords.key(answer.fingerprint)
    var lines = ["The new key is \(key)."]
    if answer.isDone {
      lines.append("It holds from now on.")
    } else if answer.waitingFor.isEmpty {
      lines.append("The old one holds until the pairing that is under way here is over.")
    } else {
      lines.append("The old one holds until these can be reached:")
      lines += answer.waitingFor.map { "  \($0.title) (\(TerminalText.clean($0.id)))" }
    }
    try context.write(
      lines,
      json: .object([
        .init("key", .string(key)), .init("done", .bool(answer.isDone)),
        .init("waitingFor", .array(answer.waitingFor.map(\.json))),
      ]))
  }
}
