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

    /// The metadata key of how long an event lasts, which has no field of its own.
    package static let durationKey = "dyad.duration"

    /// Whether somebody paused the workout.
    var isPause: Bool { kind == Int64(WorkoutEventType.pause.rawValue) }
    /// Whether somebody went on with it.
    var isResume: Bool { kind == Int64(WorkoutEventType.resume.rawValue) }
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
  /// How long a workout of the given dates was active: all of it but its pauses.
  ///
  /// - Parameters:
  ///   - start: When it began.
  ///   - end: When it ended; a pause that nothing resumes lasts until then.
  ///   - events: What happened in it, in order.
  /// - Returns: So many seconds.
  package static func activeSeconds(
    from start: Double, to end: Double, _ events: [Event]
  ) -> Double {
    var active = 0.0
    var runningSince: Double? = start
    for event in events {
      if event.isPause, let since = runningSince {
        active += event.date - since
        runningSince = nil
      } else if event.isResume, runningSince == nil {
        runningSince = event.date
      }
    }
    return active + (runningSince.map { end - $0 } ?? 0)
  }

  /// Which of the totals.
  package enum Total: Hashable, Sendable {
    case energyBurned
    case distance
    case swimmingStrokeCount
  }

  /// One of the totals.
  package subscript(total: Workout.Total) -> Quantity? {
    switch total {
    case .energyBurned: totalEnergyBurned
    case .distance: totalDistance
    case .swimmingStrokeCount: totalSwimmingStrokeCount
    }
  }
}
