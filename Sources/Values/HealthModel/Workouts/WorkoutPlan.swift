/// What somebody sets out to do in a workout, and where.
package struct WorkoutPlan: Hashable, Sendable {
  package var activity: WorkoutActivityType
  package var location: WorkoutSessionLocation
  package var swimmingLocation: SwimmingLocation
  /// How long a lap of the pool is.
  package var lapLength: Quantity?

  package init(
    _ activity: WorkoutActivityType, _ location: WorkoutSessionLocation = .unknown,
    swimmingLocation: SwimmingLocation = .unknown, lapLength: Quantity? = nil
  ) {
    self.activity = activity
    self.location = location
    self.swimmingLocation = swimmingLocation
    self.lapLength = lapLength
  }

  /// Checks that a lap has a length, and that only those who swim in a pool tell one.
  package func check() throws(ModelError) {
    let isSwimming = [.swimming, .swimBikeRun].contains(activity)
    guard isSwimming || swimmingLocation == .unknown else {
      throw refusal("only who swims has a swimming location")
    }
    guard let lapLength else { return }
    guard swimmingLocation == .pool else { throw refusal("only a pool has a lap length") }
    guard lapLength.isCompatible(with: .meter()), lapLength.value.isFinite, lapLength.value > 0
    else { throw refusal("its lap length is no length") }
  }

  private func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "begin the workout", detail)
  }
}

// How a program that is started for a workout is told of it.
extension WorkoutPlan {
  private enum Name {
    static let activity = "DYAD_WORKOUT"
    static let location = "DYAD_WORKOUT_LOCATION"
    static let swimming = "DYAD_WORKOUT_SWIMMING"
    static let lap = "DYAD_WORKOUT_LAP"
  }

  /// Variables that tell it: words, and the length of a lap in metres.
  package var environment: [String: String] {
    var environment = [Name.activity: "\(activity)"]
    if location != .unknown { environment[Name.location] = "\(location)" }
    if swimmingLocation != .unknown { environment[Name.swimming] = "\(swimmingLocation)" }
    if let lapLength, let metres = try? lapLength.value(in: .meter()) {
      environment[Name.lap] = "\(metres)"
    }
    return environment
  }

  /// What such variables tell; `nil` where they tell of no workout.
  package init?(environment: [String: String]) {
    guard let word = environment[Name.activity],
      let activity = WorkoutActivityType.allCases.first(where: { "\($0)" == word })
    else { return nil }
    self.init(
      activity,
      WorkoutSessionLocation.allCases.first { "\($0)" == environment[Name.location] } ?? .unknown,
      swimmingLocation:
        SwimmingLocation.allCases.first { "\($0)" == environment[Name.swimming] } ?? .unknown,
      lapLength: environment[Name.lap].flatMap(Double.init).map { Quantity($0, .meter()) })
  }
}
