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
