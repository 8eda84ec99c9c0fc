internal import HealthModel

/// A workout as a sample.
open class HKWorkout: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool {
    guard rows.type == .workout, case .object(.workout) = rows.value(0) else { return false }
    return true
  }

  var workout: Workout {
    guard case .object(.workout(let workout)) = rows.value(row) else {
      preconditionFailure("a row of workouts")
    }
    return workout
  }

  /// What was done; an activity that this version does not know is `other`.
  open var workoutActivityType: HKWorkoutActivityType {
    UInt(exactly: workout.activity).flatMap { HKWorkoutActivityType(rawValue: $0) } ?? .other
  }

  /// Its pauses, laps and markers.
  open var workoutEvents: [HKWorkoutEvent]? {
    let events = workout.events
    return events.isEmpty ? nil : events.map { HKWorkoutEvent($0) }
  }

  /// Seconds of activity: without the pauses.
  open var duration: TimeInterval { workout.duration }
  /// The active energy burned.
  open var totalEnergyBurned: HKQuantity? { workout.totalEnergyBurned.map { HKQuantity($0) } }
  /// How far it went.
  open var totalDistance: HKQuantity? { workout.totalDistance.map { HKQuantity($0) } }
  /// How many strokes were swum.
  open var totalSwimmingStrokeCount: HKQuantity? {
    workout.totalSwimmingStrokeCount.map { HKQuantity($0) }
  }
  /// How many flights of stairs were climbed.
  open var totalFlightsClimbed: HKQuantity? {
    guard case .quantity(let flights) = rows.metadata(row, Self.flightsKey) else { return nil }
    return HKQuantity(flights)
  }

  /// Under what a workout keeps the flights that were climbed, which have no place of their own.
  static let flightsKey = "dyad.totalFlightsClimbed"

  /// What else there is to say of the workout; numbers and Booleans are `NSNumber`s.
  open override var metadata: [String: Any]? {
    guard var metadata = super.metadata, totalFlightsClimbed != nil else { return super.metadata }
    metadata[Self.flightsKey] = nil
    return metadata.isEmpty ? nil : metadata
  }

  override var valueDescription: String { "\(workoutActivityType) \(duration) s" }

  /// What makes a workout, apart from its dates.
  struct Contents {
    var activityType: HKWorkoutActivityType
    var duration: TimeInterval = 0
    var events: [HKWorkoutEvent]?
    var legs: [HealthModel.Workout.Leg] = []
    var energy: HKQuantity?
    var distance: HKQuantity?
    var strokes: HKQuantity?
    var flights: HKQuantity?
  }

  /// A workout of data from outside.
  ///
  /// - Throws: `errorInvalidArgument` where the initialiser stops.
  public static func checked(
    activityType: HKWorkoutActivityType, start: Date, end: Date,
    workoutEvents: [HKWorkoutEvent]? = nil, totalEnergyBurned: HKQuantity? = nil,
    totalDistance: HKQuantity? = nil, totalSwimmingStrokeCount: HKQuantity? = nil,
    totalFlightsClimbed: HKQuantity? = nil, device: HKDevice? = nil, metadata: [String: Any]? = nil
  ) throws -> HKWorkout {
    let contents = Contents(
      activityType: activityType, events: workoutEvents, energy: totalEnergyBurned,
      distance: totalDistance, strokes: totalSwimmingStrokeCount, flights: totalFlightsClimbed)
    return HKWorkout(viewing: try sample(contents, start: start, end: end, device, metadata))
  }

  static func sample(
    _ contents: Contents, start: Date, end: Date, _ device: HKDevice?, _ metadata: [String: Any]?
  ) throws(HKError) -> Sample {
    let totals: [(HKQuantity?, EngineUnit, String)] = [
      (contents.energy, .kilocalorie, "an energy"), (contents.distance, .meter(), "a length"),
      (contents.strokes, .count, "a count"), (contents.flights, .count, "a count"),
    ]
    for case (let total?, let unit, let name) in totals {
      guard total.quantity.isCompatible(with: unit) else {
        throw .invalid(
          "a total of a workout requires \(name). "
            + "Incompatible unit: \(total.quantity.unit.unitString)")
      }
    }
    let from = start.timeIntervalSinceReferenceDate
    let to = end.timeIntervalSinceReferenceDate
    let events = (contents.events ?? []).map(\.event)
    let duration =
      contents.duration == 0 ? Workout.activeSeconds(from: from, to: to, events) : contents.duration
    let workout = Workout(
      activity: Int64(contents.activityType.rawValue), duration: duration, events: events,
      legs: contents.legs,
      totalEnergyBurned: contents.energy?.quantity, totalDistance: contents.distance?.quantity,
      totalSwimmingStrokeCount: contents.strokes?.quantity)
    var entries = metadata
    if let flights = contents.flights {
      entries = (entries ?? [:]).merging([flightsKey: flights]) { $1 }
    }
    return try Sample(
      checking: .workout, value: .object(.workout(workout)), start: start, end: end,
      device: device, metadata: entries)
  }
}

extension InitializedByFactory where Self: HKWorkout {
  private init(
    _ contents: HKWorkout.Contents, start: Date, end: Date, _ device: HKDevice?,
    _ metadata: [String: Any]?
  ) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKWorkout.sample(contents, start: start, end: end, device, metadata)
      })
  }

  /// A workout without anything but its dates.
  public init(activityType workoutActivityType: HKWorkoutActivityType, start: Date, end: Date) {
    self.init(
      HKWorkout.Contents(activityType: workoutActivityType), start: start, end: end, nil, nil)
  }

  /// A workout whose duration comes from its events; stops for units, dates or metadata that it cannot have.
  public init(
    activityType workoutActivityType: HKWorkoutActivityType, start: Date, end: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    metadata: [String: Any]?
  ) {
    self.init(
      activityType: workoutActivityType, start: start, end: end, workoutEvents: workoutEvents,
      totalEnergyBurned: totalEnergyBurned, totalDistance: totalDistance, device: nil,
      metadata: metadata)
  }

  /// A workout whose duration comes from its events; stops for units, dates or metadata that it cannot have.
  public init(
    activityType workoutActivityType: HKWorkoutActivityType, start: Date, end: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      activityType: workoutActivityType, start: start, end: end, workoutEvents: workoutEvents,
      totalEnergyBurned: totalEnergyBurned, totalDistance: totalDistance,
      totalSwimmingStrokeCount: nil, device: device, metadata: metadata)
  }

  /// A workout whose duration comes from its events; stops for units, dates or metadata that it cannot have.
  public init(
    activityType workoutActivityType: HKWorkoutActivityType, start: Date, end: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    totalSwimmingStrokeCount: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
  ) {
    let contents = HKWorkout.Contents(
      activityType: workoutActivityType, events: workoutEvents, energy: totalEnergyBurned,
      distance: totalDistance, strokes: totalSwimmingStrokeCount)
    self.init(contents, start: start, end: end, device, metadata)
  }

  /// A workout whose duration comes from its events; stops for units, dates or metadata that it cannot have.
  public init(
    activityType workoutActivityType: HKWorkoutActivityType, start: Date, end: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    totalFlightsClimbed: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
  ) {
    let contents = HKWorkout.Contents(
      activityType: workoutActivityType, events: workoutEvents, energy: totalEnergyBurned,
      distance: totalDistance, flights: totalFlightsClimbed)
    self.init(contents, start: start, end: end, device, metadata)
  }

  /// A workout of a duration, 0 for all the time between its dates.
  public init(
    activityType workoutActivityType: HKWorkoutActivityType, start: Date, end: Date,
    duration: TimeInterval, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    metadata: [String: Any]?
  ) {
    self.init(
      activityType: workoutActivityType, start: start, end: end, duration: duration,
      totalEnergyBurned: totalEnergyBurned, totalDistance: totalDistance, device: nil,
      metadata: metadata)
  }

  /// A workout of a duration, 0 for all the time between its dates.
  public init(
    activityType workoutActivityType: HKWorkoutActivityType, start: Date, end: Date,
    duration: TimeInterval, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    let contents = HKWorkout.Contents(
      activityType: workoutActivityType, duration: duration, energy: totalEnergyBurned,
      distance: totalDistance)
    self.init(contents, start: start, end: end, device, metadata)
  }
}
