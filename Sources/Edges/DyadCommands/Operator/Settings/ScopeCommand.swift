internal import CommandLineCore
internal import DyadServices
internal import TextFormats

/// `dyad scope`: which types the phone sends to a watch, shown or chosen.
struct ScopeCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad scope", operation: "change the scope", place: .phone)

  static let command = Command(
    "scope", summary: "Show or choose which types the phone sends to a watch",
    discussion: """
      Without CHOICE it is shown, on either device. Only the phone chooses; at first it sends all but clinical documents. Of other types a watch \
      lets go of what its phone has. What apps may read has nothing to do with it.
      """,
    examples: [
      .init("dyad scope Band", "what it gets by now"),
      .init("dyad scope Band all", "send everything, clinical documents too"),
      .init("dyad scope Band except bloodGlucose", "all but one type, documents too"),
      .init("dyad scope Band only heartRate stepCount", "two types and nothing else"),
    ], arguments: [OperatorOptions.oneDevice, choice, OperatorOptions.types])

  private static let choice = Argument(
    "CHOICE", help: "all, except or only", isRequired: false,
    completion: .words(["all", "except", "only"]))

  private let peer: String
  /// What is chosen; nothing where it is to be shown.
  private let request: SetScopeRequest?

  init(_ arguments: ParsedArguments) throws {
    var request = SetScopeRequest()
    peer = try arguments.peer(OperatorOptions.oneDevice)
    request.peer = peer
    let types = arguments.values(OperatorOptions.types)
    switch arguments.value(Self.choice) {
    case nil:
      self.request = nil
      return
    case "all":
      guard types.isEmpty else {
        throw arguments.unusable(OperatorOptions.types, "'all' has no types behind it")
      }
      request.isExclusion = true
    case let word? where word == "except" || word == "only":
      guard !types.isEmpty else {
        throw arguments.unusable(OperatorOptions.types, "'\(word)' needs at least one")
      }
      request.isExclusion = word == "except"
      request.types = try TypeWords.identifiers(types)
    default: throw arguments.unusable(Self.choice, "expected all, except or only")
    }
    self.request = request
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    guard let request else {
      var question = GetScopeRequest()
      question.peer = peer
      let scope = try await context.call(OperatorMethods.getScope, question)
      return try tell("\(peer): ", "", scope.isExclusion, scope.types, context)
    }
    _ = try await context.call(OperatorMethods.setScope, request)
    return try tell("From now on \(peer) gets ", ".", request.isExclusion, request.types, context)
  }

  private func tell(
    _ before: String, _ after: String, _ isExclusion: Bool, _ types: [String],
    _ context: OperatorContext
  ) throws -> ExitCode {
    let names = types.map(TypeWords.name)
    let what =
      switch (isExclusion, names.isEmpty) {
      case (true, true): "all types"
      case (true, false): "all types except \(names.joined(separator: ", "))"
      case (false, true): "no types"
      case (false, false): "only \(names.joined(separator: ", "))"
      }
    try context.write(
      [before + what + after],
      json: .object([
        .init("peer", .string(peer)), .init("except", .bool(isExclusion)),
        .init("types", .array(names.map(JSONValue.string))),
      ]))
    return .success
  }
}
