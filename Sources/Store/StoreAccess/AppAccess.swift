package import HealthModel

/// What an app may do with a store, wherever the store is: in this process, or with a daemon.
///
/// What the app may see and change is decided behind it, by the grants of the store's owner, and alike in both.
/// Refusals are thrown as `ModelError`. Where an anchor is of no use any more, the error that is thrown says so by
/// `meansStartOver`.
package protocol AppAccess: Sendable {
  /// What the store knows and takes: samples that end before `from` are refused.
  func coverage() async throws -> StoreCoverage

  /// Asks the user for what is not decided yet; returns whether nothing of it is open any more.
  ///
  /// Cancelling it leaves the question with the user, as not waiting for the answer does.
  func requestAuthorization(_ request: AccessRequest, waits: Bool) async throws -> Bool
  /// Asks the user about documents that others saved and of which nothing is decided for the app: for a query of an app
  /// in use, and never of one that a subscription started. Where there are none it returns at once.
  ///
  /// Cancelling it leaves the question with the user, as not waiting for the answer does.
  func requestDocuments(waits: Bool) async throws
  /// Waits until nothing is open any more that companions of the app on watches ask the user for.
  func handleAuthorization() async throws
  /// What the app may know of its permission: whether it may share each of the types.
  func authorizationStatuses(
    of types: [ObjectType]
  ) async throws -> [ObjectType: AuthorizationStatus]
  /// Whether the user would be asked for any of it.
  func shouldRequest(_ request: AccessRequest) async throws -> Bool

  /// Saves all of the samples or none; they are durable when this returns.
  ///
  /// - Parameters:
  ///   - runs: The samples. What an app saves has the app as its source, whatever they say.
  ///   - documents: The bytes of each document among them.
  /// - Throws: `RequestTooLarge`, before anything is sent, where a daemon takes less at a time.
  func save(_ runs: [SampleRun], documents: [SampleUUID: [UInt8]]) async throws
  /// Deletes objects that the caller saved and saves others, in one commit: all of it, or nothing where one of the
  /// objects is not there.
  ///
  /// - Throws: `RequestTooLarge`, before anything is sent, where a daemon takes less at a time.
  func replace(
    _ objects: [ObjectType: [SampleUUID]], by runs: [SampleRun], documents: [SampleUUID: [UInt8]]
  ) async throws
  /// Deletes all of the objects, or none where one is not there; returns how many.
  @discardableResult
  func delete(_ objects: [ObjectType: [SampleUUID]]) async throws -> Int
  /// Deletes whatever of the type meets the condition; returns how many.
  @discardableResult
  func delete(_ type: ObjectType, where predicate: Predicate) async throws -> Int
  /// Adds samples to a workout that is saved, and saves those that are not saved yet.
  func add(_ runs: [SampleRun], to workout: SampleUUID) async throws

  /// The samples that a query asks for, as they are read: runs as the store holds them.
  ///
  /// Where `maxAge` says how old what is here may be, the peers are first asked for what is newer.
  func samples(_ query: SampleQuery, maxAge: Duration?) async throws -> StoreSamples
  /// The bytes of a document, piece by piece; a document that is not there is refused at the first.
  func document(_ uuid: SampleUUID) async throws -> StoreStream<[UInt8]>
  /// Who saved samples of `type` that match, in order.
  func sources(of type: ObjectType, where predicate: Predicate) async throws -> [Source]
  /// What the samples of a query come to: one answer, or one for each bucket that has any, in order.
  func statistics(_ query: StatisticsQuery, maxAge: Duration?) async throws -> StoreStatistics
  /// The same, and then what becomes different, for as long as somebody holds the answer.
  func liveStatistics(
    _ query: StatisticsQuery, maxAge: Duration?
  ) async throws -> StoreStream<StoreStatisticsUpdate>

  /// What happened since an anchor: one page. An app asks for one type at a time.
  func changes(_ query: StoreChangeQuery) async throws -> StoreChanges
  /// What happened since an anchor, and then what happens, for as long as somebody holds the answer.
  ///
  /// The first page comes in any case, so that there is an anchor to go on from.
  func follow(_ query: StoreChangeQuery) async throws -> StoreStream<StoreChanges>
  /// Lets changes wait for the caller under a name, or changes what the name stands for; where the reader stands stays
  /// then, and is returned.
  ///
  /// They wait until the caller has acknowledged them. A daemon starts what the subscription names when there are any.
  @discardableResult
  func subscribe(_ subscription: StoreSubscription) async throws -> StoreAnchor
  /// Says that the reader has dealt with everything of some types up to an anchor.
  ///
  /// - Parameters:
  ///   - name: The subscription.
  ///   - types: Which ones; a subscription of one type needs none.
  ///   - anchor: What a page of changes of these types said.
  /// - Throws: Where there is no such subscription, or it has no such type.
  func acknowledge(_ name: String, of types: [ObjectType], upTo anchor: StoreAnchor) async throws
  /// Lets nothing wait for the caller under a name any more.
  func unsubscribe(_ name: String) async throws
  /// The caller's subscriptions, in the order of their names.
  func subscriptions() async throws -> [StoreSubscription]
  /// The type of each thing that happens; the first one of each type says that it is being watched.
  func observe(
    _ types: [ObjectType], where predicate: Predicate
  ) async throws -> StoreStream<ObjectType>

  /// What was reached on successive days, of which the first is `first`, by where they begin and the last one ends:
  /// one for each day; to an app those on which anything was measured, and none where it may not know.
  func activitySummaries(from first: Int, edges: [Double]) async throws -> [ActivitySummary]
  /// The same, and then the days that become different, for as long as somebody holds the answer; the first element comes
  /// in any case.
  func followActivity(
    from first: Int, edges: [Double]
  ) async throws -> StoreStream<[ActivitySummary]>

  /// Lets something happen to a workout session, or begins one; it is durable when this returns.
  ///
  /// - Returns: The session as it is then.
  /// - Throws: Where the caller has no such session, or that cannot happen to it.
  func change(_ change: WorkoutChange) async throws -> WorkoutSession
  /// The session of the caller that goes on and the last of those before it, in the order in which they began.
  func workoutSessions() async throws -> [WorkoutSession]
  /// The last session of each watch, as far as the caller sees it; on a phone.
  func watchWorkouts() async throws -> [WatchWorkout]
  /// Lets a watch begin a workout: by starting the caller's companion there, or by itself for the owner.
  ///
  /// - Parameters:
  ///   - plan: What is to be done.
  ///   - watch: What the watch is called; empty for the only one, or the one that was heard of last.
  /// - Returns: What it is called.
  /// - Throws: Where it did not.
  func startWatchWorkout(_ plan: WorkoutPlan, on watch: String) async throws -> String
  /// A session whenever more happened to it than so many moments; it ends with the session.
  func follow(
    _ session: SampleUUID, knowing moments: Int
  ) async throws -> StoreStream<WorkoutSession>

  /// What the user said of themselves, as far as the caller may know.
  func characteristic(_ kind: Characteristic.Kind) async throws -> Characteristic
  /// The units that the user chose for these types, where they chose one.
  func preferredUnits(of types: Set<ObjectType>) async throws -> [ObjectType: Unit]
  /// The same, and all of them again whenever the user chose another, for as long as somebody holds the answer.
  func followPreferredUnits(
    of types: Set<ObjectType>
  ) async throws -> StoreStream<[ObjectType: Unit]>
}

extension AppAccess {
  /// Asks the user for what is not decided yet, and waits for the answer.
  @discardableResult
  package func requestAuthorization(_ request: AccessRequest) async throws -> Bool {
    try await requestAuthorization(request, waits: true)
  }

  /// Saves all of the samples, none of which is a document, or none.
  package func save(_ runs: [SampleRun]) async throws {
    try await save(runs, documents: [:])
  }

  /// Says that the reader of a subscription of one type has dealt with everything up to an anchor.
  package func acknowledge(_ name: String, upTo anchor: StoreAnchor) async throws {
    try await acknowledge(name, of: [], upTo: anchor)
  }

  /// The samples that a query asks for, of what the store has.
  package func samples(_ query: SampleQuery) async throws -> StoreSamples {
    try await samples(query, maxAge: nil)
  }

  /// What the samples of a query come to that the store has.
  package func statistics(_ query: StatisticsQuery) async throws -> StoreStatistics {
    try await statistics(query, maxAge: nil)
  }

  /// All bytes of a document.
  package func wholeDocument(_ uuid: SampleUUID) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in try await document(uuid) { bytes += piece }
    return bytes
  }
}
