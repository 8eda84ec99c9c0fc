private import HealthModel

extension NamedNumbers {
  /// The activities of a workout.
  package static let workoutActivities = NamedNumbers(naming: WorkoutActivityType.self)

  /// The kinds of event inside a workout.
  package static let workoutEvents = NamedNumbers(naming: WorkoutEventType.self)

  private init<Value: CaseIterable & RawRepresentable<Int>>(naming values: Value.Type) {
    let pairs = Value.allCases.map { (Int64($0.rawValue), "\($0)") }
    self.init([], from: 0, and: Dictionary(uniqueKeysWithValues: pairs))
  }
}
