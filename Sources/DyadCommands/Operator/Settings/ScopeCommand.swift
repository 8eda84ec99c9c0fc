internal import CommandLineCore
internal import DyadServices

/// `dyad scope`: which types the phone sends to a watch.
struct ScopeCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad scope", operation: "change the scope", place: .phone)

  static let command = Command(
    "scope", summary: "Choose which types the phone sends to a watch",
    discussion: """
      Only the phone does that; at first it sends all. What a watch has already of other types goes \
      with its cutoff. What apps may read has nothing to do with it.
      """,
    examples: [
      .init("dyad scope Band all", "send everything"),
      .init("dyad scope Band except bloodGlucose", "all but one type"),
      .init("dyad scope Band only heartRate stepCount", "two types and nothing else"),
    ], arguments: [OperatorOptions.oneDevice, choice, OperatorOptions.types])

  private static let choice = Argument(
    "CHOICE", help: "all, except or only", completion: .words(["all", "except", "only"]))

  private let request: SetScopeRequest

  init(_ arguments: ParsedArguments) throws {
    var request = SetScopeRequest()
    request.peer = try arguments.peer(OperatorOptions.oneDevice)
    let types = arguments.values(OperatorOptions.types)
    switch arguments.required(Self.choice) {
    case "all":
      guard types.isEmpty else {
        throw arguments.unusable(OperatorOptions.types, "'all' has no types behind it")
      }
      request.isExclusion = true
    case let word where word == "except" || word == "only":
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
    _ = try await context.call(OperatorMethods.setScope, request)
    let names = request.types.map(TypeWords.name)
    let what =
      switch (request.isExclusion, names.isEmpty) {
      case (true, true): "all types"
      case (true, false): "all types except \(names.joined(separator: ", "))"
      case (false, _): "only \(names.joined(separator: ", "))"
      }
    try context.write(
      ["From now on \(request.peer) gets \(what)."],
      json: .object([
        .init("peer", .string(request.peer)), .init("except", .bool(request.isExclusion)),
        .init("types", .array(names.map(JSONValue.string))),
      ]))
    return .success
  }
}
