internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// `dyad workout start`: begins a workout.
struct WorkoutStartCommand: Subcommand {
  private static let watch = Option(
    "watch", value: "NAME", help: "Begin it on the watch that is called so, on its phone")
  static let command = Command(
    "start", summary: "Start a workout",
    discussion: """
      A workout that goes on is ended by it, and what an app began is told so. 'dyad workout status' shows what \
      comes of it, 'dyad workout end' saves it.
      """,
    examples: [
      .init("dyad workout start cycling --outdoor", "set out"),
      .init("dyad workout start swimming --pool 25", "swim in a pool of 25 metres"),
      .init("dyad workout start running --watch wrist", "let the watch do it"),
    ], options: PlanWords.options + [watch, .timeZone], arguments: [PlanWords.activity])

  private let plan: WorkoutPlan
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    plan = try PlanWords.plan(arguments)
  }

  func run(_ session: StoreSession) async throws -> ExitCode {
    let data = try await session.open(arguments.has(Self.watch) ? .isAnError : .isMade)
    if let watch = arguments.value(Self.watch) {
      let name = try await data.startWatchWorkout(plan, on: watch)
      if !arguments.has(.json) { Messages.note("the watch \(name) began it") }
      let begun = try await data.watchWorkouts().last { $0.watch == name }
      var text = try WorkoutText(arguments)
      text.watch = name
      if let begun { try text.write(begun.session) }
      return .success
    }
    let former = try await data.workoutSessions().last { $0.state != .ended }
    let begun = try await data.change(WorkoutChange(beginning: plan))
    try WorkoutText(arguments).write(begun)
    if let former, !arguments.has(.json) {
      Messages.note(
        former.app.isEmpty
          ? "this ended a workout of \(former.plan.activity) that was not saved"
          : "this ended a workout of \(former.plan.activity) that \(former.app) began")
    }
    return .success
  }
}
