internal import CommandLineCore
internal import DyadServices
internal import TextFormats

/// `dyad apps reset`: takes decisions back, so that an app may ask again.
struct AppsResetCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad apps reset", operation: "take the decisions back", place: .phone,
    listing: "dyad apps list")

  static let command = Command(
    "reset", summary: "Take decisions for an app back, so that it may ask again",
    discussion: """
      Only the phone does that. Without a TYPE all decisions are taken back; a document is named by its \
      UUID, and goes with the type CDA. 'dyad revoke' denies what is authorized instead.
      """,
    examples: [
      .init("dyad apps reset com.example.strap", "the app may ask for everything again"),
      .init("dyad apps reset com.example.strap heartRate", "for one type"),
    ], arguments: [OperatorOptions.bundle, OperatorOptions.decided])

  private let request: ResetAppRequest

  init(_ arguments: ParsedArguments) throws {
    request = try arguments.reset(revoking: false)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let answer = try await context.call(OperatorMethods.resetApp, request)
    try context.write(
      answer.accesses, "\(request.bundleIdentifier) may ask again. This holds now:",
      .init("bundle", .string(request.bundleIdentifier)))
    return .success
  }
}

/// `dyad revoke`: denies what an app was allowed.
struct RevokeCommand: OperatorCommand {
  static let task = OperatorTask(
    call: "dyad revoke", operation: "revoke the decisions", place: .phone, listing: "dyad apps list"
  )

  static let command = Command(
    "revoke", summary: "Deny an app what it was allowed",
    discussion: """
      Only the phone does that. It holds there at once, and on each watch as soon as it hears of it, \
      or else when the time is over for which the phone lent it the right. What the app saved stays. \
      Without a TYPE everything is denied; a document is named by its UUID, and goes with the type CDA.
      """,
    examples: [
      .init("dyad revoke com.example.chart", "the app may nothing any more"),
      .init("dyad revoke com.example.chart heartRate stepCount", "for two types"),
      .init(
        "dyad revoke com.example.chart 490E2E1D-38A7-8F1C-9000-00000000002A", "for one document"),
    ], arguments: [OperatorOptions.bundle, OperatorOptions.decided])

  private let request: ResetAppRequest

  init(_ arguments: ParsedArguments) throws {
    request = try arguments.reset(revoking: true)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    let answer = try await context.call(OperatorMethods.resetApp, request)
    try context.write(
      answer.accesses,
      "Revoked for \(request.bundleIdentifier): here at once, on a watch when it hears of it. "
        + "This holds now:",
      .init("bundle", .string(request.bundleIdentifier)))
    return .success
  }
}

extension ParsedArguments {
  fileprivate func reset(revoking: Bool) throws -> ResetAppRequest {
    var request = ResetAppRequest()
    request.bundleIdentifier = try bundle()
    request.revoke = revoking
    request.types = try TypeWords.decidedIdentifiers(values(OperatorOptions.decided))
    return request
  }
}
