internal import HealthModel
private import Synchronization

/// The effort scores of a workout, or of one of its activities; it never changes, so that threads may share it.
open class HKWorkoutEffortRelationship: NSObject, @unchecked Sendable {
  /// The workout.
  public let workout: HKWorkout
  /// The activity; `nil` where the scores are of the workout as a whole.
  public let activity: HKWorkoutActivity?
  /// The scores that the app may see, in the order of their dates.
  public let samples: [HKSample]?

  init(_ workout: HKWorkout, _ activity: HKWorkoutActivity?, _ samples: [HKSample]) {
    self.workout = workout
    self.activity = activity
    self.samples = samples
  }
}

/// Which scores a query for relationships tells.
public struct HKWorkoutEffortRelationshipQueryOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// The options of these bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// All scores.
  public static var `default`: Self { [] }
  /// One of each relationship: the last that somebody gave, or else the last that was estimated.
  public static let mostRelevant = Self(rawValue: 1 << 0)
}

/// Asks which effort scores workouts have, and goes on to tell when it becomes different.
open class HKWorkoutEffortRelationshipQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  private typealias Handler =
    @Sendable (
      HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?,
      (any Error)?
    ) -> Void

  private let anchor: HKQueryAnchor?
  private let options: HKWorkoutEffortRelationshipQueryOptions
  private var handler: Handler?

  /// A query for the scores of workouts that match; its handler hears of those that became different since an anchor,
  /// and then again after each change, until the query is stopped.
  @preconcurrency
  public init(
    predicate: NSPredicate?, anchor: HKQueryAnchor?,
    options: HKWorkoutEffortRelationshipQueryOptions,
    resultsHandler:
      @escaping @Sendable (
        HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?,
        (any Error)?
      ) -> Void
  ) {
    self.anchor = anchor
    self.options = options
    handler = resultsHandler
    super.init(objectType: HKObjectType.workoutType(), predicate: predicate)
  }

  func answer(from reader: StoreReader) async throws {
    let stand = Mutex<(anchor: HKQueryAnchor?, isFirst: Bool)>((anchor, true))
    try await reader.watch(HKCorrelationType.workoutEffort.type, where: .constant(true)) {
      let (anchor, isFirst) = stand.withLock(\.self)
      let news = try await reader.relationships(self.predicate, since: anchor, self.options)
      stand.withLock { $0 = (news.newAnchor, false) }
      guard isFirst || !news.relationships.isEmpty else { return }
      await self.execution.call { self.handler?(self, news.relationships, news.newAnchor, nil) }
    }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, nil, error) }
  }
}

/// Asks which effort scores workouts have.
public struct HKWorkoutEffortRelationshipQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery {
  /// What became different.
  public struct Result: Sendable {
    /// Relationships of workouts whose scores became different.
    public let relationships: [HKWorkoutEffortRelationship]
    /// Where to go on from.
    public let newAnchor: HKQueryAnchor
  }

  /// What became different, and then what does.
  public typealias Results = AsyncThrowingStream<Result, any Error>

  /// Of which workouts; `nil` means all.
  public var predicate: NSPredicate?
  /// Where the reader stands; `nil` for the beginning.
  public var anchor: HKQueryAnchor?
  /// Which scores.
  public var option: HKWorkoutEffortRelationshipQueryOptions

  /// A question for relationships.
  public init(
    predicate: NSPredicate?, anchor: HKQueryAnchor?,
    option: HKWorkoutEffortRelationshipQueryOptions
  ) {
    self.predicate = predicate
    self.anchor = anchor
    self.option = option
  }

  /// What became different since the anchor.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    let reader = try await healthStore.reader()
    return try await thrownAsHKError {
      try await reader.relationships(predicate, since: anchor, option)
    }
  }

  /// What became different since the anchor, which comes in any case, and then what does.
  public func results(for healthStore: HKHealthStore) -> Results {
    let (answers, continuation) = AsyncThrowingStream.makeStream(of: Result.self)
    let query = HKWorkoutEffortRelationshipQuery(
      predicate: predicate, anchor: anchor, options: option
    ) { _, relationships, anchor, error in
      guard let relationships, let anchor else { return continuation.finish(throwing: error) }
      continuation.yield(Result(relationships: relationships, newAnchor: anchor))
    }
    return healthStore.results(of: query, answers, continuation)
  }
}

extension StoreReader {
  /// Whether a workout is saved, as far as the app sees it.
  func holds(_ workout: HKWorkout) async throws -> Bool {
    let saved = HKQuery.predicateForObject(with: workout.uuid)
    return try await !samples(
      [SampleQuestion(HKObjectType.workoutType(), saved)], in: SampleOrder([])
    ).isEmpty
  }

  /// The relationships of the workouts that match whose scores became different since an anchor.
  ///
  /// What was taken back does not tell of which workout it was: then all are told.
  fileprivate func relationships(
    _ predicate: NSPredicate?, since anchor: HKQueryAnchor?,
    _ options: HKWorkoutEffortRelationshipQueryOptions
  ) async throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
    let question = SampleQuestion(HKCorrelationType.workoutEffort, nil)
    let news = try await changes([question], since: anchor)
    guard news.count > 0 else { return .init(relationships: [], newAnchor: news.anchor) }
    let changed = Set(
      news.added.compactMap { ($0 as? HKCorrelation).flatMap(EffortRelation.init) }.map(\.workout))
    var scores: [UUID: [UUID?: Set<HKSample>]] = [:]
    for sample in try await samples([question], in: SampleOrder([])) {
      guard let correlation = sample as? HKCorrelation, let to = EffortRelation(correlation),
        !news.deleted.isEmpty || changed.contains(to.workout), !correlation.objects.isEmpty
      else { continue }
      scores[to.workout, default: [:]][to.activity, default: []].formUnion(correlation.objects)
    }
    let wanted = NSCompoundPredicate(
      andPredicateWithSubpredicates: [HKQuery.predicateForObjects(with: Set(scores.keys))]
        + (predicate.map { [$0] } ?? []))
    let workouts = try await samples(
      [SampleQuestion(HKObjectType.workoutType(), wanted)], in: SampleOrder([]))
    return .init(
      relationships: workouts.compactMap { $0 as? HKWorkout }.flatMap { workout in
        (scores[workout.uuid] ?? [:]).sorted {
          ($0.key?.uuidString ?? "") < ($1.key?.uuidString ?? "")
        }
        .map { activity, samples in
          HKWorkoutEffortRelationship(
            workout, workout.workoutActivities.first { $0.uuid == activity },
            options.contains(.mostRelevant) ? samples.mostRelevant : samples.byDate)
        }
      }, newAnchor: news.anchor)
  }
}

extension Set<HKSample> {
  fileprivate var byDate: [HKSample] { sorted { $0.startDate < $1.startDate } }

  /// The last that somebody gave, or else the last.
  fileprivate var mostRelevant: [HKSample] {
    let given = filter { $0.sampleType.type == .workoutEffortScore }
    return Array((given.isEmpty ? self : given).byDate.suffix(1))
  }
}
