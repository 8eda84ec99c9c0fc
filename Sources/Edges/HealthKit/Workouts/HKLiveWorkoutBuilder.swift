internal import Dispatch
internal import HealthModel
internal import StoreAccess
private import Synchronization

/// Hears what a live workout builder collects, on a queue of the builder's own.
public protocol HKLiveWorkoutBuilderDelegate: AnyObject {
  /// There are samples of these types that were not there before.
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)

  /// Something happened in the workout.
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)
}

/// Makes a workout of a session, out of what the store receives while it goes on.
open class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
  private struct Guarded {
    var listener = Listener()
    var collectsEvents = true
    var dataSource: HKLiveWorkoutDataSource?
    var queries: [HKQuantityType: HKQuery] = [:]
    var knownMoments = 0
    /// The samples that the queries found; the app added all others itself.
    var received: Set<HKSample> = []
  }

  private struct Listener: @unchecked Sendable {
    weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
  }

  private let guarded = Mutex(Guarded())
  private let queue = DispatchQueue(label: "HealthKit.builder")

  /// The session.
  public let workoutSession: HKWorkoutSession?

  init(
    _ session: HKWorkoutSession, _ store: HKHealthStore, _ configuration: HKWorkoutConfiguration
  ) {
    workoutSession = session
    super.init(healthStore: store, configuration: configuration, device: nil)
  }

  deinit { for query in guarded.withLock({ $0.queries.values }) { store.stop(query) } }

  /// Who hears what is collected; held weakly.
  open weak var delegate: (any HKLiveWorkoutBuilderDelegate)? {
    get { guarded.withLock { $0.listener }.delegate }
    set {
      let listener = Listener(delegate: newValue)
      guarded.withLock { $0.listener = listener }
    }
  }

  /// Whether what happens to the session happens in the workout.
  open var shouldCollectWorkoutEvents: Bool {
    get { guarded.withLock { $0.collectsEvents } }
    set { guarded.withLock { $0.collectsEvents = newValue } }
  }

  /// What is collected; nothing without one.
  open var dataSource: HKLiveWorkoutDataSource? {
    get { guarded.withLock { $0.dataSource } }
    set {
      let former = guarded.withLock { guarded in
        defer { guarded.dataSource = newValue }
        return guarded.dataSource
      }
      former?.whenChanged(nil)
      newValue?.whenChanged { [weak self] in self?.collect() }
      collect()
    }
  }

  /// How many seconds the workout was active so far.
  open var elapsedTime: TimeInterval { elapsedTime(at: Date()) }

  override func didBegin(_ start: Date) {
    collect()
    if let session = workoutSession?.session { take(session) }
  }

  override func didEnd() {
    let queries = guarded.withLock { guarded in
      defer { guarded.queries = [:] }
      return guarded.queries
    }
    for query in queries.values { store.stop(query) }
  }

  /// What the store received of a pause, or after the activity was stopped, is no part of the workout.
  override func counting(_ samples: [HKSample]) -> [HKSample] {
    let events = workoutEvents.map(\.event)
    let received = guarded.withLock { $0.received }
    let stop = workoutSession?.session?.activeEnd ?? .infinity
    return samples.filter { sample in
      let date = sample.startDate.timeIntervalSinceReferenceDate
      return !received.contains(sample) || date <= stop && Self.isActive(at: date, events)
    }
  }

  /// What the store has received and no query told yet is asked for once more, so that nothing is lost at the end.
  override func gathering(
    _ samples: [HKSample], from start: Date, to end: Date
  ) async throws -> [HKSample] {
    var all = samples
    var known = Set(samples)
    for (type, predicate) in dataSource?.predicates ?? [:] {
      let predicates = [
        HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate),
        predicate,
      ].compactMap(\.self)
      let whole = NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
      do {
        let found = try await HKSampleQueryDescriptor(
          predicates: [.sample(type: type, predicate: whole)], sortDescriptors: []
        ).result(for: store)
        guarded.withLock { $0.received.formUnion(found) }
        all += found.filter { known.insert($0).inserted }
      } catch HKError.errorAuthorizationNotDetermined {
        // A type that the app never asked for has nothing that it may read.
        continue
      }
    }
    return all
  }

  /// The samples of types that the app may share; it may add no others to a workout.
  override func belonging(_ samples: [HKSample]) async throws -> [HKSample] {
    let types = Set(samples.map(\.rows.type))
    let statuses = try await store.ask { try await $0.authorizationStatuses(of: Array(types)) }
    return samples.filter { statuses[$0.rows.type] == .sharingAuthorized }
  }

  /// Takes in what happened to the session.
  func take(_ session: WorkoutSession) {
    let news = guarded.withLock { guarded -> [WorkoutSession.Moment] in
      guard startDate != nil, guarded.knownMoments < session.moments.count else { return [] }
      defer { guarded.knownMoments = session.moments.count }
      return Array(session.moments[guarded.knownMoments...])
    }
    if news.contains(where: \.isOfLegs) {
      let open = session.currentLeg?.uuid
      keep(session.legs(until: .infinity).map { HKWorkoutActivity($0, isOpen: $0.uuid == open) })
    }
    guard shouldCollectWorkoutEvents else { return }
    for event in news.compactMap(\.event) where collect([HKWorkoutEvent(event)]) {
      let listener = guarded.withLock { $0.listener }
      queue.async { [self] in listener.delegate?.workoutBuilderDidCollectEvent(self) }
    }
  }

  /// Lets a query run for each type that is to be collected, and for no other.
  private func collect() {
    guard let startDate, endDate == nil else { return }
    let wanted = dataSource?.predicates ?? [:]
    let (gone, new) = guarded.withLock { guarded -> ([HKQuery], [HKQuery]) in
      let gone = guarded.queries.filter { wanted[$0.key] == nil }
      for type in gone.keys { guarded.queries[type] = nil }
      var new: [HKQuery] = []
      for (type, predicate) in wanted where guarded.queries[type] == nil {
        let query = query(type, predicate, since: startDate)
        guarded.queries[type] = query
        new.append(query)
      }
      return (Array(gone.values), new)
    }
    for query in gone { store.stop(query) }
    for query in new { store.execute(query) }
  }

  private func query(
    _ type: HKQuantityType, _ predicate: NSPredicate?, since start: Date
  ) -> HKQuery {
    let during = HKQuery.predicateForSamples(
      withStart: start, end: nil, options: .strictStartDate)
    let whole =
      predicate.map { NSCompoundPredicate(andPredicateWithSubpredicates: [during, $0]) } ?? during
    let query = HKAnchoredObjectQuery(
      type: type, predicate: whole, anchor: nil, limit: HKObjectQueryNoLimit
    ) { [weak self] _, samples, _, _, _ in self?.take(samples ?? [], of: type) }
    query.updateHandler = { [weak self] _, samples, _, _, _ in
      self?.take(samples ?? [], of: type)
    }
    return query
  }

  private func take(_ samples: [HKSample], of type: HKQuantityType) {
    guarded.withLock { $0.received.formUnion(samples) }
    guard collect(samples) else { return }
    let listener = guarded.withLock { $0.listener }
    queue.async { [self] in
      listener.delegate?.workoutBuilder(self, didCollectDataOf: [type])
    }
  }

  private static func isActive(at date: Double, _ events: [Workout.Event]) -> Bool {
    let last = events.last { event in
      event.date <= date
        && (event.kind == Int64(WorkoutEventType.pause.rawValue)
          || event.kind == Int64(WorkoutEventType.resume.rawValue))
    }
    return last?.kind != Int64(WorkoutEventType.pause.rawValue)
  }
}
