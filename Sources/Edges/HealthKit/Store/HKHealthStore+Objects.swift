internal import HealthModel
internal import StoreAccess

extension HKHealthStore {
  /// Saves an object.
  @preconcurrency
  public func save(
    _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { save([object], withCompletion: completion) }

  /// Saves all of the objects or none.
  @preconcurrency
  public func save(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    ask {
      try await $0.save(objects)
    } then: {
      completion($0 != nil, $1)
    }
  }

  /// Saves an object.
  public func save(_ object: HKObject) async throws { try await save([object]) }

  /// Saves all of the objects or none.
  public func save(_ objects: [HKObject]) async throws {
    try await ask { try await $0.save(objects) }
  }

  /// Deletes an object that the app saved.
  @preconcurrency
  public func delete(
    _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { delete([object], withCompletion: completion) }

  /// Deletes all of the objects, which the app saved, or none.
  @preconcurrency
  public func delete(
    _ objects: [HKObject],
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    ask {
      try await $0.delete(objects)
    } then: {
      completion($0 != nil, $1)
    }
  }

  /// Deletes an object that the app saved.
  public func delete(_ object: HKObject) async throws { try await delete([object]) }

  /// Deletes all of the objects, which the app saved, or none.
  public func delete(_ objects: [HKObject]) async throws {
    try await ask { try await $0.delete(objects) }
  }

  /// Deletes what the app saved of a type and what matches; tells how many.
  @preconcurrency
  public func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) {
    let question = SampleQuestion(objectType, predicate)
    ask {
      try await StoreReader($0).delete(question)
    } then: {
      completion($0 != nil, $0 ?? 0, $1)
    }
  }

  /// Deletes what the app saved of a type and what matches; returns how many.
  @discardableResult
  public func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate
  ) async throws -> Int {
    let question = SampleQuestion(objectType, predicate)
    return try await ask { try await StoreReader($0).delete(question) }
  }

  /// Adds samples to a workout that is saved, and saves those that are not saved yet, without their devices.
  @preconcurrency
  public func add(
    _ samples: [HKSample], to workout: HKWorkout,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    ask {
      try await $0.add(samples, to: workout)
    } then: {
      completion($0 != nil, $1)
    }
  }

  /// Adds samples to a workout that is saved, and saves those that are not saved yet, without their devices.
  public func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
    try await ask { try await $0.add(samples, to: workout) }
  }
}

// Apple's framework has nothing like it: there an app deletes and saves, and something may come in between.
extension HKHealthStore {
  /// Deletes objects that the app saved and saves others in their place, in one commit: all of it or nothing.
  public func replace(_ objects: [HKObject], with others: [HKObject]) async throws {
    try await ask { try await $0.replace(objects, with: others) }
  }

  /// Deletes objects that the app saved and saves others in their place, in one commit: all of it or nothing.
  @preconcurrency
  public func replace(
    _ objects: [HKObject], with others: [HKObject],
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    ask {
      try await $0.replace(objects, with: others)
    } then: {
      completion($0 != nil, $1)
    }
  }
}

extension AppAccess {
  fileprivate func save(_ objects: [HKObject]) async throws {
    guard !objects.isEmpty else { return }
    try await save(try await runs(saving: objects), documents: Self.documents(of: objects))
  }

  fileprivate func replace(_ objects: [HKObject], with others: [HKObject]) async throws {
    try await replace(
      Self.uuids(of: objects), by: try await runs(saving: others),
      documents: Self.documents(of: others))
  }

  /// The objects as columns, with those that they hold and that are not saved yet.
  private func runs(saving objects: [HKObject]) async throws -> [SampleRun] {
    var members: Set<HKSample> = []
    // A cast of each object would cost more than saving it.
    for object in objects where !object.held.isEmpty { members.formUnion(object.held) }
    guard !members.isEmpty else { return SampleRun.runs(of: objects) }
    members.subtract(objects.compactMap { $0 as? HKSample })
    let saved = try await known(members)
    let unsaved = members.subtracting(saved).sorted { $0.rows.uuid($0.row) < $1.rows.uuid($1.row) }
    return SampleRun.runs(of: unsaved + objects)
  }

  /// The bytes of those that are documents.
  private static func documents(of objects: [HKObject]) -> [SampleUUID: [UInt8]] {
    var documents: [SampleUUID: [UInt8]] = [:]
    for object in objects {
      if let bytes = object.rows.document { documents[object.rows.uuid(object.row)] = bytes }
    }
    return documents
  }

  /// Those of the members that are in the store already.
  private func known(_ members: Set<HKSample>) async throws -> Set<HKSample> {
    var known: Set<HKSample> = []
    for (type, ofType) in Dictionary(grouping: members, by: { $0.rows.type }) {
      let uuids = UUIDSet(ofType.map { $0.rows.uuid($0.row) })
      var found: Set<SampleUUID> = []
      for try await run in try await samples(SampleQuery(type, where: .uuid(uuids))) {
        found.formUnion(run.uuids)
      }
      known.formUnion(ofType.filter { found.contains($0.rows.uuid($0.row)) })
    }
    return known
  }

  fileprivate func delete(_ objects: [HKObject]) async throws {
    try await delete(Self.uuids(of: objects))
  }

  private static func uuids(of objects: [HKObject]) -> [ObjectType: [SampleUUID]] {
    var uuids: [ObjectType: [SampleUUID]] = [:]
    for object in objects {
      uuids[object.rows.type, default: []].append(object.rows.uuid(object.row))
    }
    return uuids
  }

  fileprivate func add(_ samples: [HKSample], to workout: HKWorkout) async throws {
    try await add(SampleRun.runs(of: samples), to: workout.rows.uuid(workout.row))
  }
}
