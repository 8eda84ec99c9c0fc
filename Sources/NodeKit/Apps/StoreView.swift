internal import HealthModel
internal import HealthStorage
internal import LocalStore

/// The store as the caller of a method may use it: an app by the rules, the owner without any.
struct StoreView: Sendable {
  let store: LocalStore
  let caller: StoreCaller
  /// The app's; nothing for the owner.
  let session: AppSession?
  /// What the caller may take of the node at a time.
  let room: CallerRoom

  /// Checks that samples of a type are there to be read, by this caller in particular.
  ///
  /// - Throws: `ModelError`; nothing where reading was denied, for then there is only less to see.
  func checkReading(of type: ObjectType) throws {
    _ = try session?.visibility(of: type)
  }

  /// Reads samples, in runs that fit an answer; `begin` runs before the first, once nothing but the disk
  /// can fail.
  ///
  /// A run is read when the one before it was taken. An app that may see less than when it asked gets no
  /// more.
  func read(
    _ query: SampleQuery, beginning begin: () async throws -> Void = {},
    _ body: (SampleRun) async throws -> Void
  ) async throws {
    if let session {
      let samples = try await room.reading { try await session.samples(query) }
      try await begin()
      try await take(samples) { piece in
        guard samples.sight.holds else { return false }
        try await body(piece)
        return true
      }
    } else {
      let samples = try await room.reading { try await store.samples(query) }
      try await begin()
      try await take(samples) { piece in
        try await body(piece)
        return true
      }
    }
  }

  /// Reads run by run, for as long as the body wants their pieces.
  private func take(
    _ samples: some AsyncSequence<SampleRun, any Error>, _ body: (SampleRun) async throws -> Bool
  ) async throws {
    var runs = samples.makeAsyncIterator()
    var isWanted = true
    while isWanted {
      let turn = try await room.takeTurn()
      let next = try await runs.next(isolation: #isolation)
      turn.end()
      guard let run = next else { return }
      try await room.holding(run.weight) {
        try await run.forEachPiece { piece in
          if isWanted { isWanted = try await body(piece) }
        }
      }
    }
  }

  /// What the samples of a query come to, and what the caller saw for that; nothing for the owner.
  func statistics(
    _ query: StatisticsQuery
  ) async throws -> (statistics: [Statistics], sight: AppSight?) {
    guard let session else {
      return (try await room.reading { try await store.statistics(query) }, nil)
    }
    while true {
      let sight = try session.sight(of: query.type)
      let statistics = try await room.reading { try await session.statistics(query) }
      if sight.holds { return (statistics, sight) }
      try Task.checkCancellation()
    }
  }

  /// The same, now and after each commit that changes it.
  func liveStatistics(_ query: StatisticsQuery) throws -> LiveStatistics {
    guard let session else { return try store.liveStatistics(query) }
    return try session.liveStatistics(query)
  }

  /// What happened since the query's anchor: one page.
  ///
  /// Pages that tell nothing although there is more are passed over.
  func changes(
    _ query: ChangeQuery, in forthcoming: Forthcoming? = nil
  ) async throws -> ChangePage {
    var query = query
    while true {
      let page =
        if let session {
          try await session.changes(query, in: forthcoming)
        } else {
          try await store.changes(query, in: forthcoming)
        }
      guard page.count == 0, page.hasMore else { return page }
      try Task.checkCancellation()
      query.anchor = page.anchor
    }
  }

  /// Who saved samples of a type that match.
  func sources(of type: ObjectType, where predicate: Predicate) async throws -> [Source] {
    guard let session else { return try await store.sources(of: type, where: predicate) }
    return try await session.sources(of: type, where: predicate)
  }

  /// What the user said of themselves.
  func characteristic(_ kind: Characteristic.Kind) async throws -> Characteristic {
    guard let session else { return try await store.characteristic(kind) }
    return try await session.characteristic(kind)
  }

  /// The units that the user chose for these types, where they chose one.
  func preferredUnits(of types: Set<ObjectType>) async throws -> [ObjectType: Unit] {
    if let session { return try await session.preferredUnits(of: types) }
    var units: [ObjectType: Unit] = [:]
    for type in types { units[type] = try await store.preferredUnit(of: type) }
    return units
  }

  /// Saves all of the objects or none; an app's as its own.
  func save(_ runs: [SampleRun], documents: [SampleUUID: [UInt8]]) async throws {
    if let session {
      try await session.save(runs, documents: documents)
    } else {
      try await store.commit(.save(Change.Save(runs, documents: documents)))
    }
  }

  /// Adds samples to a workout that is saved, and saves those that are not.
  ///
  /// - Throws: `ModelError` for a workout that is not there, or samples that cannot belong to one.
  func add(_ runs: [SampleRun], to workout: SampleUUID) async throws {
    if let session {
      try await session.add(runs, to: workout)
    } else {
      try await store.add(runs, to: workout)
    }
  }

  /// Deletes all of the objects or none; how many there were.
  func delete(_ objects: [(type: ObjectType?, uuids: [SampleUUID])]) async throws -> Int {
    guard let session else {
      let uuids = objects.flatMap(\.uuids)
      guard !uuids.isEmpty else { throw ModelError.nothingToDelete }
      return try await store.commit(.delete(Change.Deletion(.uuids(uuids)))).count
    }
    var byType: [ObjectType: [SampleUUID]] = [:]
    for case (let type?, let uuids) in objects { byType[type, default: []] += uuids }
    return try await session.delete(byType).count
  }

  /// Deletes whatever of the type matches; how many there were.
  func delete(of type: ObjectType, where predicate: Predicate) async throws -> Int {
    guard let session else {
      return try await store.commit(.delete(Change.Deletion(.matching(type, predicate)))).count
    }
    return try await session.delete(of: type, where: predicate).count
  }

  /// Calls `body` after each commit that saved or deleted samples of the type which match and which the
  /// caller may see; while an app may see none, it waits.
  ///
  /// It calls `begin` once nothing is missed any more, and returns when the store is closed.
  func observe(
    _ type: ObjectType, where predicate: Predicate, beginning begin: () -> Void,
    _ body: () -> Void
  ) async throws {
    guard let session else {
      return try await observeAll(type, where: predicate, beginning: begin, body)
    }
    var wakeups = try session.wakeups(for: type, where: predicate).makeAsyncIterator()
    begin()
    while true {
      do {
        guard try await wakeups.next() != nil else { return }
        body()
      } catch let error as ModelError where error.isAboutPermission {
        continue
      }
    }
  }

  private func observeAll(
    _ type: ObjectType, where predicate: Predicate, beginning begin: () -> Void,
    _ body: () -> Void
  ) async throws {
    let wakeups = store.wakeups(for: [type])
    var anchor = store.state.anchor
    begin()
    for await _ in wakeups {
      // What is committed while it looks wakes it again.
      let now = store.state.anchor
      do {
        let page = try await changes(ChangeQuery([type], where: predicate, since: anchor))
        if page.count > 0 { body() }
      } catch let error as StorageError where error.code == .startOver {
        // All of it is gone, which is something to look at.
        body()
      }
      anchor = now
    }
  }
}

extension ModelError {
  /// Whether it says that the user has yet to decide, or decided against it: a reader who was let in before
  /// waits for better times.
  var isAboutPermission: Bool {
    code == .authorizationNotDetermined || code == .authorizationDenied
  }
}
