package import HealthCodec
package import HealthModel
package import HealthStorage
package import LocalStore
private import SystemCore

/// A store of this process, as an app or as its owner.
package struct EmbeddedAccess<Session: LocalAccess>: Sendable {
  /// By whose permission.
  package let session: Session
  /// Asks the user for what is not decided.
  private let ask: @Sendable (AccessRequest, _ waits: Bool) async throws -> Bool
  /// Asks the user about documents of which nothing is decided.
  private let askForDocuments: @Sendable (_ waits: Bool) async throws -> Void

  var store: LocalStore { session.store }
}

extension EmbeddedAccess where Session == AppSession {
  /// A store as an app may use it.
  ///
  /// - Parameters:
  ///   - session: The app's.
  ///   - sheet: Answers what the app asks for; one that is never answered without it.
  package init(_ session: AppSession, asking sheet: PermissionSheet = .stored(AccessDecision())) {
    self.session = session
    ask = { try await sheet.request($0, in: session, waiting: $1) }
    askForDocuments = { try await sheet.requestDocuments(in: session, waiting: $0) }
  }
}

extension EmbeddedAccess where Session == OwnerSession {
  /// A store as its owner uses it, for whom nothing is to be decided.
  package init(_ session: OwnerSession) {
    self.session = session
    ask = { request, _ in try session.undecided(in: request).isEmpty }
    askForDocuments = { _ in }
  }
}

extension EmbeddedAccess: AppAccess {
  private var known: StoreCoverage {
    StoreCoverage(from: store.earliestPermittedSampleDate, until: store.clock.now)
  }

  package func coverage() -> StoreCoverage { known }

  package func requestAuthorization(
    _ request: AccessRequest, waits: Bool
  ) async throws -> Bool {
    try await ask(request, waits)
  }

  package func requestDocuments(waits: Bool) async throws { try await askForDocuments(waits) }

  /// Nothing: a store of this process has no watch whose apps could ask.
  package func handleAuthorization() {}

  package func authorizationStatuses(
    of types: [ObjectType]
  ) -> [ObjectType: AuthorizationStatus] {
    var statuses: [ObjectType: AuthorizationStatus] = [:]
    for type in types {
      statuses[type] =
        switch session.authorizationStatus(of: type) {
        case .notDetermined: .notDetermined
        case .denied: .sharingDenied
        case .authorized: .sharingAuthorized
        }
    }
    return statuses
  }

  package func shouldRequest(_ request: AccessRequest) throws -> Bool {
    try !session.undecided(in: request).isEmpty
  }

  package func save(_ runs: [SampleRun], documents: [SampleUUID: [UInt8]]) async throws {
    try await session.save(runs, documents: documents)
  }

  package func replace(
    _ objects: [ObjectType: [SampleUUID]], by runs: [SampleRun], documents: [SampleUUID: [UInt8]]
  ) async throws {
    try await session.replace(objects, by: runs, documents: documents)
  }

  @discardableResult
  package func delete(_ objects: [ObjectType: [SampleUUID]]) async throws -> Int {
    try await session.delete(objects).count
  }

  @discardableResult
  package func delete(_ type: ObjectType, where predicate: Predicate) async throws -> Int {
    try await session.delete(of: type, where: predicate).count
  }

  package func add(_ runs: [SampleRun], to workout: SampleUUID) async throws {
    try await session.add(runs, to: workout)
  }

  package func samples(_ query: SampleQuery, maxAge: Duration?) async throws -> StoreSamples {
    let coverage = known
    return StoreSamples(
      coverage: coverage, runs: StoreStream(try await session.samples(query)) { $0 })
  }

  package func document(_ uuid: SampleUUID) async throws -> StoreStream<[UInt8]> {
    StoreStream(try await session.document(uuid)) { $0 }
  }

  package func sources(
    of type: ObjectType, where predicate: Predicate
  ) async throws -> [Source] {
    try await session.sources(of: type, where: predicate).sorted()
  }

  package func statistics(
    _ query: StatisticsQuery, maxAge: Duration?
  ) async throws -> StoreStatistics {
    let coverage = known
    return StoreStatistics(
      coverage: coverage, statistics: try await session.steadyStatistics(query).statistics)
  }

  package func liveStatistics(
    _ query: StatisticsQuery, maxAge: Duration?
  ) throws -> StoreStream<StoreStatisticsUpdate> {
    let updates = try session.liveStatistics(query)
    return StoreStream {
      var iterator = updates.makeAsyncIterator()
      return {
        while let update = try await iterator.next() {
          if iterator.sight?.holds ?? true {
            return [StoreStatisticsUpdate(update: update, hasMore: false, coverage: known)]
          }
          // What was narrowed meanwhile is told anew, as if there had never been more.
          iterator.startOver()
        }
        return nil
      }
    }
  }

  package func changes(_ query: StoreChangeQuery) async throws -> StoreChanges {
    try changes(try await session.page(place(of: query)))
  }

  package func follow(_ query: StoreChangeQuery) async throws -> StoreStream<StoreChanges> {
    StoreStream(session.follow(try await place(of: query))) { try changes($0) }
  }

  @discardableResult
  package func subscribe(_ subscription: StoreSubscription) async throws -> StoreAnchor {
    let anchor = subscription.anchor == .beginning ? nil : try place(subscription.anchor)
    return try StoreAnchor(
      try await session.subscribe(
        subscription.name, to: subscription.types, frequency: subscription.frequency,
        starting: subscription.starting, at: anchor))
  }

  package func acknowledge(
    _ name: String, of types: [ObjectType], upTo anchor: StoreAnchor
  ) async throws {
    try await session.acknowledge(name, of: types, upTo: try place(anchor))
  }

  package func unsubscribe(_ name: String) async throws {
    try await session.unsubscribe(name)
  }

  package func subscriptions() async throws -> [StoreSubscription] {
    try await session.subscriptions().map { try StoreSubscription($0) }
  }

  package func observe(
    _ types: [ObjectType], where predicate: Predicate
  ) throws -> StoreStream<ObjectType> {
    StoreStream(try session.observe(Set(types), where: predicate)) { $0 }
  }

  package func activitySummaries(
    from first: Int, edges: [Double]
  ) async throws -> [ActivitySummary] {
    try await session.activitySummaries(from: first, edges: edges) ?? []
  }

  package func followActivity(
    from first: Int, edges: [Double]
  ) throws -> StoreStream<[ActivitySummary]> {
    StoreStream(try session.liveActivity(from: first, edges: edges)) { $0 }
  }

  package func change(_ change: WorkoutChange) async throws -> WorkoutSession {
    try await session.change(change)
  }

  package func workoutSessions() async throws -> [WorkoutSession] {
    try await session.workoutSessions()
  }

  /// None: who opens a store without a daemon has no watches.
  package func watchWorkouts() -> [WatchWorkout] { [] }

  package func startWatchWorkout(
    _ plan: WorkoutPlan, on watch: String
  ) throws(ModelError) -> String {
    throw ModelError(
      .invalidArgument, cannot: "begin the workout",
      "no daemon runs here, which alone reaches a watch; 'dyadd' starts one")
  }

  package func follow(
    _ workout: SampleUUID, knowing moments: Int
  ) async throws -> StoreStream<WorkoutSession> {
    StoreStream(try await session.follow(workout, knowing: moments)) { $0 }
  }

  package func characteristic(_ kind: Characteristic.Kind) async throws -> Characteristic {
    try await session.characteristic(kind)
  }

  package func preferredUnits(of types: Set<ObjectType>) async throws -> [ObjectType: Unit] {
    try await session.preferredUnits(of: types)
  }

  package func followPreferredUnits(
    of types: Set<ObjectType>
  ) -> StoreStream<[ObjectType: Unit]> {
    StoreStream(session.livePreferredUnits(of: types)) { $0 }
  }

  private func place(_ anchor: StoreAnchor) throws(StorageError) -> Anchor {
    do throws(ModelError) {
      return try anchor.place
    } catch {
      // That of another store, such as a daemon's.
      throw StorageError(
        .startOver, cannot: error.operation, "\(error.detail); start over without an anchor")
    }
  }

  private func place(of query: StoreChangeQuery) async throws -> ChangeQuery {
    var anchor = try place(query.anchor)
    if let name = query.subscriber {
      let stands = try await session.place(of: name, for: query.types)
      if query.anchor == .beginning { anchor = stands }
    }
    return ChangeQuery(
      query.types, where: query.predicate, since: anchor, limit: query.limit.map { max(1, $0) })
  }

  private func changes(_ page: ChangePage) throws -> StoreChanges {
    StoreChanges(
      added: page.added, deleted: page.deleted, anchor: try StoreAnchor(page.anchor),
      hasMore: page.hasMore, coverage: known)
  }
}

extension EmbeddedAccess: OwnerAccess where Session == OwnerSession {
  package var isExclusive: Bool { true }

  package func counts() -> [ObjectType: Int] { store.sampleCounts }

  @discardableResult
  package func delete(_ uuids: [SampleUUID]) async throws -> Int {
    try await session.delete(uuids).count
  }

  package func sourceOrder(of type: ObjectType) async throws -> [String] {
    try await store.sourceOrder(of: type).bundleIdentifiers
  }

  package func setSourceOrder(
    _ bundleIdentifiers: [String], of type: ObjectType
  ) async throws {
    try store.checkMayDecide(to: "order the sources")
    try await store.setSourceOrder(SourceOrder(of: type, bundleIdentifiers))
  }

  package func setCharacteristic(_ characteristic: Characteristic) async throws {
    try store.checkMayDecide(to: "set the profile")
    try await store.setCharacteristic(characteristic)
  }

  package func setPreferredUnit(_ unit: Unit?, of type: ObjectType) async throws {
    try store.checkMayDecide(to: "prefer the unit")
    if let unit {
      try await store.setPreferredUnit(UnitPreference(of: type, unit))
    } else {
      try await store.clearPreferredUnit(of: type)
    }
  }

  package func deletedMarks(
    after place: Int64
  ) async throws -> (marks: [ImportMark], next: Int64?) {
    try await store.deletedMarks(after: place)
  }

  package func takenExport(_ sum: Int64) async throws -> TakenExport? {
    try await store.takenExport(sum)
  }

  package func note(_ export: TakenExport) async throws {
    try await store.commit(.noteExport(export))
  }

  @discardableResult
  package func backup(to path: String) async throws -> Int {
    try await store.backup(to: path)
  }

  package func verify(
    _ progress: @Sendable (Int, Int) -> Void
  ) async throws -> VerificationReport {
    let total = store.sampleCount
    return try await store.verify { progress($0, total) }
  }

  package func undoable() async throws -> (removals: [Removal], imports: [ImportNote]) {
    (try await store.removals(), try await store.imports())
  }

  package func undo(removal: Int64) async throws -> Int {
    try await store.undo(removal)
  }

  package func undo(import number: Int64) async throws -> Int {
    try await store.commit(.undoImport(number)).count
  }

  package func note(_ note: ImportNote) async throws -> Int64 {
    Int64(try await store.commit(.noteImport(note)).count)
  }

  package func maintain(all isAll: Bool) async throws {
    try await store.maintain(all: isAll)
  }
}

extension StoreSubscription {
  fileprivate init(_ subscription: Subscription) throws(ModelError) {
    self.init(
      subscription.key.name, types: subscription.types, frequency: subscription.frequency,
      starting: subscription.target)
    anchor = try StoreAnchor(subscription.anchor)
    failures = Int(subscription.failures)
  }
}
