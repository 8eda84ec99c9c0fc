internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore

/// `dyad workout status`: the workout that goes on.
struct WorkoutStatusCommand: Subcommand {
  static let command = Command(
    "status", summary: "Show the workout that goes on",
    discussion: "Where none goes on here, it is the one on a watch, with what came of it so far.",
    examples: [
      .init("dyad workout status", "how far it is"),
      .init("dyad workout status --json", "the same for programs"),
    ], options: [.timeZone])

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws { self.arguments = arguments }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let current = try await WorkoutText.current(in: data)
    let workout = current.session
    var text = try WorkoutText(arguments)
    text.watch = current.watch
    text.figures = try await data.figures(of: workout, at: WallClock.system.now)
    text.units = try await WorkoutText.units(of: workout.plan.activity, in: data)
    try text.write(workout)
    return .success
  }
}
