internal import HealthModel

/// One leg of a workout, such as the swim of a triathlon.
///
/// A workout that was saved without legs has one activity, which is all of it.
open class HKWorkoutActivity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// The leg as a workout of its own.
  let own: HKWorkout
  /// The workout whose leg it is, once there is one.
  private let workout: HKWorkout?
  /// Whether its end is not known yet.
  let isOpen: Bool
  /// What was collected for it, where its workout is not saved yet.
  private let collected: [HKQuantityType: HKStatistics]

  private init(
    _ own: HKWorkout, of workout: HKWorkout?, isOpen: Bool = false,
    _ collected: [HKQuantityType: HKStatistics] = [:]
  ) {
    self.own = own
    self.workout = workout
    self.isOpen = isOpen
    self.collected = collected
  }

  /// A leg for a workout builder; stops where it ends before it begins, and for metadata that it cannot have.
  ///
  /// Without an end it lasts until the next leg begins, or the workout ends.
  public convenience init(
    workoutConfiguration: HKWorkoutConfiguration, start startDate: Date, end endDate: Date?,
    metadata: [String: Any]?
  ) {
    let own = made { () throws(HKError) in
      let place = try workoutConfiguration.plan.metadata.mapValues(\.foundation)
      return try HKWorkout.sample(
        HKWorkout.Contents(activityType: workoutConfiguration.activityType), start: startDate,
        end: endDate ?? startDate, nil, place.merging(metadata ?? [:]) { $1 })
    }
    self.init(HKWorkout(viewing: own), of: nil, isOpen: endDate == nil)
  }

  /// A leg as a session keeps it.
  convenience init(_ leg: HealthModel.Workout.Leg, isOpen: Bool) {
    let whole = HealthModel.Workout(activity: leg.activity, duration: 0)
    var leg = leg
    if isOpen { leg.end = leg.start }
    self.init(HKWorkout(leg, of: whole), of: nil, isOpen: isOpen)
  }

  /// The legs of a workout that is saved.
  fileprivate static func all(of workout: HKWorkout) -> [HKWorkoutActivity] {
    let legs = workout.workout.legs
    guard !legs.isEmpty else { return [HKWorkoutActivity(workout, of: workout)] }
    return legs.map { HKWorkoutActivity(HKWorkout($0, of: workout.workout), of: workout) }
  }

  /// The same with a later start, another end, with more metadata, or with what was collected for it.
  func with(
    start: Date = .distantPast, end: Date? = nil, adding metadata: Metadata = [:],
    _ collected: [HKQuantityType: HKStatistics] = [:]
  ) -> HKWorkoutActivity {
    var leg = leg
    leg.metadata.merge(metadata) { _, later in later }
    leg.start = max(leg.start, start.timeIntervalSinceReferenceDate)
    leg.end = max(leg.start, end?.timeIntervalSinceReferenceDate ?? leg.end)
    return HKWorkoutActivity(
      HKWorkout(leg, of: own.workout), of: workout, isOpen: isOpen && end == nil, collected)
  }

  /// The same as workouts keep it.
  var leg: HealthModel.Workout.Leg {
    let sample = own.rows.sample(own.row)
    return HealthModel.Workout.Leg(
      sample.uuid, activity: own.workout.activity, start: sample.start, end: sample.end,
      metadata: sample.metadata)
  }

  /// The name of the activity for ever: that of its workout, where it is all of it.
  open var uuid: UUID { own.uuid }

  /// What was done, and where, as far as its metadata tells.
  open var workoutConfiguration: HKWorkoutConfiguration {
    let metadata = own.metadata ?? [:]
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = own.workoutActivityType
    if let isIndoor = metadata[HKMetadataKeyIndoorWorkout] as? Bool {
      configuration.locationType = isIndoor ? .indoor : .outdoor
    }
    if let number = metadata[HKMetadataKeySwimmingLocationType] as? Int {
      configuration.swimmingLocationType =
        HKWorkoutSwimmingLocationType(rawValue: number) ?? .unknown
    }
    configuration.lapLength = metadata[HKMetadataKeyLapLength] as? HKQuantity
    return configuration
  }

  /// When it began.
  open var startDate: Date { own.startDate }

  /// When it ended; `nil` while that is not known.
  open var endDate: Date? { isOpen ? nil : own.endDate }

  /// Seconds of activity: without the pauses.
  open var duration: TimeInterval { own.duration }

  /// Its pauses, laps and markers.
  open var workoutEvents: [HKWorkoutEvent] { own.workoutEvents ?? [] }

  /// What else there is to say of it.
  open var metadata: [String: Any]? { own.metadata }

  /// What the samples of a type come to that were added to the workout and lie in the leg; see `HKWorkout`.
  open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    collected[quantityType] ?? workout?.statistics(of: [quantityType], in: span)[quantityType]
  }

  /// What the samples of each type come to that were added to the workout and lie in the leg; see `HKWorkout`.
  open var allStatistics: [HKQuantityType: HKStatistics] {
    workout?.statistics(of: ObjectType.quantities, in: span) ?? collected
  }

  /// From when to when it was, where that is not all of its workout.
  private var span: HKWorkout? { own === workout ? nil : own }

  open override var description: String {
    "<HKWorkoutActivity \(own.workoutActivityType) \(duration) s (\(startDate) - "
      + "\(endDate.map { "\($0)" } ?? "now"))>"
  }

  /// Activities are equal where their UUIDs are.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKWorkoutActivity)?.own == own
  }

  open override var hash: Int { own.hash }

  /// Activities are archived with their workout.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let own = coder.decodeObject(of: HKWorkout.self, forKey: "own") else { return nil }
    self.own = own
    workout = coder.decodeObject(of: HKWorkout.self, forKey: "workout")
    isOpen = coder.decodeBool(forKey: "isOpen")
    collected = [:]
  }

  /// Archives the activity with its workout.
  open func encode(with coder: NSCoder) {
    coder.encode(own, forKey: "own")
    coder.encode(workout, forKey: "workout")
    coder.encode(isOpen, forKey: "isOpen")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKWorkout {
  /// The legs of the workout, in order; one that is all of it, where it was saved without any.
  public var workoutActivities: [HKWorkoutActivity] { HKWorkoutActivity.all(of: self) }

  /// A leg of a workout, as a workout of its own.
  fileprivate convenience init(_ leg: HealthModel.Workout.Leg, of whole: HealthModel.Workout) {
    let own = HealthModel.Workout(
      activity: leg.activity, duration: whole.activeSeconds(of: leg), events: whole.events(of: leg))
    self.init(
      viewing: Sample(
        uuid: leg.uuid, type: .workout, start: leg.start, end: leg.end,
        value: .object(.workout(own)), source: SourceRevision(source: HKSource.default().source),
        metadata: leg.metadata))
  }
}
