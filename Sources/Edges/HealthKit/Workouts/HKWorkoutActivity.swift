internal import HealthModel

/// One leg of a workout.
///
/// A store keeps no legs, so that each workout has one activity, which is all of it.
open class HKWorkoutActivity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  private let workout: HKWorkout

  init(_ workout: HKWorkout) {
    self.workout = workout
  }

  /// The name of the activity for ever: that of its workout.
  open var uuid: UUID { workout.uuid }

  /// What was done, and where, as far as the metadata of the workout tells.
  open var workoutConfiguration: HKWorkoutConfiguration {
    let metadata = workout.metadata ?? [:]
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = workout.workoutActivityType
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
  open var startDate: Date { workout.startDate }

  /// When it ended.
  open var endDate: Date? { workout.endDate }

  /// Seconds of activity: without the pauses.
  open var duration: TimeInterval { workout.duration }

  /// Its pauses, laps and markers.
  open var workoutEvents: [HKWorkoutEvent] { workout.workoutEvents ?? [] }

  /// What else there is to say of it.
  open var metadata: [String: Any]? { workout.metadata }

  /// What the samples of a type come to that were added to the workout; see `HKWorkout`.
  open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    workout.statistics(for: quantityType)
  }

  /// What the samples of each type come to that were added to the workout; see `HKWorkout`.
  open var allStatistics: [HKQuantityType: HKStatistics] { workout.allStatistics }

  open override var description: String {
    "<HKWorkoutActivity \(workout.workoutActivityType) \(duration) s (\(startDate) - "
      + "\(workout.endDate))>"
  }

  /// Activities are equal where their UUIDs are.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKWorkoutActivity)?.workout == workout
  }

  open override var hash: Int { workout.hash }

  /// Activities are archived with their workout.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let workout = coder.decodeObject(of: HKWorkout.self, forKey: "workout") else {
      return nil
    }
    self.workout = workout
  }

  /// Archives the activity with its workout.
  open func encode(with coder: NSCoder) {
    coder.encode(workout, forKey: "workout")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension HKWorkout {
  /// The legs of the workout: one, which is all of it.
  public var workoutActivities: [HKWorkoutActivity] { [HKWorkoutActivity(self)] }
}
