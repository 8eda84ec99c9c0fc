internal import HealthModel

extension HKHealthStore {
  /// Says that an effort score is of a workout, or of one of its activities; the score is saved where it is not yet.
  ///
  /// Saying it again changes nothing.
  ///
  /// - Parameters:
  ///   - sample: A workout effort score, or an estimated one.
  ///   - workout: A workout that is saved.
  ///   - activity: One of its activities; `nil` for the workout as a whole.
  /// - Returns: `true`.
  /// - Throws: `errorInvalidArgument` for another sample, for a workout that is not saved and for an activity of another.
  @discardableResult
  public func relateWorkoutEffortSample(
    _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?
  ) async throws -> Bool {
    let relation = try EffortRelation(workout, activity).correlation(of: sample)
    let reader = try await reader()
    let isSaved = try await thrownAsHKError { try await reader.holds(workout) }
    guard isSaved else { throw HKError.invalid("the workout is not saved") }
    try await save(relation)
    return true
  }

  /// Says that an effort score is of a workout, or of one of its activities; the score is saved where it is not yet.
  @preconcurrency
  public func relateWorkoutEffortSample(
    _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.report(to: completion) {
      try await self.relateWorkoutEffortSample(sample, with: workout, activity: activity)
    }
  }

  /// Takes back that an effort score is of a workout, or of one of its activities; the score stays.
  ///
  /// - Parameters:
  ///   - sample: The score.
  ///   - workout: The workout.
  ///   - activity: The activity that it was related to; `nil` for the workout as a whole.
  /// - Returns: Whether this app had said so.
  /// - Throws: `errorInvalidArgument` for an activity of another workout.
  @discardableResult
  public func unrelateWorkoutEffortSample(
    _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?
  ) async throws -> Bool {
    let relation = try EffortRelation(workout, activity)
    return try await deleteObjects(
      of: HKCorrelationType.workoutEffort, predicate: relation.predicate(of: sample)) > 0
  }

  /// Takes back that an effort score is of a workout, or of one of its activities; the score stays.
  @preconcurrency
  public func unrelateWorkoutEffortSample(
    _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    BackgroundExecutor.run {
      try await self.unrelateWorkoutEffortSample(sample, from: workout, activity: activity)
    } then: { result in
      switch result {
      case .success(let wasRelated): completion(wasRelated, nil)
      case .failure(let error): completion(false, error)
      }
    }
  }
}

/// What effort scores are related to: a workout, or one of its activities.
struct EffortRelation: Hashable {
  private static let workoutKey = "dyad.workout"
  private static let activityKey = "dyad.workoutActivity"

  let workout: UUID
  let activity: UUID?
  private let start: Date
  private let end: Date

  init(_ workout: HKWorkout, _ activity: HKWorkoutActivity?) throws(HKError) {
    if let activity, !workout.workoutActivities.contains(where: { $0.uuid == activity.uuid }) {
      throw .invalid("the activity is none of the workout's")
    }
    self.workout = workout.uuid
    self.activity = activity?.uuid
    (start, end) = (workout.startDate, workout.endDate)
  }

  /// What a stored relation is to; `nil` where it does not say.
  init?(_ correlation: HKCorrelation) {
    guard let text = correlation.metadata?[Self.workoutKey] as? String,
      let workout = UUID(uuidString: text)
    else { return nil }
    self.workout = workout
    activity = (correlation.metadata?[Self.activityKey] as? String).flatMap(UUID.init(uuidString:))
    (start, end) = (correlation.startDate, correlation.endDate)
  }

  /// What is saved of it; of the same relation it is so once, because its version does not change.
  func correlation(of sample: HKSample) throws -> HKCorrelation {
    guard HKCorrelationType.workoutEffort.type.memberTypes.contains(sample.sampleType.type) else {
      throw HKError.invalid("\(sample.sampleType.identifier) is no type of effort scores")
    }
    var metadata: [String: Any] = [
      Self.workoutKey: workout.uuidString, HKMetadataKeySyncIdentifier: name(of: sample),
      HKMetadataKeySyncVersion: 1,
    ]
    metadata[Self.activityKey] = activity?.uuidString
    return try .checked(
      type: .workoutEffort, start: start, end: end, objects: [sample], metadata: metadata)
  }

  func predicate(of sample: HKSample) -> NSPredicate {
    HKQuery.predicateForObjects(
      withMetadataKey: HKMetadataKeySyncIdentifier, operatorType: .equalTo,
      value: name(of: sample))
  }

  private func name(of sample: HKSample) -> String {
    [workout.uuidString, activity?.uuidString ?? "", sample.uuid.uuidString]
      .joined(separator: "/")
  }
}

extension HKCorrelationType {
  /// Of what relates effort scores to workouts.
  static let workoutEffort = HKCorrelationType(ObjectType.workoutEffort)
}
