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

  /// One activity of a workout that has several, such as the swim of a triathlon.
  package struct Leg: Hashable, Sendable {
    package var uuid: SampleUUID
    /// An `HKWorkoutActivityType` by raw value.
    package var activity: Int64
    package var start: Double
    package var end: Double
    package var metadata: Metadata

    package init(
      _ uuid: SampleUUID, activity: Int64, start: Double, end: Double, metadata: Metadata = [:]
    ) {
      self.uuid = uuid
      self.activity = activity
      self.start = start
      self.end = end
      self.metadata = metadata
    }
  }

  /// An `HKWorkoutActivityType` by raw value, so that a newer peer's activities pass through.
  package var activity: Int64
  /// Seconds of activity.
  package var duration: Double
  package var events: [Event]
  /// Its activities one after the other; none, where the workout is one activity.
  package var legs: [Leg]
  package var totalEnergyBurned: Quantity?
  package var totalDistance: Quantity?
  package var totalSwimmingStrokeCount: Quantity?

  package init(
    activity: Int64, duration: Double, events: [Event] = [], legs: [Leg] = [],
    totalEnergyBurned: Quantity? = nil, totalDistance: Quantity? = nil,
    totalSwimmingStrokeCount: Quantity? = nil
  ) {
    self.activity = activity
    self.duration = duration
    self.events = events
    self.legs = legs
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
    activeSpans(from: start, to: end, events).reduce(0) { $0 + $1.end - $1.start }
  }

  /// When a workout of the given dates was active: from its start to its end, but for its pauses.
  package static func activeSpans(
    from start: Double, to end: Double, _ events: [Event]
  ) -> [(start: Double, end: Double)] {
    var spans: [(start: Double, end: Double)] = []
    var runningSince: Double? = start
    for event in events {
      if event.isPause, let since = runningSince {
        spans.append((since, event.date))
        runningSince = nil
      } else if event.isResume, runningSince == nil {
        runningSince = event.date
      }
    }
    return spans + (runningSince.map { [($0, end)] } ?? [])
  }

  /// How long a leg was active: all of it but the pauses of the workout.
  package func activeSeconds(of leg: Leg) -> Double {
    var started = leg.start
    // A pause from before it lasts into it.
    if let last = events.last(where: { $0.date < leg.start && ($0.isPause || $0.isResume) }),
      last.isPause
    {
      started = events.first { $0.isResume && $0.date >= leg.start }?.date ?? leg.end
    }
    guard started < leg.end else { return 0 }
    return Self.activeSeconds(from: started, to: leg.end, events(of: leg))
  }

  /// What happened in a leg.
  package func events(of leg: Leg) -> [Event] {
    events.filter { $0.date >= leg.start && $0.date <= leg.end }
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
