internal import HealthModel

// Predicates on workouts.
extension HKQuery {
  /// Workouts of an activity.
  public class func predicateForWorkouts(
    with workoutActivityType: HKWorkoutActivityType
  ) -> NSPredicate {
    StorePredicate(.workout(.activity, .equal, Double(workoutActivityType.rawValue)))
  }

  /// Workouts whose duration stands so to another.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, duration: TimeInterval
  ) -> NSPredicate {
    StorePredicate(.workout(.duration, order(operatorType), duration))
  }

  /// Workouts whose energy stands so to another; stops for a unit of anything else.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, totalEnergyBurned: HKQuantity
  ) -> NSPredicate { total(.energyBurned, operatorType, totalEnergyBurned, .kilocalorie) }

  /// Workouts whose distance stands so to another; stops for a unit of anything else.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, totalDistance: HKQuantity
  ) -> NSPredicate { total(.distance, operatorType, totalDistance, .meter()) }

  /// Workouts whose strokes stand so to another count; stops for a unit of anything else.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, totalSwimmingStrokeCount: HKQuantity
  ) -> NSPredicate { total(.swimmingStrokeCount, operatorType, totalSwimmingStrokeCount, .count) }

  /// Workouts whose flights of stairs stand so to another count; stops for a unit of anything else.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, totalFlightsClimbed: HKQuantity
  ) -> NSPredicate {
    let flights = checked(totalFlightsClimbed, .count)
    return StorePredicate(
      .metadata(key: HKWorkout.flightsKey, order(operatorType), .quantity(flights)))
  }

  private class func total(
    _ total: HealthModel.Workout.Total, _ type: NSComparisonPredicate.Operator,
    _ quantity: HKQuantity, _ unit: EngineUnit
  ) -> NSPredicate {
    StorePredicate(.workoutTotal(total, order(type), checked(quantity, unit)))
  }

  private class func checked(_ quantity: HKQuantity, _ unit: EngineUnit) -> EngineQuantity {
    guard quantity.quantity.isCompatible(with: unit) else {
      stop(
        "Attempt to convert incompatible units: \(quantity.quantity.unit.unitString), "
          + "\(unit.unitString)")
    }
    return quantity.quantity
  }
}

// Predicates on the legs of workouts. What they say of a leg is what it would be as a workout of its own.
extension HKQuery {
  /// Workouts of which a leg matches.
  public class func predicateForWorkouts(activityPredicate: NSPredicate) -> NSPredicate {
    LegPredicate(activityPredicate)
  }

  /// Legs of an activity, for `predicateForWorkouts(activityPredicate:)`.
  public class func predicateForWorkoutActivities(
    workoutActivityType: HKWorkoutActivityType
  ) -> NSPredicate { predicateForWorkouts(with: workoutActivityType) }

  /// Legs whose duration stands so to another, for `predicateForWorkouts(activityPredicate:)`.
  public class func predicateForWorkoutActivities(
    operatorType: NSComparisonPredicate.Operator, duration: TimeInterval
  ) -> NSPredicate { predicateForWorkouts(with: operatorType, duration: duration) }

  /// Legs in a window of time, for `predicateForWorkouts(activityPredicate:)`.
  public class func predicateForWorkoutActivities(
    start: Date?, end: Date?, options: HKQueryOptions = []
  ) -> NSPredicate { predicateForSamples(withStart: start, end: end, options: options) }
}

/// Workouts of which a leg matches; the engine knows no legs, so that objects are asked.
private final class LegPredicate: NSPredicate {
  private let leg: NSPredicate

  init(_ leg: NSPredicate) {
    self.leg = leg
    super.init(value: true)
  }

  required init?(coder: NSCoder) { nil }

  override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool
  {
    (object as? HKWorkout)?.workoutActivities.contains { leg.evaluate(with: $0.own) } ?? false
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool { (object as? LegPredicate)?.leg == leg }

  override var hash: Int { leg.hash }

  override var description: String { "ANY workoutActivities: \(leg)" }
}
