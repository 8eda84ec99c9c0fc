internal import CommandLineCore
internal import DyadServices
internal import TextFormats

/// `dyad brake accept`: lets deletions pass that the brake stopped or that are held.
struct BrakeAcceptCommand: OperatorCommand {
  static let task = OperatorTask(call: "dyad brake accept", operation: "let the deletions pass")

  static let command = Command(
    "accept", summary: "Let the deletions pass that the brake stopped, or that wait for you",
    discussion: "See first with 'dyad status' what they are: they cannot be taken back.",
    examples: [.init("dyad brake accept Band", "delete the samples in the next session")],
    arguments: [OperatorOptions.oneDevice])

  private let peer: String

  init(_ arguments: ParsedArguments) throws {
    peer = try arguments.peer(OperatorOptions.oneDevice)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    try await context.answerBrake(peer, accepting: true)
    try context.write(
      [
        "What was held is deleted. What the brake stopped passes when \(peer) is compared next: 'dyad sync "
          + "--wait' does that now."
      ],
      json: .object([.init("peer", .string(peer)), .init("accepted", .bool(true))]))
    return .success
  }
}

/// `dyad brake refuse`: keeps the samples.
struct BrakeRefuseCommand: OperatorCommand {
  static let task = OperatorTask(call: "dyad brake refuse", operation: "refuse the deletions")

  static let command = Command(
    "refuse", summary: "Keep the samples whose deletion the brake stopped, or that waits for you",
    discussion: """
      The device that lost them gets them back. It gets copies of what it said is deleted: apps see that a \
      sample is deleted, and that an equal one is saved.
      """,
    examples: [.init("dyad brake refuse Band", "keep the samples, on both devices")],
    arguments: [OperatorOptions.oneDevice])

  private let peer: String

  init(_ arguments: ParsedArguments) throws {
    peer = try arguments.peer(OperatorOptions.oneDevice)
  }

  func run(_ context: OperatorContext) async throws -> ExitCode {
    try await context.answerBrake(peer, accepting: false)
    try context.write(
      ["Nothing is deleted; whoever lost the samples gets them back in the next session."],
      json: .object([.init("peer", .string(peer)), .init("accepted", .bool(false))]))
    return .success
  }
}

extension OperatorContext {
  fileprivate func answerBrake(_ peer: String, accepting: Bool) async throws {
    var request = AnswerBrakeRequest()
    request.peer = peer
    request.accept = accepting
    _ = try await call(OperatorMethods.answerBrake, request)
  }
}
