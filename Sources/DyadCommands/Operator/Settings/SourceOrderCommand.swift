internal import CommandLineCore
internal import DyadServices

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
    let answer = try await context.call(OperatorMethods.orderSources, request)
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
}
