package import HealthModel
package import HealthStorage

// Every error here has HealthKit's code: 5 where sharing was never asked for, 4 where it is denied,
// 3 for what cannot be.
extension AppSession {
  /// Saves all of the objects or none, as the app's own.
  ///
  /// An object with a sync identifier and a sync version takes the place of what the app saved before of the same type
  /// and identifier in a lower version; where it saved the same version or a higher one, that stays, and the new object
  /// is left out.
  @discardableResult
  package func save(
    _ runs: [SampleRun], documents: [SampleUUID: [UInt8]] = [:]
  ) async throws -> Outcome {
    let types = try AccessRules.typesShared(bySaving: runs)
    return try await commit(
      .save(try await own(runs, documents, naming: types)), sharing: types, to: Self.saving)
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
    let snapshot = store.published.latest
    guard type.description?.isSample ?? false else {
      throw ModelError(
        .invalidArgument, cannot: Self.deleting, "\(type.identifier) is no type that samples have")
    }
    var types: Set<ObjectType> = [type]
    if type.isCorrelation {
      try rules(for: types, in: snapshot.state).checkSharing(types, to: Self.deleting)
      types.formUnion(try await own(type, where: predicate, in: snapshot).memberTypes)
    }
    let predicate = names(in: snapshot.state)?.storing(predicate) ?? predicate
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
      .replace(deletion, try await own(runs, documents, naming: saved)),
      sharing: saved.union(deleted), to: "replace the objects")
  }

  /// The deletion of objects that the app saved, and the types it needs to share for it.
  private func permitted(
    _ objects: [ObjectType: [SampleUUID]]
  ) async throws -> (Change.Deletion, types: Set<ObjectType>) {
    let objects = objects.filter { !$0.value.isEmpty }
    guard !objects.isEmpty else { throw ModelError.nothingToDelete }
    let snapshot = store.published.latest
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
      Change.Deletion(
        .uuids(objects.values.flatMap(\.self)), owner: bundleIdentifier, of: Set(objects.keys)),
      types
    )
  }

  private static let saving = "save the objects"
  private static let deleting = "delete the objects"

  /// How many objects of a type the app saved, and what these hold if they are correlations.
  private func own(
    _ type: ObjectType, where predicate: Predicate, in snapshot: Snapshot
  ) async throws -> (count: UInt64, memberTypes: Set<ObjectType>) {
    let predicate = names(in: snapshot.state)?.storing(predicate) ?? predicate
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

  /// The save of objects as the app's own, which may name what the app sees of some types.
  private func own(
    _ runs: [SampleRun], _ documents: [SampleUUID: [UInt8]], naming types: Set<ObjectType>
  ) async throws -> Change.Save {
    for run in runs { try Self.checkUUIDs(of: run, to: Self.saving) }
    // An app without permission gets that error, and no document of its is parsed.
    if !documents.isEmpty {
      try rules(for: types, in: store.state).checkSharing(types, to: Self.saving)
    }
    let checked = try await store.documents.checked(
      runs.map(owned), documents, of: bundleIdentifier, to: Self.saving)
    var save = Change.Save(checked, documents: documents, seeing: sight(of: types))
    save.caller = caller
    if Change.Save.hasVersions(runs) { save.versionsOf = bundleIdentifier }
    return save
  }

  /// What the app sees of the types at present.
  func sight(of types: Set<ObjectType>) -> [ObjectType: Visibility] {
    let rules = rules(for: types, in: store.state)
    var sight: [ObjectType: Visibility] = [:]
    for type in types {
      sight[type] = rules.sight(of: type)
    }
    return sight
  }

  /// Checks that nobody could have worked the UUIDs out from what a sample says: that one was saved before
  /// would tell an app that somebody saved the very sample.
  static func checkUUIDs(of run: SampleRun, to operation: String) throws(ModelError) {
    guard run.uuids.contains(where: \.isDerived) else { return }
    throw ModelError(
      .invalidArgument, cannot: operation,
      "UUIDs of versions 3 and 5 are made from what they name, and no app gives such ones")
  }

  /// The run as the app's own, whoever it said that it was.
  func owned(_ run: SampleRun) -> SampleRun {
    var run = run
    run.setSource(source)
    return run
  }
}

extension SampleUUID {
  /// Whether it is made from a name or from content, RFC 9562 §5.3 and §5.5.
  fileprivate var isDerived: Bool {
    let version = high >> 12 & 0xF
    return (version == 3 || version == 5) && low >> 62 == 0b10
  }
}
