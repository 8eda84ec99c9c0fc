internal import Dispatch
internal import HealthModel
internal import StoreAccess
private import Synchronization

/// Hears what happens to a workout session, on a queue of the session's own.
public protocol HKWorkoutSessionDelegate: AnyObject {
  /// The session is in another state.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date)

  /// Something that was asked of the session failed, or another session took its place.
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)

  /// Something happened in the workout.
  func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)

  /// A leg of the workout has begun.
  func workoutSession(
    _ workoutSession: HKWorkoutSession,
    didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date)

  /// A leg of the workout is over.
  func workoutSession(
    _ workoutSession: HKWorkoutSession,
    didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date)
}

extension HKWorkoutSessionDelegate {
  /// Who does not say otherwise does not care.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent
  ) {}

  /// Who does not say otherwise does not care.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession,
    didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) {}

  /// Who does not say otherwise does not care.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession,
    didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) {}
}

/// A workout that goes on.
///
/// The store keeps it, so that it goes on without the app: see `HKHealthStore.recoverActiveWorkoutSession`. What is asked
/// of it is done one after the other; the delegate hears when it is done.
open class HKWorkoutSession: NSObject, @unchecked Sendable {
  private struct Guarded {
    var handle: StoreHandle?
    var session: WorkoutSession?
    var listener = Listener()
    /// What was asked for last, which is done when all before it is.
    var last: Task<Void, Never>?
    var following: Task<Void, Never>?
    weak var builder: HKLiveWorkoutBuilder?
  }

  /// Who hears of it, on the queue alone.
  private struct Listener: @unchecked Sendable {
    weak var delegate: (any HKWorkoutSessionDelegate)?
  }

  /// How long to wait after so many failures before the store is asked again.
  private static let patience: [Double] = [0.1, 0.5, 2, 5, 15]

  private let configuration: HKWorkoutConfiguration
  private let plan: WorkoutPlan
  private let guarded = Mutex(Guarded())
  /// Held while what the store says is taken in.
  private let taking = Mutex(())
  private let queue = DispatchQueue(label: "HealthKit.workout")

  /// A session in a store.
  ///
  /// - Throws: `errorInvalidArgument` for a configuration that does not fit together.
  public convenience init(
    healthStore: HKHealthStore, configuration: HKWorkoutConfiguration
  ) throws {
    try self.init(configuration: configuration)
    guarded.withLock { $0.handle = healthStore.handle }
  }

  /// A session that a store starts.
  ///
  /// - Throws: `errorInvalidArgument` for a configuration that does not fit together.
  public init(configuration: HKWorkoutConfiguration) throws {
    guard let copy = configuration.copy() as? HKWorkoutConfiguration else {
      preconditionFailure("a copy is of the same class")
    }
    self.configuration = copy
    plan = try copy.plan
    type = .primary
    super.init()
  }

  /// A session that a store starts.
  public init(
    activityType: HKWorkoutActivityType, locationType: HKWorkoutSessionLocationType
  ) {
    configuration = HKWorkoutConfiguration()
    configuration.activityType = activityType
    configuration.locationType = locationType
    plan = WorkoutPlan(
      WorkoutActivityType(rawValue: Int(activityType.rawValue)) ?? .other,
      WorkoutSessionLocation(rawValue: locationType.rawValue) ?? .unknown)
    type = .primary
    super.init()
  }

  /// A session that goes on in a store.
  init(
    _ session: WorkoutSession, _ type: HKWorkoutSessionType = .primary, in handle: StoreHandle
  ) {
    configuration = HKWorkoutConfiguration(session.plan)
    plan = session.plan
    self.type = type
    super.init()
    guarded.withLock { guarded in
      guarded.handle = handle
      guarded.session = session
    }
    follow()
  }

  deinit { guarded.withLock { $0.following }?.cancel() }

  /// Who hears what happens to it; held weakly.
  open weak var delegate: (any HKWorkoutSessionDelegate)? {
    get { guarded.withLock { $0.listener }.delegate }
    set {
      let listener = Listener(delegate: newValue)
      guarded.withLock { $0.listener = listener }
    }
  }

  /// What is done, and where: a copy.
  open var workoutConfiguration: HKWorkoutConfiguration {
    configuration.copy() as? HKWorkoutConfiguration ?? configuration
  }
  /// What is done.
  open var activityType: HKWorkoutActivityType { configuration.activityType }
  /// Where it is done.
  open var locationType: HKWorkoutSessionLocationType { configuration.locationType }
  /// Whether it runs here, or on a watch from which this app only hears of it.
  public let type: HKWorkoutSessionType

  /// Where it stands.
  open var state: HKWorkoutSessionState {
    HKWorkoutSessionState(session?.state ?? .notStarted)
  }
  /// When it began to run.
  open var startDate: Date? { session?.startDate.map(Date.init(timeIntervalSinceReferenceDate:)) }
  /// When it was over.
  open var endDate: Date? { session?.endDate.map(Date.init(timeIntervalSinceReferenceDate:)) }

  /// What makes a workout of it, where somebody holds that.
  var builder: HKLiveWorkoutBuilder? { guarded.withLock { $0.builder } }

  /// What the store says of it.
  var session: WorkoutSession? { guarded.withLock { $0.session } }

  /// Readies it; it runs when its activity is started.
  open func prepare() { ask(.prepared, nil) }
  /// Starts it.
  open func startActivity(with date: Date?) { ask(.started, date) }
  /// Pauses it.
  open func pause() { ask(.paused, nil) }
  /// Goes on after a pause.
  open func resume() { ask(.resumed, nil) }
  /// Stops it: nothing is measured any more.
  open func stopActivity(with date: Date?) { ask(.stopped, date) }
  /// Ends it.
  open func end() { ask(.ended, nil) }

  /// What makes a workout of it: the same object on each call, for as long as somebody holds it.
  ///
  /// Stops for a session that was not made with a store.
  open func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
    guarded.withLock { guarded in
      if let builder = guarded.builder { return builder }
      guard let handle = guarded.handle else {
        HealthKit.stop("only a session that was made with a store has a workout builder")
      }
      let builder = HKLiveWorkoutBuilder(self, HKHealthStore(handle), configuration)
      guarded.builder = builder
      return builder
    }
  }

  open override var description: String { "<HKWorkoutSession \(activityType) \(state)>" }

  /// Uses a store, where the session has none.
  func use(_ handle: StoreHandle) {
    guarded.withLock { $0.handle = $0.handle ?? handle }
  }

  /// Asks the store for something, after what was asked for before.
  private func ask(_ kind: WorkoutSession.Moment.Kind, _ date: Date?) {
    inTurn { [self] in
      var change = WorkoutChange(kind, at: date?.timeIntervalSinceReferenceDate)
      let known = session?.moments.count
      if known == nil { change.plan = plan }
      do {
        _ = try await make(change)
      } catch {
        // Where the answer was lost, the session may have been heard of meanwhile.
        guard session?.moments.dropFirst(known ?? 0).contains(where: { $0.kind == kind }) == true
        else { throw error }
      }
      if known == nil { follow() }
    }
  }

  /// Lets something happen to the session in the store; returns what the store says of it then.
  func make(_ change: WorkoutChange) async throws -> WorkoutSession {
    let handle = guarded.withLock { $0.handle } ?? .usual
    var change = change
    change.session = session?.uuid
    let session = try await handle.access().change(change)
    take(session)
    return session
  }

  /// Does something after what was asked for before; the delegate hears where it fails.
  func inTurn(_ body: @escaping @Sendable () async throws -> Void) {
    guarded.withLock { guarded in
      let before = guarded.last
      guarded.last = Task(executorPreference: BackgroundExecutor.shared) { [self] in
        await before?.value
        do {
          try await body()
        } catch {
          fail(HKError(thrown: error))
        }
      }
    }
  }

  /// Hears what others do to it, again after the store could not be asked.
  private func follow() {
    let task = Task(executorPreference: BackgroundExecutor.shared) { [weak self] in
      var failures = 0
      while !Task.isCancelled {
        guard let (handle, session) = self?.followed else { return }
        do {
          let news = try await handle.access().follow(
            session.uuid, knowing: session.moments.count)
          for try await session in news {
            failures = 0
            self?.take(session)
          }
        } catch {
          let failure = HKError(thrown: error)
          if failure.code == .errorUserCanceled { return }
          // What another try does not change: the store keeps the session no more, or knows the app no more.
          guard failure.code == .errorDatabaseInaccessible else {
            self?.fail(failure)
            return
          }
          failures += 1
        }
        guard self?.followed != nil else { return }
        let wait = Self.patience[min(failures, Self.patience.count - 1)]
        // Cancelled, it is over.
        try? await Task.sleep(for: .seconds(wait))
      }
    }
    guarded.withLock { $0.following = task }
  }

  /// What is to be followed: the session, as long as it goes on.
  private var followed: (StoreHandle, WorkoutSession)? {
    guarded.withLock { guarded in
      let handle = guarded.handle ?? .usual
      guard let session = guarded.session,
        session.state != .ended
      else { return nil }
      return (handle, session)
    }
  }

  /// Takes in what the store says, and tells what is new in it.
  private func take(_ session: WorkoutSession) {
    // One after the other, so that the delegate hears things in their order, and finds the builder as they left it.
    taking.withLock { _ in
      let news = guarded.withLock { guarded -> (known: Int, Listener, HKLiveWorkoutBuilder?)? in
        let known = guarded.session?.moments.count ?? 0
        guard session.moments.count > known else { return nil }
        guarded.session = session
        return (known, guarded.listener, guarded.builder)
      }
      guard let (known, listener, builder) = news else { return }
      builder?.take(session)
      queue.async { [self] in tell(session, from: known, to: listener.delegate) }
    }
  }

  private func fail(_ error: HKError) {
    tell { [self] in $0.workoutSession(self, didFailWithError: error) }
  }

  /// Tells the delegate, after all that it was told before.
  func tell(_ body: @escaping @Sendable (any HKWorkoutSessionDelegate) -> Void) {
    guarded.withLock { guarded in
      let listener = guarded.listener
      queue.async { listener.delegate.map(body) }
    }
  }

  private func tell(
    _ session: WorkoutSession, from known: Int, to delegate: (any HKWorkoutSessionDelegate)?
  ) {
    guard let delegate else { return }
    var before = HKWorkoutSessionState(session.state(after: known))
    for index in known..<session.moments.count {
      let moment = session.moments[index]
      if moment.kind == .replaced {
        delegate.workoutSession(
          self,
          didFailWithError: HKError(
            .errorAnotherWorkoutSessionStarted,
            userInfo: [NSLocalizedDescriptionKey: "another workout session was started"]))
      }
      let state = HKWorkoutSessionState(session.state(after: index + 1))
      if state != before {
        delegate.workoutSession(
          self, didChangeTo: state, from: before,
          date: Date(timeIntervalSinceReferenceDate: moment.date))
        before = state
      }
      tell(delegate, ofLegsIn: session, at: index)
      if let event = moment.event {
        delegate.workoutSession(self, didGenerate: HKWorkoutEvent(event))
      }
    }
  }
}

extension HKWorkoutSessionState {
  init(_ state: WorkoutSessionState) {
    self = Self(rawValue: state.rawValue) ?? .notStarted
  }
}

extension HKWorkoutConfiguration {
  /// The same for the store.
  var plan: WorkoutPlan {
    get throws(HKError) {
      guard let activity = WorkoutActivityType(rawValue: Int(activityType.rawValue)),
        let location = WorkoutSessionLocation(rawValue: locationType.rawValue),
        let swimming = SwimmingLocation(rawValue: swimmingLocationType.rawValue)
      else { throw .invalid("the configuration says what there is not") }
      let plan = WorkoutPlan(
        activity, location, swimmingLocation: swimming, lapLength: lapLength?.quantity)
      do throws(ModelError) {
        try plan.check()
      } catch {
        throw HKError(error)
      }
      return plan
    }
  }

  convenience init(_ plan: WorkoutPlan) {
    self.init()
    activityType = HKWorkoutActivityType(rawValue: UInt(plan.activity.rawValue)) ?? .other
    locationType = HKWorkoutSessionLocationType(rawValue: plan.location.rawValue) ?? .unknown
    swimmingLocationType =
      HKWorkoutSwimmingLocationType(rawValue: plan.swimmingLocation.rawValue) ?? .unknown
    lapLength = plan.lapLength.map { HKQuantity($0) }
  }
}
