internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import PairingCommands
internal import RPCCore
internal import TextFormats

/// `dyad requests`: what apps ask for, and nobody decided yet.
struct RequestsCommand: OperatorCommand {
  static let task = OperatorTask(call: "dyad requests", operation: "list the requests")

  static let command = Command(
    "requests", summary: "List what apps ask for and nobody decided yet",
    discussion: """
      The phone decides, with 'dyad approve' and 'dyad deny'. Clinical documents are asked for one by \
      one, and shown with what they say of themselves. On a watch this also says whether the \
      phone hears of the requests.
      """,
    examples: [
      .init("dyad requests", "list them"),
      .init("dyad requests --json", "list them for a program, one on each line"),
    ])

  /// The request that a command decides.
  static let id = Argument(
    "ID", help: "The request, as 'dyad requests' shows it, or how its ID begins",
    completion: .asked(CompletionWords.requests.rawValue))

  init(_ arguments: ParsedArguments) {}

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let (status, answer) = try await context.withClient { client in
      (
        try await context.status(client),
        try await client.call(OperatorMethods.listRequests, ListRequestsRequest())
      )
    }
    let sheets = answer.requests.map { RequestSheet(request: $0, now: status.now) }
    if sheets.isEmpty {
      context.note("No app waits for a decision.")
      return .success
    }
    try context.write(Self.table(sheets), json: sheets.map(\.json))
    if !context.isJSON { try context.console.write(Self.documents(sheets, context)) }
    if PairingWords.role(status.role) == "watch" {
      context.note(Self.reach(answer, status))
    } else {
      context.note("'dyad approve ID' shows one and decides it; 'dyad deny ID' denies all of it.")
    }
    return .success
  }

  /// The request of that id, or of one that begins like that.
  ///
  /// - Throws: Where there is none, or several.
  static func sheet(
    _ id: String, _ client: Client, _ context: OperatorContext
  ) async throws -> RequestSheet {
    let answer = try await client.call(OperatorMethods.listRequests, ListRequestsRequest())
    let typed = bare(id)
    var found = answer.requests.filter { bare($0.id) == typed }
    if found.isEmpty, !typed.isEmpty {
      found = answer.requests.filter { bare($0.id).hasPrefix(typed) }
    }
    guard let request = found.first else {
      throw ProgramFailure(
        .notFound, "cannot \(context.task.operation): there is no such request",
        advice: "'dyad requests' shows what waits.")
    }
    guard found.count == 1 else {
      throw ProgramFailure(
        .usage, "cannot \(context.task.operation): several ids begin like that",
        advice: "Type more of the id; 'dyad requests' shows it.")
    }
    return RequestSheet(request: request, now: context.now)
  }

  // People leave out hyphens, and do not mind capitals.
  private static func bare(_ id: String) -> String {
    id.lowercased().filter { $0 != "-" && !$0.isWhitespace }
  }

  private static func table(_ sheets: [RequestSheet]) -> Table {
    var table = Table(["ID", "APP", "FROM", "ASKED", "READ", "SHARE"].map { Table.Column($0) })
    for sheet in sheets {
      let request = sheet.request
      table.append([
        request.id, request.name.isEmpty ? request.bundleIdentifier : request.name,
        request.device.isEmpty ? "this device" : request.device,
        SpanText.past(request.askedAt, now: sheet.now),
        TypeWords.decided(request.read + request.documents.map(\.type)),
        TypeWords.decided(request.share),
      ])
    }
    return table
  }

  /// The documents that each of the requests asks for, below all of them.
  private static func documents(
    _ sheets: [RequestSheet], _ context: OperatorContext
  ) -> [String] {
    sheets.filter { !$0.request.documents.isEmpty }.flatMap { sheet in
      [
        "", TerminalText.clean("Documents that \(sheet.request.id) asks to read:"),
      ] + sheet.documents.lines(width: context.console.columns)
    }
  }

  private static func reach(
    _ answer: ListRequestsResponse, _ status: NodeStatusMessage
  ) -> String {
    if answer.phoneIsConnected {
      return "The phone is connected and has these requests: 'dyad approve' there decides."
    }
    let heard = answer.phoneHeardAt.map { "was heard last \(SpanText.past($0, now: status.now))" }
    return "The phone is not connected and \(heard ?? "was never heard"). Requests wait, and reach "
      + "it when it is connected; 'dyad approve' there decides."
  }
}

/// `dyad deny`: denies all that a request asks for.
struct DenyCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad deny", operation: "deny the request", place: .phone, listing: "dyad requests")

  static let command = Command(
    "deny", summary: "Deny all that an app asks for in a request",
    discussion: """
      Only the phone decides. The app is not told that it may not read; it sees its own samples alone.
      """,
    examples: [.init("dyad deny 7c2f", "deny it")], arguments: [RequestsCommand.id])

  private let id: String

  init(_ arguments: ParsedArguments) {
    id = arguments.required(RequestsCommand.id)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let (sheet, answer) = try await context.withClient { client in
      try context.checkPlace(try await context.status(client))
      let sheet = try await RequestsCommand.sheet(id, client, context)
      var request = DecideRequest()
      request.id = sheet.request.id
      request.others = false
      return (sheet, try await client.call(OperatorMethods.decide, request))
    }
    try context.write(
      answer.accesses, "Denied what \(sheet.app) asks for. This holds now:",
      .init("id", .string(sheet.request.id)))
    return .success
  }
}
