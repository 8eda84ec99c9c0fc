internal import CommandLineCore
internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore

/// `dyad sources order`: whose samples of a type come first.
struct SourceOrderCommand: OperatorCommand {
  /// What stands in place of a type.
  static let word = "order"

  static let task = OperatorTask(
    call: "dyad sources order", operation: "order the sources", place: .phone)
  static let command = SourcesCommand.command

  private let request: OrderSourcesRequest

  init(_ arguments: ParsedArguments) throws {
    let words = arguments.values(SourcesCommand.order)
    guard let type = words.first else {
      throw arguments.unusable(SourcesCommand.order, "'order' needs a type behind it")
    }
    guard SampleChoice.options.allSatisfy({ !arguments.has($0) }) else {
      throw arguments.unusable(SourcesCommand.order, "the order is the same for all samples")
    }
    var request = OrderSourcesRequest()
    request.type = try TypeWords.identifier(type)
    request.bundleIdentifiers = Array(words.dropFirst())
    guard request.bundleIdentifiers.allSatisfy({ !$0.isEmpty }),
      Set(request.bundleIdentifiers).count == request.bundleIdentifiers.count
    else {
      throw arguments.unusable(SourcesCommand.order, "a source is empty or there twice")
    }
    self.request = request
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let answer = try await context.withClient { client in
      if !request.bundleIdentifiers.isEmpty {
        try await checkSources(client, context)
      }
      return try await client.call(OperatorMethods.orderSources, request)
    }
    let bundles = answer.bundleIdentifiers
    if bundles.isEmpty { context.note("No order was chosen for \(TypeWords.name(request.type)).") }
    try context.write(
      bundles.enumerated().map { "\($0.offset + 1). \($0.element)" },
      json: .object([
        .init("type", .string(TypeWords.name(request.type))),
        .init("order", .array(bundles.map(JSONValue.string))),
      ]))
    return .success
  }

  /// Refuses a source that saved nothing of the type, so that a slip does not replace the order.
  private func checkSources(_ client: Client, _ context: OperatorContext) async throws {
    var question = ListSourcesRequest()
    question.type = request.type
    question.predicate = PredicateMessage(.constant(true))
    let answer = try await client.call(StoreMethods.listSources, question)
    let known: Set<String>
    do throws(CodecError) {
      known = Set(
        try answer.sources.map { bytes throws(CodecError) in
          try Source(decoding: bytes, limits: .wire).bundleIdentifier
        })
    } catch {
      throw context.strangeAnswer
    }
    let typed = SourceRank.manualEntryIdentifier
    let unknown = request.bundleIdentifiers.first {
      $0 != typed && !$0.hasPrefix(SourceRank.sensorPrefix) && !known.contains($0)
    }
    guard let unknown else { return }
    throw CommandFailure(
      .notFound,
      "cannot order the sources: \(TerminalText.quotable(unknown)) saved no \(TypeWords.name(request.type))",
      advice: known.isEmpty
        ? "Nobody saved any yet."
        : "These did: \(known.sorted().map(TerminalText.clean).joined(separator: ", ")).")
  }
}
