internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess

/// A command that says what happens in the workout that goes on.
protocol WorkoutStep: Subcommand {
  static var kind: WorkoutSession.Moment.Kind { get }
  var arguments: ParsedArguments { get }
  /// What is done from then on, where that becomes something else.
  var plan: WorkoutPlan? { get }
}

extension WorkoutStep {
  var plan: WorkoutPlan? { nil }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let current = try await WorkoutText.current(in: data)
    var text = try WorkoutText(arguments)
    text.watch = current.watch
    var change = WorkoutChange(Self.kind, to: current.session.uuid)
    change.plan = plan
    try text.write(try await data.change(change))
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

/// `dyad workout leg`.
struct WorkoutLegCommand: WorkoutStep {
  static let command = Command(
    "leg", summary: "Begin another leg of the workout",
    discussion:
      "The leg before it ends. A workout is saved with its legs, as the swim, the ride and the run of a triathlon.",
    examples: [
      .init("dyad workout leg swimming --open-water", "a triathlon begins in the water"),
      .init("dyad workout leg cycling --outdoor", "on the bicycle"),
    ], options: PlanWords.options + [.timeZone], arguments: [PlanWords.activity])
  static let kind = WorkoutSession.Moment.Kind.leg

  let arguments: ParsedArguments
  let plan: WorkoutPlan?

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    plan = try PlanWords.plan(arguments)
  }
}
