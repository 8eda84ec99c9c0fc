package import HealthModel
package import HealthStorage

/// A store of this process as its owner uses it: everything is permitted, and samples keep their sources.
package struct OwnerSession: LocalAccess {
  package let store: LocalStore
  package var app: String? { nil }

  package init(_ store: LocalStore) {
    self.store = store
  }

  package func authorizationStatus(of type: ObjectType) -> Grant.Decision { .authorized }

  package func undecided(in request: AccessRequest) throws(ModelError) -> AccessRequest {
    try request.check()
    return AccessRequest()
  }

  package func stored(_ uuid: SampleUUID) -> SampleUUID { uuid }

  @discardableResult
  package func save(
    _ runs: [SampleRun], documents: [SampleUUID: [UInt8]] = [:]
  ) async throws -> Outcome {
    let checked = try await store.documents.checked(
      runs, documents, of: app, to: "save the objects")
    return try await store.commit(.save(Change.Save(checked, documents: documents)))
  }

  @discardableResult
  package func delete(_ objects: [ObjectType: [SampleUUID]]) async throws -> Outcome {
    try await delete(objects.values.flatMap(\.self))
  }

  /// Deletes all of the objects, whatever types they are of, or none.
  @discardableResult
  package func delete(_ uuids: [SampleUUID]) async throws -> Outcome {
    guard !uuids.isEmpty else { throw ModelError.nothingToDelete }
    return try await store.commit(.delete(Change.Deletion(.uuids(uuids))))
  }

  @discardableResult
  package func delete(
    of type: ObjectType, where predicate: Predicate = .constant(true)
  ) async throws -> Outcome {
    try await store.commit(.delete(Change.Deletion(.matching(type, predicate))))
  }

  @discardableResult
  package func replace(
    _ objects: [ObjectType: [SampleUUID]], by runs: [SampleRun],
    documents: [SampleUUID: [UInt8]] = [:]
  ) async throws -> Outcome {
    let uuids = objects.values.flatMap(\.self)
    guard !uuids.isEmpty else { throw ModelError.nothingToDelete }
    let checked = try await store.documents.checked(
      runs, documents, of: app, to: "replace the objects")
    return try await store.commit(
      .replace(Change.Deletion(.uuids(uuids)), Change.Save(checked, documents: documents)))
  }

  @discardableResult
  package func add(_ runs: [SampleRun], to workout: SampleUUID) async throws -> Outcome {
    try await store.add(runs, to: workout)
  }

  package func sight(of type: ObjectType) -> AppSight { .everything }

  package func samples(_ query: SampleQuery) async throws -> AppSamples {
    AppSamples(
      stream: try await store.samples(query), sight: .everything, members: nil, limit: .max,
      hides: false)
  }

  package func sources(
    of type: ObjectType, where predicate: Predicate = .constant(true)
  ) async throws -> [Source] {
    try await store.sources(of: type, where: predicate)
  }

  package func statistics(_ query: StatisticsQuery) async throws -> [Statistics] {
    try await store.statistics(query)
  }

  package func statisticsSteps(_ query: StatisticsQuery) async throws -> StatisticsSteps {
    try await store.statisticsSteps(query)
  }

  package func liveStatistics(_ query: StatisticsQuery) throws(ModelError) -> LiveStatistics {
    try store.liveStatistics(query)
  }

  package func changes(
    _ query: ChangeQuery, in forthcoming: Forthcoming? = nil
  ) async throws -> ChangePage {
    try await store.changes(query, in: forthcoming)
  }

  package func wakeups(
    for type: ObjectType, where predicate: Predicate = .constant(true)
  ) -> AppWakeups {
    AppWakeups(wakeups: store.wakeups(for: [type]), anchor: store.state.anchor) { anchor in
      // What is committed while it looks wakes it again.
      let now = store.state.anchor
      do {
        let page = try await page(ChangeQuery([type], where: predicate, since: anchor))
        return (page.count > 0, now)
      } catch let error as StorageError where error.code == .startOver {
        // All of it is gone, which is something to look at.
        return (true, now)
      }
    }
  }

  package func characteristic(_ kind: Characteristic.Kind) async throws -> Characteristic {
    try await store.characteristic(kind)
  }

  package func preferredUnits(of types: Set<ObjectType>) async throws -> [ObjectType: Unit] {
    var units: [ObjectType: Unit] = [:]
    for type in types { units[type] = try await store.preferredUnit(of: type) }
    return units
  }
}
