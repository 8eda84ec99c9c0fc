internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import TextFormats

/// `dyad apps list`: the apps, and what they may do.
struct AppsListCommand: OperatorCommand {
  static let task = OperatorTask(call: "dyad apps list", operation: "list the apps")

  static let command = Command(
    "list", summary: "List the apps, and what they may read and share",
    discussion: """
      On the phone the apps of its watches, too, with the watch that they asked from; they have no user \
      here. With --json also what was denied, the reasons, and the types that an app follows.
      """,
    examples: [
      .init("dyad apps list", "list them"),
      .init("dyad apps list --json", "list them for a program, one on each line"),
    ])

  init(_ arguments: ParsedArguments) {}

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let apps = try await context.call(OperatorMethods.listApps, ListAppsRequest()).apps
    if apps.isEmpty {
      context.note("There is no app: 'dyad apps add BUNDLE-ID' adds one.")
      return .success
    }
    var table = Table(
      ["APP", "NAME", "USER", "WATCH", "ADDED", "READS", "SHARES"].map { Table.Column($0) })
    for app in apps {
      table.append([
        app.bundleIdentifier, app.name, app.isElsewhere ? "-" : "\(app.user)",
        app.watches.isEmpty ? "-" : app.watches.joined(separator: ", "),
        PairingWords.date(app.addedAt, on: context.console),
        Self.types(app.accesses.filter { $0.read == AccessWords.authorized }),
        Self.types(app.accesses.filter { $0.share == AccessWords.authorized }),
      ])
    }
    try context.write(table, json: apps.map(Self.json))
    return .success
  }

  private static func types(_ accesses: [TypeAccessMessage]) -> String {
    TypeWords.decided(accesses.map(\.type))
  }

  private static func json(_ app: AppMessage) -> JSONValue {
    .object([
      .init("bundle", .string(app.bundleIdentifier)), .init("name", .string(app.name)),
      .init("user", app.isElsewhere ? .null : .integer(Int64(app.user))),
      .init("watches", .array(app.watches.map { .string($0) })),
      .init("addedAt", InstantJSON.value(of: app.addedAt)),
      .init("reading", .string(app.readReason)), .init("sharing", .string(app.shareReason)),
      .init("start", .array(app.start.map { .string($0) })),
      .init("accesses", AccessWords.json(app.accesses)),
      .init(
        "subscriptions", .array(app.subscriptions.map { .string(TypeWords.name($0)) })),
    ])
  }
}
