/// What a workout carries beside its dates.
package struct Workout: Hashable, Sendable {
  /// A pause, a resumption, a lap or a marker inside a workout.
  package struct Event: Hashable, Sendable {
    package var kind: Int64
    package var date: Double
    package var metadata: Metadata

    package init(kind: Int64, date: Double, metadata: Metadata = [:]) {
      self.kind = kind
      self.date = date
      self.metadata = metadata
    }
  }

  /// An `HKWorkoutActivityType` by raw value, so that a newer peer's activities pass through.
  package var activity: Int64
  /// Seconds of activity.
  package var duration: Double
  package var events: [Event]
  package var totalEnergyBurned: Quantity?
  package var totalDistance: Quantity?
  package var totalSwimmingStrokeCount: Quantity?

  package init(
    activity: Int64, duration: Double, events: [Event] = [], totalEnergyBurned: Quantity? = nil,
    totalDistance: Quantity? = nil, totalSwimmingStrokeCount: Quantity? = nil
  ) {
    self.activity = activity
    self.duration = duration
    self.events = events
    self.totalEnergyBurned = totalEnergyBurned
    self.totalDistance = totalDistance
    self.totalSwimmingStrokeCount = totalSwimmingStrokeCount
  }
}

extension Workout {
  /// One of the totals.
  package subscript(total: Predicate.WorkoutTotal) -> Quantity? {
    switch total {
    case .energyBurned: totalEnergyBurned
    case .distance: totalDistance
    case .swimmingStrokeCount: totalSwimmingStrokeCount
    }
  }
}
