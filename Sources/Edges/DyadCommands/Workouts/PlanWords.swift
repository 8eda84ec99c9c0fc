internal import CommandLineCore
internal import HealthModel
internal import TextFormats

/// The words that say what is done in a workout or a leg of one, and where.
enum PlanWords {
  static let activity = Argument(
    "ACTIVITY", help: "What is done, such as running, cycling or yoga",
    completion: .words(WorkoutActivityType.names))
  static let indoor = Option("indoor", help: "Within four walls")
  static let outdoor = Option("outdoor", help: "In the open")
  static let pool = Option(
    "pool", value: "METRES", help: "In a pool, of which a lap has so many metres")
  static let openWater = Option("open-water", help: "In a lake, a river or the sea")

  static let options = [indoor, outdoor, pool, openWater]

  /// The plan that they say.
  ///
  /// - Throws: Where they say none.
  static func plan(_ arguments: ParsedArguments) throws -> WorkoutPlan {
    let word = arguments.required(activity)
    guard let activity = WorkoutActivityType(typed: word) else {
      let near = Suggestion.nearest(to: word, among: WorkoutActivityType.names)
      throw arguments.unusable(
        activity,
        "it is no activity" + (near.map { "; did you mean \($0)?" } ?? ", such as running"))
    }
    if arguments.has(indoor), arguments.has(outdoor) {
      throw arguments.unusable(outdoor, "--indoor says something else")
    }
    if arguments.has(pool), arguments.has(openWater) {
      throw arguments.unusable(openWater, "--pool says something else")
    }
    var plan = WorkoutPlan(activity)
    if arguments.has(indoor) { plan.location = .indoor }
    if arguments.has(outdoor) { plan.location = .outdoor }
    if let metres = try arguments.integer(pool, in: 1...1_000) {
      plan.swimmingLocation = .pool
      plan.lapLength = Quantity(Double(metres), .meter())
    }
    if arguments.has(openWater) { plan.swimmingLocation = .openWater }
    let asked = arguments.has(pool) ? pool : openWater
    do throws(ModelError) {
      try plan.check()
    } catch {
      throw arguments.unusable(asked, error.detail)
    }
    return plan
  }
}
