internal import CommandLineCore
internal import DyadServices
internal import TextFormats

/// `dyad apps add`: makes an app known.
struct AppsAddCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad apps add", operation: "add the app", listing: "dyad apps list")

  static let command = Command(
    "add", summary: "Make an app known, or give it a new token",
    discussion: """
      The app may not read or share anything yet: it asks for that, with the reasons given here, and \
      'dyad requests' shows what waits. Without a reason it cannot ask. Its token is written to a file \
      that only its user can read; the one before is worthless from then on.
      """,
    examples: [
      .init("dyad apps add com.example.strap --name Strap --sharing Training", "one that saves"),
      .init(
        "dyad apps add com.example.run --sharing Runs --start /usr/bin/run",
        "one that its phone may start"),
      .init("dyad apps add com.example.chart --reading Charts --user 1001", "one of another user"),
    ], options: [name, reading, sharing, user, start, showToken],
    arguments: [OperatorOptions.bundle])

  private static let name = Option(
    "name", value: "NAME", help: "What people call it; else its bundle identifier")
  private static let reading = Option(
    "reading", value: "REASON", help: "Why it wants to read, in a sentence")
  private static let sharing = Option(
    "sharing", value: "REASON", help: "Why it wants to share, in a sentence")
  private static let user = Option(
    "user", value: "NUMBER", help: "The user it runs as; else the daemon's own")
  private static let start = Option(
    "start", value: "COMMAND",
    help: "How it is started when its phone wants a workout: a path from the root on, and words")
  private static let showToken = Option(
    "show-token", help: "Print the token, too, for an app that cannot read the file")

  private let request: AddAppRequest
  private let showsToken: Bool

  init(_ arguments: ParsedArguments) throws {
    var request = AddAppRequest()
    request.bundleIdentifier = try arguments.bundle()
    request.name = arguments.value(Self.name) ?? ""
    request.readReason = arguments.value(Self.reading) ?? ""
    request.shareReason = arguments.value(Self.sharing) ?? ""
    // The last number stands for nobody.
    request.user = try arguments.integer(Self.user, in: 0...Int(UInt32.max - 1))
      .flatMap(UInt32.init(exactly:))
    request.start = (arguments.value(Self.start) ?? "").split(separator: " ").map(String.init)
    self.request = request
    showsToken = arguments.has(Self.showToken)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let answer = try await context.call(OperatorMethods.addApp, request)
    let name = request.name.isEmpty ? request.bundleIdentifier : request.name
    var lines = [
      "Added the app \"\(name)\" (\(request.bundleIdentifier)).",
      "  user     \(request.user.map { "\($0)" } ?? "the daemon's own")",
      "  reading  \(Self.reason(request.readReason))",
      "  sharing  \(Self.reason(request.shareReason))",
    ]
    if !request.start.isEmpty {
      lines.append("  start    \(request.start.joined(separator: " "))")
    }
    lines.append("Its token is in \(answer.path), for its user alone.")
    var json: [JSONValue.Member] = [
      .init("bundle", .string(request.bundleIdentifier)), .init("name", .string(name)),
      .init("path", .string(answer.path)),
    ]
    if showsToken {
      lines.append("The token is \(answer.token)")
      json.append(.init("token", .string(answer.token)))
    }
    try context.write(lines, json: .object(json))
    return .success
  }

  private static func reason(_ text: String) -> String {
    text.isEmpty ? "no reason is given, so it cannot ask" : text
  }
}
