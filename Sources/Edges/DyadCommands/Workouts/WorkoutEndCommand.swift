internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore

/// `dyad workout end`: ends the workout that goes on, and saves it.
struct WorkoutEndCommand: Subcommand {
  private static let discard = Option("discard", help: "Do not save it")

  static let command = Command(
    "end", summary: "End the workout, and save it",
    discussion: """
      Saves a workout with how long it was active, its energy and its distance, and lets what was measured \
      meanwhile belong to it. Where saving fails, the workout stays as it is, and the command can be given once \
      more. One that an app began is ended only: the app saves it. One that goes on at a watch is saved there.
      """,
    examples: [
      .init("dyad workout end", "save it"),
      .init("dyad workout end --discard", "it was a mistake"),
    ], options: [discard, .timeZone])

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws { self.arguments = arguments }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(.isAnError)
    let current = try await WorkoutText.current(in: data)
    var workout = current.session
    if !current.watch.isEmpty, arguments.has(Self.discard) {
      throw ProgramFailure(
        .usage, "cannot discard the workout: it goes on at the watch \(current.watch)",
        advice: "Give the command there, or end it without --discard.")
    }
    let isSaved =
      current.watch.isEmpty && workout.app.isEmpty && workout.startDate != nil
      && !arguments.has(Self.discard)
    var text = try WorkoutText(arguments)
    text.watch = current.watch
    if isSaved {
      workout = try await data.change(WorkoutChange(.stopped, to: workout.uuid))
      let figures = try await data.figures(of: workout, at: WallClock.system.now)
      text.figures = figures
      text.units = try await WorkoutText.units(of: workout.plan.activity, in: data)
      text.members = try await data.saveWorkout(of: workout, figures)
    }
    workout = try await data.change(WorkoutChange(.ended, to: workout.uuid))
    try text.write(workout, isSaved: isSaved)
    return .success
  }
}
