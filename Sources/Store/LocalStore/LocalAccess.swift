package import HealthModel
package import HealthStorage

/// A store of this process as somebody may use it: an app by what its user permits (`AppSession`), or the owner,
/// who needs no permission (`OwnerSession`).
package protocol LocalAccess: Sendable {
  /// The store, whole.
  var store: LocalStore { get }
  /// The app, by its bundle identifier; the owner has none.
  var app: String? { get }

  /// Whether the caller may share a type, as far as it may know.
  func authorizationStatus(of type: ObjectType) -> Grant.Decision
  /// Those types of a request that are yet to be decided.
  func undecided(in request: AccessRequest) throws(ModelError) -> AccessRequest

  /// The UUID under which something is stored that the caller knows by one.
  func stored(_ uuid: SampleUUID) -> SampleUUID

  /// Saves all of the objects or none.
  @discardableResult
  func save(_ runs: [SampleRun], documents: [SampleUUID: [UInt8]]) async throws -> Outcome
  /// Deletes all of the objects or none.
  @discardableResult
  func delete(_ objects: [ObjectType: [SampleUUID]]) async throws -> Outcome
  /// Deletes whatever of the type matches; the outcome counts it.
  @discardableResult
  func delete(of type: ObjectType, where predicate: Predicate) async throws -> Outcome
  /// Deletes objects and saves others in one transaction.
  @discardableResult
  func replace(
    _ objects: [ObjectType: [SampleUUID]], by runs: [SampleRun], documents: [SampleUUID: [UInt8]]
  ) async throws -> Outcome
  /// Adds samples to a workout that is saved, and saves those that are not.
  @discardableResult
  func add(_ runs: [SampleRun], to workout: SampleUUID) async throws -> Outcome

  /// What is seen of a type from now on.
  func sight(of type: ObjectType) throws(ModelError) -> AppSight
  /// The samples that a query asks for, as they are read.
  func samples(_ query: SampleQuery) async throws -> AppSamples
  /// Who saved samples of a type that match.
  func sources(of type: ObjectType, where predicate: Predicate) async throws -> [Source]
  /// What the samples of a query come to.
  func statistics(_ query: StatisticsQuery) async throws -> [Statistics]
  /// The same, some at a time.
  func statisticsSteps(_ query: StatisticsQuery) async throws -> StatisticsSteps
  /// The same, now and after each commit that changes it.
  func liveStatistics(_ query: StatisticsQuery) throws(ModelError) -> LiveStatistics
  /// What happened since the query's anchor: one page, which can be empty though there is more.
  func changes(_ query: ChangeQuery, in forthcoming: Forthcoming?) async throws -> ChangePage
  /// One element whenever samples of the type that match were saved or deleted.
  func wakeups(for type: ObjectType, where predicate: Predicate) throws -> AppWakeups

  /// What was reached on successive days: to an app those alone on which anything was measured, and `nil` where it may
  /// not know.
  func activitySummaries(from first: Int, edges: [Double]) async throws -> [ActivitySummary]?

  /// What the user said of themselves.
  func characteristic(_ kind: Characteristic.Kind) async throws -> Characteristic
  /// The units that the user chose for these types, where they chose one.
  func preferredUnits(of types: Set<ObjectType>) async throws -> [ObjectType: Unit]
}

extension AppSession: LocalAccess {}

extension LocalAccess {
  /// What happened since the query's anchor: one page.
  ///
  /// Pages that tell nothing although there is more are passed over.
  package func page(
    _ query: ChangeQuery, in forthcoming: Forthcoming? = nil
  ) async throws -> ChangePage {
    var query = query
    while true {
      let page = try await changes(query, in: forthcoming)
      guard page.count == 0, page.hasMore else { return page }
      try Task.checkCancellation()
      query.anchor = page.anchor
    }
  }

  /// What the samples of a query come to, and what was seen all the time it was worked out.
  package func steadyStatistics(
    _ query: StatisticsQuery
  ) async throws -> (statistics: [Statistics], sight: AppSight) {
    try query.check()
    while true {
      let sight = try sight(of: query.type)
      let statistics = try await statistics(query)
      if sight.holds { return (statistics, sight) }
      try Task.checkCancellation()
    }
  }

  /// What happens after the query's anchor, page by page.
  ///
  /// The first page comes in any case, so that the reader has an anchor, and later ones when they tell
  /// something. While an app may see nothing more of the type, it waits. It ends when the store is closed.
  package func follow(_ query: ChangeQuery) -> FollowedChanges {
    // Whether a correlation shows depends on what was decided for its members.
    let types = Set(query.types).union(query.types.flatMap(\.memberTypes))
    // Listening begins before the first look, so that nothing falls in between.
    return FollowedChanges(access: self, query: query, wakeups: store.wakeups(for: types))
  }

  /// The bytes of a document that is seen, piece by piece.
  ///
  /// - Throws: `invalidArgument` where there is none to be seen.
  package func document(_ uuid: SampleUUID) async throws -> DocumentPieces {
    let sight = try sight(of: .cda)
    let query = SampleQuery(.cda, where: .uuid(UUIDSet([uuid])), limit: 1)
    guard try await samples(query).all().contains(where: { !$0.isEmpty }) else {
      throw ModelError.documentNotFound
    }
    return DocumentPieces(store: store, uuid: stored(uuid), sight: sight)
  }
}
