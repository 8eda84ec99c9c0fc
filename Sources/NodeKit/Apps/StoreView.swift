internal import HealthModel
internal import HealthStorage
internal import LocalStore

/// The store as the caller of a method may use it, and what the caller may take of the node.
struct StoreView: Sendable {
  let caller: StoreCaller
  /// What the caller may do: an app by the rules, the owner without any.
  let access: any LocalAccess
  /// What the caller may take of the node at a time.
  let room: CallerRoom

  /// Whether it is the owner who calls.
  var isOwner: Bool {
    guard case .owner = caller else { return false }
    return true
  }

  /// Checks that samples of a type are there to be read, by this caller in particular.
  ///
  /// - Throws: `ModelError`; nothing where reading was denied, for then there is only less to see.
  func checkReading(of type: ObjectType) throws {
    _ = try access.sight(of: type)
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
    let samples = try await room.reading { try await access.samples(query) }
    try await begin()
    var runs = samples.makeAsyncIterator()
    while samples.sight.holds {
      let turn = try await room.takeTurn()
      let next = try await runs.next()
      turn.end()
      guard let run = next else { return }
      try await room.holding(run.weight) {
        try await run.forEachPiece { piece in
          if samples.sight.holds { try await body(piece) }
        }
      }
    }
  }

  /// What the samples of a query come to, and what the caller saw for that.
  func statistics(
    _ query: StatisticsQuery
  ) async throws -> (statistics: [Statistics], sight: AppSight) {
    while true {
      let sight = try access.sight(of: query.type)
      let statistics = try await room.reading { try await access.statistics(query) }
      if sight.holds { return (statistics, sight) }
      try Task.checkCancellation()
    }
  }

  /// Deletes all of the objects or none; how many there were.
  ///
  /// The owner need not say of which types they are.
  func delete(_ objects: [(type: ObjectType?, uuids: [SampleUUID])]) async throws -> Int {
    if let owner = access as? OwnerSession {
      return try await owner.delete(objects.flatMap(\.uuids)).count
    }
    var byType: [ObjectType: [SampleUUID]] = [:]
    for case (let type?, let uuids) in objects { byType[type, default: []] += uuids }
    return try await access.delete(byType).count
  }
}
