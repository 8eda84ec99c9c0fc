internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import TextFormats

/// `dyad approve`: decides what an app asks for.
struct ApproveCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad approve", operation: "approve the request", place: .phone,
    listing: "dyad requests")

  static let command = Command(
    "approve", summary: "Decide what an app asks for, type by type",
    discussion: """
      Only the phone decides, for its watches as well. On a terminal it shows what is asked for and \
      why, and asks for each type and direction: y grants it, n denies it, later leaves it open.

      In scripts --all grants everything; --only grants what it names and denies the rest; --except \
      denies what it names and grants the rest. They take types, each with :read or :share where only \
      one is meant, and documents by their UUIDs, whole or as 'dyad requests' shows them.
      """,
    examples: [
      .init("dyad approve 7c2f", "decide on a terminal"),
      .init("dyad approve 7c2f --all", "grant everything"),
      .init("dyad approve 7c2f --only heartRate:read,stepCount", "grant that, deny the rest"),
      .init("dyad approve 91d0 --only 490E..00000000002A", "grant one document, deny the rest"),
    ], options: [all, only, except], arguments: [RequestsCommand.id])

  private static let all = Option("all", help: "Grant everything it asks for")
  private static let only = Option(
    "only", value: "TYPE[:read|:share],...", help: "Grant these and deny the rest")
  private static let except = Option(
    "except", value: "TYPE[:read|:share],...", help: "Deny these and grant the rest")

  private let id: String
  private let choice: SheetChoice?

  init(_ arguments: ParsedArguments) throws {
    id = arguments.required(RequestsCommand.id)
    let given = [Self.all, Self.only, Self.except].filter { arguments.has($0) }
    guard given.count <= 1 else {
      throw arguments.unusable(given[1], "\(given[0].spelling) excludes it")
    }
    if arguments.has(Self.all) {
      choice = .all
    } else if let text = arguments.value(Self.only) {
      choice = .only(try SheetChoice.marks(text))
    } else if let text = arguments.value(Self.except) {
      choice = .except(try SheetChoice.marks(text))
    } else {
      choice = nil
    }
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    guard choice != nil || context.console.isInputTerminal else {
      throw ProgramFailure(
        .usage, "cannot ask what to approve: there is no terminal",
        advice: "Say --all, --only or --except.")
    }
    let sheet = try await context.withClient { client in
      try context.checkPlace(try await context.status(client))
      return try await RequestsCommand.sheet(id, client, context)
    }
    let decisions: [RequestSheet.Item: Bool]
    if let choice {
      decisions = try choice.decisions(for: sheet.items)
    } else {
      decisions = try await ask(sheet, context)
    }
    guard !decisions.isEmpty else {
      context.note("Nothing is decided; the request waits.")
      return .success
    }
    var request = DecideRequest()
    request.id = sheet.request.id
    // Each by itself: what was on the sheet is decided, and nothing that came since.
    request.decisions = decisions.messages
    let answer = try await context.call(OperatorMethods.decide, request)
    let isOpen = decisions.count < sheet.items.count
    try context.write(
      answer.accesses,
      "Decided for \(sheet.app)\(isOpen ? "; the rest waits" : ""). This holds now:",
      .init("id", .string(sheet.request.id)))
    return .success
  }

  private func ask(
    _ sheet: RequestSheet, _ context: OperatorContext
  ) async throws -> [RequestSheet.Item: Bool] {
    // On the stream of the questions, which belong to it.
    context.console.writeErrorLines(
      sheet.lines(width: context.console.columns).map(TerminalText.clean))
    var decisions: [RequestSheet.Item: Bool] = [:]
    for item in sheet.items {
      guard let answer = try await context.questions.decision(sheet.question(item)) else {
        continue
      }
      decisions[item] = answer
    }
    return decisions
  }
}

extension Questions {
  /// Asks until the answer is one of three.
  ///
  /// - Parameter question: Ends in a question mark.
  /// - Returns: Yes or no; `nil` for later, which the end of the input means, too.
  /// - Throws: Where the input cannot be read, and when the task is cancelled.
  func decision(_ question: String) async throws -> Bool? {
    while true {
      prompt("\(question) [y/n/later] ")
      guard let line = try await line() else { return nil }
      switch line.lowercased().filter({ !$0.isWhitespace }) {
      case "y", "yes": return true
      case "n", "no": return false
      case "l", "later": return nil
      default: continue
      }
    }
  }
}
