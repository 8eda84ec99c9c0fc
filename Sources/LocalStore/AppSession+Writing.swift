package import HealthModel
package import HealthStorage

// Every error here has HealthKit's code: 5 where sharing was never asked for, 4 where it is denied,
// 3 for what cannot be.
extension AppSession {
  /// Saves all of the objects or none, as the app's own.
  @discardableResult
  package func save(
    _ runs: [SampleRun], documents: [SampleUUID: [UInt8]] = [:]
  ) async throws -> Outcome {
    let types = try AccessRules.typesShared(bySaving: runs)
    return try await commit(
      .save(Change.Save(runs.map(owned), documents: documents)), sharing: types, to: Self.saving)
  }

  /// Deletes all of the objects, which the app saved, or none.
  @discardableResult
  package func delete(_ objects: [ObjectType: [SampleUUID]]) async throws -> Outcome {
    let (deletion, types) = try await permitted(objects)
    return try await commit(.delete(deletion), sharing: types, to: Self.deleting)
  }

  /// Deletes whatever the app saved of the type and matches; the outcome counts it.
  @discardableResult
  package func delete(
    of type: ObjectType, where predicate: Predicate = .constant(true)
  ) async throws -> Outcome {
    let snapshot = store.board.latest
    guard type.description?.isSample ?? false else {
      throw ModelError(
        .invalidArgument, cannot: Self.deleting, "\(type.identifier) is no type that samples have")
    }
    var types: Set<ObjectType> = [type]
    if type.isCorrelation {
      try rules(for: types, in: snapshot.state).checkSharing(types, to: Self.deleting)
      types.formUnion(try await own(type, where: predicate, in: snapshot).memberTypes)
    }
    return try await commit(
      .delete(Change.Deletion(.matching(type, predicate), owner: bundleIdentifier)),
      sharing: types, to: Self.deleting)
  }

  /// Deletes objects that the app saved and saves others, in one transaction: how an immutable
  /// object is changed.
  @discardableResult
  package func replace(
    _ objects: [ObjectType: [SampleUUID]], by runs: [SampleRun],
    documents: [SampleUUID: [UInt8]] = [:]
  ) async throws -> Outcome {
    let saved = try AccessRules.typesShared(bySaving: runs)
    let (deletion, deleted) = try await permitted(objects)
    return try await commit(
      .replace(deletion, Change.Save(runs.map(owned), documents: documents)),
      sharing: saved.union(deleted), to: "replace the objects")
  }

  /// The deletion of objects that the app saved, and the types it needs to share for it.
  private func permitted(
    _ objects: [ObjectType: [SampleUUID]]
  ) async throws -> (Change.Deletion, types: Set<ObjectType>) {
    let objects = objects.filter { !$0.value.isEmpty }
    guard !objects.isEmpty else { throw ModelError.nothingToDelete }
    let snapshot = store.board.latest
    var types = Set(objects.keys)
    guard types.allSatisfy({ $0.description?.isSample ?? false }) else {
      throw ModelError.objectsNotFound
    }
    try rules(for: types, in: snapshot.state).checkSharing(types, to: Self.deleting)
    // The types are the caller's word: an object of another one is not found, so that permission
    // for one type never deletes another.
    for (type, uuids) in objects {
      let set = UUIDSet(uuids)
      let found = try await own(type, where: .uuid(set), in: snapshot)
      guard found.count == set.count else { throw ModelError.objectsNotFound }
      types.formUnion(found.memberTypes)
    }
    return (
      Change.Deletion(.uuids(objects.values.flatMap(\.self)), owner: bundleIdentifier), types
    )
  }

  private static let saving = "save the objects"
  private static let deleting = "delete the objects"

  /// How many objects of a type the app saved, and what these hold if they are correlations.
  private func own(
    _ type: ObjectType, where predicate: Predicate, in snapshot: Snapshot
  ) async throws -> (count: UInt64, memberTypes: Set<ObjectType>) {
    let stream = try await store.reader.samples(
      SampleQuery(type, where: predicate), seeing: .own(bundleIdentifier: bundleIdentifier),
      in: snapshot)
    var count: UInt64 = 0
    var types: Set<ObjectType> = []
    for try await run in stream {
      count += UInt64(run.count)
      types.formUnion(AccessRules.memberTypes(of: run))
    }
    return (count, types)
  }

  /// The run as the app's own, whoever it said that it was.
  func owned(_ run: SampleRun) -> SampleRun {
    var run = run
    run.setSource(source)
    return run
  }
}
