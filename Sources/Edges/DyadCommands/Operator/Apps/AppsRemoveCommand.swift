internal import CommandLineCore
internal import DyadServices
internal import TextFormats

/// `dyad apps remove`: makes an app's token worthless.
struct AppsRemoveCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad apps remove", operation: "remove the app", listing: "dyad apps list")

  static let command = Command(
    "remove", summary: "Make an app's token worthless, and end its calls",
    discussion: "What the app saved stays.",
    examples: [.init("dyad apps remove com.example.strap", "the app is out from now on")],
    arguments: [OperatorOptions.bundle])

  private let bundle: String

  init(_ arguments: ParsedArguments) throws {
    bundle = try arguments.bundle()
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    var request = RemoveAppRequest()
    request.bundleIdentifier = bundle
    _ = try await context.call(OperatorMethods.removeApp, request)
    try context.write(
      ["Removed the app \(bundle). What it saved stays."],
      json: .object([.init("removed", .string(bundle))]))
    return .success
  }
}
