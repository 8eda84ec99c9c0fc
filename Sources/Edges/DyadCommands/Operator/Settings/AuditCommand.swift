internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import TextFormats

/// `dyad audit`: what was decided, and what happened to the pairs.
struct AuditCommand: OperatorCommand {
  static let task = OperatorTask(call: "dyad audit", operation: "read the audit log")

  static let command = Command(
    "audit", summary: "Show what was decided and what happened, newest first",
    discussion: "Each device keeps its own: pairings, decisions for apps, and what the brake did.",
    examples: [
      .init("dyad audit --limit 20", "the last twenty things"),
      .init("dyad audit --json", "for a program, one on each line"),
    ], options: [limit])

  private static let limit = Option(
    "limit", short: "n", value: "N", help: "Show at most so many", default: "100")

  private let limit: UInt32

  init(_ arguments: ParsedArguments) throws {
    limit = UInt32(clamping: try arguments.integer(Self.limit, in: 1...1_000) ?? 100)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    var request = GetAuditRequest()
    request.limit = limit
    let events = try await context.call(OperatorMethods.getAudit, request).events
    if events.isEmpty {
      context.note("Nothing was decided yet.")
      return .success
    }
    var table = Table(["WHEN", "EVENT", "SUBJECT", "DETAIL"].map { Table.Column($0) })
    for event in events {
      let subject = event.name.isEmpty ? event.subject : event.name
      table.append([
        PairingWords.date(event.at, on: context.console), event.event, subject, event.detail,
      ])
    }
    try context.write(
      table,
      json: events.map {
        .object([
          .init("at", InstantJSON.value(of: $0.at)), .init("event", .string($0.event)),
          .init("subject", .string($0.subject)), .init("name", .string($0.name)),
          .init("detail", .string($0.detail)),
        ])
      })
    return .success
  }
}
