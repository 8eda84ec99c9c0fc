internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import HealthModel
internal import RPCCore
internal import StoreAccess
internal import TextFormats

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
      var request = request
      if !request.bundleIdentifiers.isEmpty {
        request.bundleIdentifiers = try await resolvedSources(client, context)
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

  /// The sources that were named, each by its bundle identifier or by its name.
  ///
  /// - Throws: Where one saved nothing of the type, so that a slip does not replace the order.
  private func resolvedSources(
    _ client: Client, _ context: OperatorContext
  ) async throws -> [String] {
    let known = try await RemoteStore(client).sources(of: ObjectType(request.type))
    var bundles: [String] = []
    for word in request.bundleIdentifiers {
      let bundle = try bundle(word, known)
      guard !bundles.contains(bundle) else {
        throw ProgramFailure(
          .usage, "cannot order the sources: \(TerminalText.quotable(word)) is there twice",
          advice: "Name each source once.")
      }
      bundles.append(bundle)
    }
    return bundles
  }

  private func bundle(_ word: String, _ known: [Source]) throws(ProgramFailure) -> String {
    let all = Set(known.map(\.bundleIdentifier))
    let isTyped = word == SourceRank.manualEntryIdentifier
    if isTyped || word.hasPrefix(SourceRank.sensorPrefix) || all.contains(word) { return word }
    let named = known.filter { $0.name.lowercased() == word.lowercased() }
    let meant = Set(named.map(\.bundleIdentifier)).sorted()
    if meant.count == 1 { return meant[0] }
    let word = TerminalText.quotable(word)
    guard meant.isEmpty else {
      throw ProgramFailure(
        .usage, "cannot order the sources: \(meant.count) are called \(word)",
        advice: "Name one of \(meant.map(TerminalText.clean).joined(separator: ", ")).")
    }
    throw ProgramFailure(
      .notFound,
      "cannot order the sources: \(word) saved no \(TypeWords.name(request.type))",
      advice: all.isEmpty
        ? "Nobody saved any yet."
        : "These did: \(all.sorted().map(TerminalText.clean).joined(separator: ", ")).")
  }
}
