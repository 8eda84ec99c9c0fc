internal import HealthModel
internal import HealthStorage
internal import LocalStore

/// The store as the caller of a method may use it, and what the caller may take of the node.
package struct StoreView: Sendable {
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

  /// Reads samples; `begin` runs before the first, once nothing but the disk can fail.
  ///
  /// Some are read when those before them were told and taken. An app that may see less than when it asked
  /// gets no more.
  ///
  /// - Parameters:
  ///   - query: Which samples.
  ///   - begin: Runs before the first.
  ///   - tell: Tells rows of a run, from one on, as many as fit an answer; returns the next row.
  ///   - wait: Waits until there is room for the next answer.
  /// - Throws: Why they cannot be read, and what the closures throw.
  func read(
    _ query: SampleQuery, beginning begin: () async throws -> Void = {},
    telling tell: (SampleRun, _ row: Int) throws -> Int,
    waiting wait: () async throws -> Void = {}
  ) async throws {
    let share = room.share()
    let samples = try await share.reading { try await access.samples(query) }
    try await begin()
    var runs = samples.makeAsyncIterator()
    while true {
      share.hold(runs.weight)
      let run: SampleRun
      switch try await share.reading({ try await runs.step() }) {
      case .goesOn: continue
      case .end: return
      case .value(let next): run = next
      }
      share.hold(runs.weight + run.weight)
      var row = 0
      while row < run.count {
        guard samples.sight.holds else { return }
        row = try await share.reading { try tell(run, row) }
        try await wait()
      }
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
