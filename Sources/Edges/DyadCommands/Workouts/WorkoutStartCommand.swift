internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TextFormats

/// `dyad workout start`: begins a workout.
struct WorkoutStartCommand: Subcommand {
  private static let activity = Argument(
    "ACTIVITY", help: "What is done, such as running, cycling or yoga",
    completion: .words(WorkoutActivityType.names))
  private static let indoor = Option("indoor", help: "Within four walls")
  private static let outdoor = Option("outdoor", help: "In the open")
  private static let pool = Option(
    "pool", value: "METRES", help: "In a pool, of which a lap has so many metres")
  private static let watch = Option(
    "watch", value: "NAME", help: "Begin it on the watch that is called so, on its phone")
  private static let openWater = Option("open-water", help: "In a lake, a river or the sea")

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
    ], options: [indoor, outdoor, pool, openWater, watch, .timeZone], arguments: [activity])

  private let plan: WorkoutPlan
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    let word = arguments.required(Self.activity)
    guard let activity = WorkoutActivityType(typed: word) else {
      let near = Suggestion.nearest(to: word, among: WorkoutActivityType.names)
      throw arguments.unusable(
        Self.activity,
        "it is no activity" + (near.map { "; did you mean \($0)?" } ?? ", such as running"))
    }
    if arguments.has(Self.indoor), arguments.has(Self.outdoor) {
      throw arguments.unusable(Self.outdoor, "--indoor says something else")
    }
    if arguments.has(Self.pool), arguments.has(Self.openWater) {
      throw arguments.unusable(Self.openWater, "--pool says something else")
    }
    var plan = WorkoutPlan(activity)
    if arguments.has(Self.indoor) { plan.location = .indoor }
    if arguments.has(Self.outdoor) { plan.location = .outdoor }
    if let metres = try arguments.integer(Self.pool, in: 1...1_000) {
      plan.swimmingLocation = .pool
      plan.lapLength = Quantity(Double(metres), .meter())
    }
    if arguments.has(Self.openWater) { plan.swimmingLocation = .openWater }
    let asked = arguments.has(Self.pool) ? Self.pool : Self.openWater
    do throws(ModelError) {
      try plan.check()
    } catch {
      throw arguments.unusable(asked, error.detail)
    }
    self.plan = plan
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
