package import HealthModel
internal import HealthStorage
package import LocalStore
internal import RPCCore
internal import SystemCore

/// The workouts of a phone's watches: what they told of them, and what somebody on the phone wants of them.
package final class WatchWorkouts: Sendable {
  /// A watch that the phone has.
  package struct Watch: Hashable, Sendable {
    package var id: DeviceID
    package var name: String

    package init(id: DeviceID, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// A session of one of them, as it was told last.
  struct Session: Hashable, Sendable {
    var watch: Watch
    var session: WorkoutSession
  }

  private let store: LocalStore
  private let messenger: any WorkoutMessenger
  private let watches: @Sendable () async -> [Watch]
  /// As many orders as one app, or the owner, may have given at a time, so that none keeps the others from it.
  private static let mostPerCaller = 4

  /// For how long a watch may say nothing; then its order is taken back.
  private let patience: Duration
  private let turns = Turns()

  /// Makes them known.
  ///
  /// - Parameters:
  ///   - store: Where it is kept what is wanted of watches.
  ///   - messenger: Carries it there, and back what they tell.
  ///   - patience: For how long a watch may say nothing.
  ///   - watches: Those that the phone has.
  package init(
    _ store: LocalStore, _ messenger: any WorkoutMessenger, patience: Duration = .seconds(60),
    of watches: @escaping @Sendable () async -> [Watch]
  ) {
    self.store = store
    self.messenger = messenger
    self.patience = patience
    self.watches = watches
  }

  /// Takes back the orders from before the node's start: nobody waits for their answers.
  package func forget() async throws {
    guard messenger.role == .phone, try await store.workoutOrders() != nil else { return }
    try await note { $0 = [] }
  }

  /// The last session of each watch, as far as the caller sees them.
  func sessions(seenBy caller: StoreCaller) async -> [Session] {
    let reports = messenger.workoutReports
    return await watches().compactMap { watch in
      guard let session = reports[watch.id]?.session, caller.sees(session) else { return nil }
      return Session(watch: watch, session: session)
    }
  }

  /// The session of a watch that is called so, if the caller sees it.
  func session(_ uuid: SampleUUID, seenBy caller: StoreCaller) async -> Session? {
    await sessions(seenBy: caller).first { $0.session.uuid == uuid }
  }

  /// Lets a watch begin a workout: by starting the companion of an app, or by itself for the owner.
  ///
  /// - Returns: What the watch is called.
  /// - Throws: `RPCError` where it does not.
  func begin(
    _ plan: WorkoutPlan, on name: String, for caller: StoreCaller
  ) async throws -> String {
    try plan.check()
    let watch = try await watch(called: name)
    try await give(WorkoutChange(beginning: plan), to: watch, for: caller)
    return watch.name
  }

  /// Lets something happen to a session of a watch.
  ///
  /// - Returns: The session as the watch tells it then.
  /// - Throws: `RPCError` where it does not.
  func change(
    _ change: WorkoutChange, of session: Session, for caller: StoreCaller
  ) async throws -> WorkoutSession {
    try await give(change, to: session.watch, for: caller)
    return await self.session(session.session.uuid, seenBy: caller)?.session ?? session.session
  }

  /// Tells a session whenever it has more moments than are known, until it has ended or the watch tells another one.
  func follow(
    _ uuid: SampleUUID, knowing known: Int, for caller: StoreCaller,
    _ tell: (WorkoutSession) async throws -> Void
  ) async throws {
    // Listening begins before the first look, so that nothing falls in between.
    var changes = messenger.statusChanges.makeAsyncIterator()
    var known = known
    repeat {
      guard let session = await session(uuid, seenBy: caller)?.session else { return }
      if session.moments.count > known {
        known = session.moments.count
        try await tell(session)
      }
      if session.state == .ended { return }
    } while await changes.next() != nil
    try Task.checkCancellation()
  }

  private func watch(called name: String) async throws(RPCError) -> Watch {
    let all = await watches()
    guard messenger.role == .phone, !all.isEmpty else {
      throw RPCError(
        .failedPrecondition,
        messenger.role == .phone
          ? "cannot begin the workout: no watch is paired with this phone"
          : "cannot begin the workout: this is a watch, and only a phone has some")
    }
    let named = name.isEmpty ? all : all.filter { $0.name == name || "\($0.id)" == name }
    guard
      let watch = named.max(by: {
        messenger.heardAt($0.id) ?? -.infinity < messenger.heardAt($1.id) ?? -.infinity
      })
    else { throw RPCError(.notFound, "cannot begin the workout: no watch is called so") }
    return watch
  }

  /// Wants something of a watch until it has answered.
  private func give(
    _ change: WorkoutChange, to watch: Watch, for caller: StoreCaller
  ) async throws {
    var entropy = Entropy()
    let order = try WorkoutOrder(entropy.next(), to: watch.id, for: caller.bundle, change)
    // Listening begins before the watch can answer.
    let changes = messenger.statusChanges
    try await note { orders in
      guard orders.count < WorkoutOrders.most,
        orders.count(where: { $0.app == order.app }) < Self.mostPerCaller
      else {
        throw RPCError(
          .resourceExhausted, "cannot give the order: too many wait for the answers of watches")
      }
      orders.append(order)
    }
    let outcome = await withTaskGroup(of: WorkoutOrder.Outcome?.self) { group in
      group.addTask { [messenger] in
        for await _ in changes {
          if let outcome = messenger.workoutReports[watch.id]?.answers[order.id] { return outcome }
        }
        return nil
      }
      group.addTask { [store, patience] in
        // Cancelled, there is no answer either.
        try? await store.clock.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    // In a task of its own, because whoever waited may have gone.
    try await Task { try await note { $0.removeAll { $0.id == order.id } } }.value
    try Task.checkCancellation()
    if let refusal = watch.refusal(for: outcome) { throw refusal }
  }

  /// Changes what is wanted, and tells the watches.
  private func note(
    _ change: @Sendable (inout [WorkoutOrder]) throws -> Void
  ) async throws {
    try await turns.take {
      var orders = try await store.workoutOrders()?.all ?? []
      try change(&orders)
      try await store.setWorkoutOrders(try WorkoutOrders(orders))
      try await messenger.shareDecisions()
    }
  }
}

extension StoreCaller {
  /// The bundle identifier of an app.
  fileprivate var bundle: String? {
    guard case .app(let app) = self else { return nil }
    return app.bundleIdentifier
  }

  /// Whether a session of a watch is shown to it.
  fileprivate func sees(_ session: WorkoutSession) -> Bool {
    guard case .app(let app) = self else { return true }
    return app.isAccompanied(by: session.app)
  }
}

extension WatchWorkouts.Watch {
  /// Why a watch did not do what was wanted; `nil` where it did.
  fileprivate func refusal(for outcome: WorkoutOrder.Outcome?) -> RPCError? {
    switch outcome {
    case .done: nil
    case .noApp:
      RPCError(
        .notFound,
        "cannot start the app: it is not on the watch \(name); 'dyad apps add' there makes it known"
      )
    case .noCommand:
      RPCError(
        .failedPrecondition,
        "cannot start the app: the watch \(name) was not told how; 'dyad apps add --start' there says so"
      )
    case .notStarted:
      RPCError(
        .unavailable, "cannot start the app: it did not start, and the log of \(name) says why")
    case .refused:
      RPCError(
        .invalidArgument, "cannot change the workout session: it cannot happen to it on \(name)")
    case nil:
      RPCError(
        .unavailable, "cannot reach the watch \(name): it said nothing for a minute")
    }
  }
}
