internal import HealthModel
internal import StoreAccess
private import Synchronization
private import SystemCore

/// Makes a workout bit by bit, and saves it when it is over.
open class HKWorkoutBuilder: NSObject, @unchecked Sendable {
  /// Where a builder stands.
  fileprivate enum Phase {
    case new, collecting, collected, over
  }

  fileprivate struct Guarded {
    var phase = Phase.new
    var startDate: Date?
    var endDate: Date?
    var metadata: Metadata = [:]
    var events: [HKWorkoutEvent] = []
    /// By their start.
    var legs: [HKWorkoutActivity] = []
    var samples: [HKSample] = []
    var known: Set<HKSample> = []
    var route: HKWorkoutRouteBuilder?
    /// The workout that was saved, where not all of its samples could be added to it yet.
    var saved: HKWorkout?
  }

  let store: HKHealthStore
  private let configuration: HKWorkoutConfiguration
  private let guarded = Mutex(Guarded())
  private let finishing = Turns()

  /// The device that measures.
  public let device: HKDevice?

  /// A builder that saves to a store.
  public init(
    healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?
  ) {
    store = healthStore
    self.device = device
    guard let copy = configuration.copy() as? HKWorkoutConfiguration else {
      preconditionFailure("a copy is of the same class")
    }
    self.configuration = copy
    super.init()
  }

  /// What is done, and where: a copy.
  open var workoutConfiguration: HKWorkoutConfiguration {
    configuration.copy() as? HKWorkoutConfiguration ?? configuration
  }
  /// When collecting began.
  open var startDate: Date? { guarded.withLock { $0.startDate } }
  /// When it ended.
  open var endDate: Date? { guarded.withLock { $0.endDate } }
  /// What else is to be said of the workout.
  open var metadata: [String: Any] { guarded.withLock { $0.metadata }.mapValues(\.foundation) }
  /// What happened in the workout, in order.
  open var workoutEvents: [HKWorkoutEvent] {
    guarded.withLock { $0.events }.enumerated()
      .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
  }

  /// The legs that were added, in order, with what was collected for each.
  open var workoutActivities: [HKWorkoutActivity] {
    let samples = samples
    let legs = guarded.withLock(\.legs)
    return legs.enumerated().map { index, leg in
      let end = leg.endDate ?? (index + 1 < legs.count ? legs[index + 1].startDate : .distantFuture)
      return leg.with(
        Self.statistics(of: samples.filter { $0.startDate >= leg.startDate && $0.startDate < end }))
    }
  }

  /// The samples that count so far.
  private var samples: [HKSample] { counting(guarded.withLock { $0.samples }) }

  /// Begins; samples and events may be added from then on.
  public func beginCollection(at start: Date) async throws {
    try guarded.withLock { guarded throws(HKError) in
      guard guarded.phase == .new else { throw Self.unfit("it began before") }
      guarded.phase = .collecting
      guarded.startDate = start
    }
    didBegin(start)
  }

  /// Ends; then the workout may be finished.
  public func endCollection(at end: Date) async throws {
    try guarded.withLock { guarded throws(HKError) in
      guard guarded.phase == .collecting, let start = guarded.startDate else {
        throw Self.unfit("it has not begun, or ended before")
      }
      guard end >= start else { throw Self.unfit("it ends before it begins") }
      guarded.phase = .collected
      guarded.endDate = end
    }
    didEnd()
  }

  /// Adds samples, each once; they are saved with the workout where they are not yet.
  public func addSamples(_ samples: [HKSample]) async throws {
    try collecting { $0.add(samples) }
  }

  /// Adds what happened.
  public func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
    try collecting { $0.events += workoutEvents }
  }

  /// Adds a leg, which lies within the workout; legs follow each other, and one without an end lasts until the next.
  public func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
    try guarded.withLock { guarded throws(HKError) in
      guard guarded.phase == .collecting, let start = guarded.startDate else { throw Self.idle }
      guard !guarded.legs.contains(workoutActivity) else {
        throw Self.unfit("it has the activity already")
      }
      let legs = (guarded.legs + [workoutActivity]).sorted { $0.startDate < $1.startDate }
      let fit = zip(legs, legs.dropFirst()).allSatisfy {
        $0.endDate ?? $0.startDate <= $1.startDate
      }
      guard fit, workoutActivity.startDate >= start else {
        throw Self.unfit("the activity overlaps another one, or begins before the workout")
      }
      guarded.legs = legs
    }
  }

  /// Says when a leg ends that was added.
  public func updateActivity(uuid: UUID, end: Date) async throws {
    try change(uuid) { leg, next throws(HKError) in
      guard end >= leg.startDate, end <= next?.startDate ?? .distantFuture else {
        throw Self.unfit("the activity ends before it begins, or after the next one began")
      }
      leg = leg.with(end: end)
    }
  }

  /// Adds metadata to a leg that was added; of two values of one key the later one holds.
  public func updateActivity(uuid: UUID, adding metadata: [String: Any]) async throws {
    try add(try Metadata(checking: metadata), toActivity: uuid)
  }

  /// Adds metadata; of two values of one key the later one holds.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(try Metadata(checking: metadata))
  }

  /// Saves the workout, its samples and what happened in it.
  ///
  /// - Returns: The workout. Where that fails it may be called again: nothing is saved twice.
  public func finishWorkout() async throws -> HKWorkout? {
    // One after the other, or who calls it twice at once would save two workouts.
    try await finishing.take { try await finish() }
  }

  private func finish() async throws -> HKWorkout? {
    let collected = guarded.withLock(\.self)
    guard collected.phase == .collected, let start = collected.startDate,
      let end = collected.endDate
    else { throw Self.unfit("its collection has not ended, or it is finished") }
    let samples = counting(try await gathering(collected.samples, from: start, to: end))
    let workout = try collected.saved ?? workout(of: collected, samples, start, end)
    if collected.saved == nil {
      try await store.save(workout)
      guarded.withLock { $0.saved = workout }
    }
    let members = try await belonging(samples)
    if !members.isEmpty { try await store.addSamples(members, to: workout) }
    if let route = collected.route, route.isWanted {
      try await route.finishRoute(with: workout, metadata: nil)
    }
    guarded.withLock { $0.phase = .over }
    return workout
  }

  /// Throws away what was collected; samples that are saved stay.
  open func discardWorkout() {
    guarded.withLock { guarded in
      guarded = Guarded()
      guarded.phase = .over
    }
    didEnd()
  }

  /// The builder of the workout's route, which this builder finishes with the workout; `nil` for other series.
  open func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
    guard seriesType.type == .workoutRoute else { return nil }
    return guarded.withLock { guarded in
      let route = guarded.route ?? HKWorkoutRouteBuilder(healthStore: store, device: device)
      guarded.route = route
      return route
    }
  }

  /// How many seconds of activity there were until then: without the pauses.
  open func elapsedTime(at date: Date) -> TimeInterval {
    guard let startDate else { return 0 }
    let end = max(startDate, min(date, endDate ?? date)).timeIntervalSinceReferenceDate
    let events = workoutEvents.map(\.event).filter { $0.date <= end }
    return Workout.activeSeconds(
      from: startDate.timeIntervalSinceReferenceDate, to: end, events)
  }

  /// What the samples of a type come to that were added.
  open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    allStatistics[quantityType]
  }

  /// What the samples of each type come to that were added.
  open var allStatistics: [HKQuantityType: HKStatistics] { Self.statistics(of: samples) }

  func add(_ metadata: Metadata, toActivity uuid: UUID) throws(HKError) {
    try change(uuid) { leg, _ in leg = leg.with(adding: metadata) }
  }

  private func change(
    _ uuid: UUID,
    _ body: (inout HKWorkoutActivity, _ next: HKWorkoutActivity?) throws(HKError) -> Void
  ) throws(HKError) {
    try guarded.withLock { guarded throws(HKError) in
      guard guarded.phase == .collecting else { throw Self.idle }
      guard let index = guarded.legs.firstIndex(where: { $0.uuid == uuid }) else {
        throw Self.unfit("no activity has that UUID")
      }
      let next = index + 1 < guarded.legs.count ? guarded.legs[index + 1] : nil
      try body(&guarded.legs[index], next)
    }
  }

  func add(_ metadata: Metadata) throws(HKError) {
    try collecting { $0.metadata.merge(metadata) { _, later in later } }
  }

  /// Those of the samples that count, whatever was added; for subclasses.
  func counting(_ samples: [HKSample]) -> [HKSample] { samples }
  /// The samples with those that were not told yet; for subclasses.
  func gathering(
    _ samples: [HKSample], from start: Date, to end: Date
  ) async throws -> [HKSample] { samples }
  /// Those of the samples that are to belong to the workout; for subclasses.
  func belonging(_ samples: [HKSample]) async throws -> [HKSample] { samples }

  /// Collecting began; for subclasses.
  func didBegin(_ start: Date) {}
  /// Collecting is over; for subclasses.
  func didEnd() {}

  /// Takes in samples as they come: whether there were new ones.
  func collect(_ samples: [HKSample]) -> Bool {
    guarded.withLock { guarded in
      guard guarded.phase == .collecting else { return false }
      let before = guarded.samples.count
      guarded.add(samples)
      return guarded.samples.count > before
    }
  }

  /// Takes in what happened as it comes.
  func collect(_ events: [HKWorkoutEvent]) -> Bool {
    guarded.withLock { guarded in
      guard guarded.phase == .collecting else { return false }
      guarded.events += events
      return !events.isEmpty
    }
  }

  /// Takes in the legs of a session as they are by now, beside those that were added, as far as they lie in the workout.
  func keep(_ legs: [HKWorkoutActivity]) {
    guarded.withLock { guarded in
      guard guarded.phase == .collecting, let start = guarded.startDate else { return }
      for leg in legs where leg.endDate ?? .distantFuture > start {
        let index = guarded.legs.firstIndex(of: leg)
        let new = index.map { guarded.legs[$0].with(end: leg.endDate) } ?? leg.with(start: start)
        if let index { guarded.legs[index] = new } else { guarded.legs.append(new) }
      }
      guarded.legs.sort { $0.startDate < $1.startDate }
    }
  }

  private func collecting(_ body: (inout Guarded) -> Void) throws(HKError) {
    try guarded.withLock { guarded throws(HKError) in
      guard guarded.phase == .collecting else { throw Self.idle }
      body(&guarded)
    }
  }

  private func workout(
    of guarded: Guarded, _ samples: [HKSample], _ start: Date, _ end: Date
  ) throws(HKError) -> HKWorkout {
    let statistics = Self.statistics(of: samples)
    func sum(_ type: ObjectType) -> HKQuantity? {
      statistics.first { $0.key.type == type }?.value.sumQuantity()
    }
    let activity = configuration.activityType
    let plan = try configuration.plan
    var metadata = plan.metadata.mapValues(\.foundation)
    for (key, value) in guarded.metadata { metadata[key] = value.foundation }
    return HKWorkout(
      viewing: try HKWorkout.sample(
        HKWorkout.Contents(
          activityType: activity,
          events: guarded.events.sorted { $0.date < $1.date }, legs: guarded.legs(until: end),
          energy: sum(.activeEnergyBurned), distance: sum(plan.activity.distanceType),
          strokes: sum(.swimmingStrokeCount), flights: sum(.flightsClimbed)),
        start: start, end: end, device, metadata))
  }

  private static func statistics(of samples: [HKSample]) -> [HKQuantityType: HKStatistics] {
    let quantities = samples.compactMap { $0 as? HKQuantitySample }
    return Dictionary(grouping: quantities, by: \.quantityType).compactMapValues { samples in
      HKStatistics(of: samples)
    }
  }

  private static var idle: HKError { unfit("it has not begun, or is over") }

  private static func unfit(_ reason: String) -> HKError {
    .invalid("the workout builder cannot do that: \(reason)")
  }
}

extension HKWorkoutBuilder.Guarded {
  /// The legs as a workout keeps them that ends then.
  fileprivate func legs(until end: Date) -> [HealthModel.Workout.Leg] {
    var next = end.timeIntervalSinceReferenceDate
    let ended = legs.reversed().map { activity in
      var leg = activity.leg
      if activity.isOpen { leg.end = next }
      next = leg.start
      return leg
    }
    return ended.reversed()
  }

  fileprivate mutating func add(_ more: [HKSample]) {
    for sample in more where known.insert(sample).inserted { samples.append(sample) }
  }
}
