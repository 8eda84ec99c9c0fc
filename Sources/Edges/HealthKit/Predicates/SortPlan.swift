internal import HealthModel

/// How an order of samples is answered: by the engine's columns, or by comparing objects.
struct SortPlan {
  /// The engine's keys; `nil` where it has not all of them, so that objects must be compared.
  let engine: [EngineSortDescriptor]?

  /// - Parameter descriptors: What an app asks for.
  init(_ descriptors: [NSSortDescriptor]) {
    let keys = descriptors.map { descriptor in
      Self.key(of: descriptor).map { EngineSortDescriptor($0, ascending: descriptor.ascending) }
    }
    engine = keys.contains(nil) ? nil : keys.compactMap(\.self)
  }

  /// - Parameter descriptors: What an app asks for.
  init<Sample: HKSample>(_ descriptors: [Foundation.SortDescriptor<Sample>]) {
    let keys = descriptors.map { descriptor -> EngineSortDescriptor? in
      let isAscending = descriptor.order == .forward
      return switch descriptor.keyPath {
      case \Sample.startDate: EngineSortDescriptor(.start, ascending: isAscending)
      case \Sample.endDate: EngineSortDescriptor(.end, ascending: isAscending)
      default: nil
      }
    }
    engine = keys.contains(nil) ? nil : keys.compactMap(\.self)
  }

  private static func key(of descriptor: NSSortDescriptor) -> EngineSortDescriptor.Key? {
    if let descriptor = descriptor as? KeySortDescriptor { return keys[descriptor.sortKey] }
    let path = descriptor.keyPath
    if starts.contains(path) { return .start }
    if ends.contains(path) { return .end }
    if path == \HKWorkout.duration { return .workoutDuration }
    return nil
  }

  private static let keys: [String: EngineSortDescriptor.Key] = [
    HKSampleSortIdentifierStartDate: .start, HKSampleSortIdentifierEndDate: .end,
    HKWorkoutSortIdentifierDuration: .workoutDuration,
    HKWorkoutSortIdentifierTotalDistance: .workoutTotal(.distance),
    HKWorkoutSortIdentifierTotalEnergyBurned: .workoutTotal(.energyBurned),
    HKWorkoutSortIdentifierTotalSwimmingStrokeCount: .workoutTotal(.swimmingStrokeCount),
  ]

  private static var starts: Set<AnyKeyPath> {
    [
      \HKSample.startDate, \HKQuantitySample.startDate, \HKCategorySample.startDate,
      \HKCorrelation.startDate, \HKWorkout.startDate,
    ]
  }
  private static var ends: Set<AnyKeyPath> {
    [
      \HKSample.endDate, \HKQuantitySample.endDate, \HKCategorySample.endDate,
      \HKCorrelation.endDate, \HKWorkout.endDate,
    ]
  }
}
