internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess

/// A command that says what happens in the workout that goes on.
protocol WorkoutStep: Subcommand {
  static var kind: WorkoutSession.Moment.Kind { get }
  var arguments: ParsedArguments { get }
}

extension WorkoutStep {
  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let current = try await WorkoutText.current(in: data)
    var text = try WorkoutText(arguments)
    text.watch = current.watch
    try text.write(try await data.change(WorkoutChange(Self.kind, to: current.session.uuid)))
    return .success
  }
}

/// `dyad workout pause`.
struct WorkoutPauseCommand: WorkoutStep {
  static let command = Command(
    "pause", summary: "Pause the workout",
    discussion: "What is measured from now on does not belong to it, until it is resumed.",
    examples: [.init("dyad workout pause", "wait for the lights")], options: [.timeZone])
  static let kind = WorkoutSession.Moment.Kind.paused

  let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws { self.arguments = arguments }
}

/// `dyad workout resume`.
struct WorkoutResumeCommand: WorkoutStep {
  static let command = Command(
    "resume", summary: "Go on with the workout",
    examples: [.init("dyad workout resume", "go on after a pause")], options: [.timeZone])
  static let kind = WorkoutSession.Moment.Kind.resumed

  let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws { self.arguments = arguments }
}

/// `dyad workout lap`.
struct WorkoutLapCommand: WorkoutStep {
  static let command = Command(
    "lap", summary: "Note a lap of the workout",
    examples: [.init("dyad workout lap", "the next one begins")], options: [.timeZone])
  static let kind = WorkoutSession.Moment.Kind.lap

  let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws { self.arguments = arguments }
}
