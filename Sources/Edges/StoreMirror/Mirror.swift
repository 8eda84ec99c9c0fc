internal import HealthModel
internal import PostgresCore
package import StoreAccess
package import SystemCore

/// Keeps the tables of a database in step with a store: each change once, whatever is killed or lost meanwhile.
package struct Mirror: Sendable {
  /// What a mirror tells of its work.
  package enum News: Hashable, Sendable {
    /// So many changes are in the database now, of this run.
    case told(Int)
    /// Nothing is missing for now.
    case isInStep
    /// The store has another past than the database: both are compared.
    case compares
    /// The database cannot be reached, or has no room; it is tried again.
    case waits(reason: String, seconds: Int)
  }

  /// As many changes as one transaction brings.
  private static let batchCount = 50_000
  /// As many seconds as pass between two tries to reach a database.
  private static let longestPause = 60
  /// As many deletions as a comparison makes without being told to, or one of a hundred.
  private static let fewDeletions = 100

  private let server: MirrorServer
  private let data: any OwnerAccess
  private let tell: @Sendable (News) -> Void
  private let accepted: Int
  private let compares: Bool
  private let clock: WallClock

  /// A mirror of one subject.
  ///
  /// - Parameters:
  ///   - data: The store.
  ///   - address: Of the database, as libpq reads it.
  ///   - subject: Whose samples these are, by a name.
  ///   - spread: Among how many parts the samples of all subjects are spread, where this makes the tables.
  ///   - accepted: How many samples a comparison may delete from the database.
  ///   - compares: Whether it begins with a comparison, though it may know where it stands.
  ///   - clock: Waits between tries.
  ///   - tell: Hears how far it is.
  package init(
    of data: any OwnerAccess, at address: String, subject: String, spread: Int = 1,
    acceptingDeletions accepted: Int = 0, comparing compares: Bool = false,
    clock: WallClock = .system,
    _ tell: @escaping @Sendable (News) -> Void = { _ in }
  ) {
    server = MirrorServer(address, subject: subject, spread: spread)
    self.data = data
    self.accepted = accepted
    self.compares = compares
    self.clock = clock
    self.tell = tell
  }

  /// Brings what is missing and goes on with what comes, until the task is cancelled.
  ///
  /// - Parameter isOnce: Whether it ends when nothing is missing.
  /// - Throws: `MirrorFailure`, what the store says, or what the database says that will not change by itself.
  package func run(once isOnce: Bool) async throws {
    let types = try await self.types()
    do {
      var place = try await opened(takingOver: true)
      var told = 0
      let isEmpty = try await server.isEmpty()
      if compares || place.anchor.isEmpty && !isEmpty { place = try await compared(types, place) }
      var isDone = false
      while !isDone {
        do {
          if isOnce {
            try await bring(&place, &told, types)
          } else {
            try await follow(&place, &told, types)
          }
          isDone = true
        } catch  where error.meansStartOver {
          place = try await compared(types, place)
        }
      }
    } catch {
      await server.close()
      throw error
    }
    await server.close()
  }

  /// All types that there are; the catalogue's as well, of which there may be some later.
  private func types() async throws -> [ObjectType] {
    let known = try await data.counts().map(\.key)
    // What belongs to a workout stands in records of their own.
    let all = known + ObjectType.all.filter { $0.description?.isSample ?? false } + [.association]
    return Set(all).filter {
      // Their bytes have no place there.
      $0.description?.kind != .document
    }.sorted()
  }

  private static func anchor(_ place: MirrorServer.Place) -> StoreAnchor {
    guard let anchor = Anchor(text: place.anchor) else { return .beginning }
    return (try? StoreAnchor(anchor)) ?? .beginning
  }

  private static func text(_ anchor: StoreAnchor) throws -> String {
    try anchor.place.description
  }

  /// Brings pages until there are no more; the next ones are read while the database takes those before.
  private func bring(
    _ place: inout MirrorServer.Place, _ told: inout Int, _ types: [ObjectType]
  ) async throws {
    var anchor = Self.anchor(place)
    var next = try await batch(types, after: anchor)
    while true {
      let (ready, old, new) = (next.batch, place, try Self.text(next.anchor))
      anchor = next.anchor
      async let applied = apply(ready, from: old, to: new)
      let isLast = !next.hasMore
      if !isLast { next = try await batch(types, after: anchor) }
      place = try await applied
      told += ready.count
      tell(.told(told))
      if isLast { return tell(.isInStep) }
    }
  }

  /// As many pages as one transaction brings.
  private func batch(
    _ types: [ObjectType], after anchor: StoreAnchor
  ) async throws -> (batch: MirrorBatch, anchor: StoreAnchor, hasMore: Bool) {
    var (batch, anchor, hasMore) = (MirrorBatch(), anchor, true)
    while hasMore, batch.count < Self.batchCount {
      let changes = try await data.changes(StoreChangeQuery(types, since: anchor))
      batch.add(changes)
      (anchor, hasMore) = (changes.anchor, changes.hasMore)
    }
    return (batch, anchor, hasMore)
  }

  private func follow(
    _ place: inout MirrorServer.Place, _ told: inout Int, _ types: [ObjectType]
  ) async throws {
    let stream = try await data.follow(StoreChangeQuery(types, since: Self.anchor(place)))
    var batch = MirrorBatch()
    for try await changes in stream {
      batch.add(changes)
      if changes.hasMore, batch.count < Self.batchCount { continue }
      let new = try Self.text(changes.anchor)
      if batch.count > 0 || place.anchor != new {
        place = try await apply(batch, from: place, to: new)
        told += batch.count
        batch = MirrorBatch()
        tell(.told(told))
      }
      if !changes.hasMore { tell(.isInStep) }
    }
  }

  /// Brings a batch, once, however often that has to be tried.
  private func apply(
    _ batch: MirrorBatch, from old: MirrorServer.Place, to new: String
  ) async throws -> MirrorServer.Place {
    var after = old
    after.anchor = new
    var replaces = false
    var losses = 0
    while true {
      do {
        if try await server.apply(batch, from: old.anchor, to: new, replacing: replaces) {
          return after
        }
        // Somebody else has moved it, or it was done and nobody heard of it.
        guard try await opened(takingOver: false).anchor == new else {
          throw MirrorFailure(
            "go on: the mirror stands elsewhere than this run has brought it",
            advice: "Start it again: it goes on from where it stands.")
        }
        return after
      } catch let error as PostgresError {
        switch error.code {
        case .duplicate where !replaces: replaces = true
        case .lost:
          // Whether the last words were heard is not known: its place says it.
          if losses > 0 { try await pause(error, seconds: min(losses, Self.longestPause)) }
          losses += 1
          let place = try await opened(takingOver: false)
          if place.anchor == new { return after }
        case .inTheWay: try await pause(error, seconds: 1)
        case .full: try await pause(error, seconds: 30)
        default: throw error
        }
      }
    }
  }

  private func pause(_ error: PostgresError, seconds: Int) async throws {
    tell(.waits(reason: error.detail, seconds: seconds))
    try await clock.sleep(for: .seconds(seconds))
  }

  /// Connects, for as long as that takes.
  private func opened(takingOver: Bool) async throws -> MirrorServer.Place {
    var seconds = 1
    while true {
      do {
        return try await server.open(takingOver: takingOver)
      } catch let error as PostgresError where error.code == .lost && !takingOver {
        try await pause(error, seconds: seconds)
        seconds = min(2 * seconds, Self.longestPause)
      }
    }
  }

  /// Compares, for as long as it takes to do that over one connection.
  private func compared(
    _ types: [ObjectType], _ place: MirrorServer.Place
  ) async throws -> MirrorServer.Place {
    var place = place
    while true {
      do {
        return try await compare(types, place)
      } catch let error as PostgresError where error.code == .lost {
        // It begins anew each time, so nobody is asked at once.
        try await pause(error, seconds: Self.longestPause / 10)
        place = try await opened(takingOver: false)
      }
    }
  }

  /// Makes the database equal to a store with another past: nothing of it is taken for granted but UUIDs.
  private func compare(
    _ types: [ObjectType], _ place: MirrorServer.Place
  ) async throws -> MirrorServer.Place {
    tell(.compares)
    var place = place
    var seen = UUIDSet()
    var anchor = StoreAnchor.beginning
    var hasMore = true
    // First all of the store is looked at: what is deleted from the database is known before anything is.
    while hasMore {
      let changes = try await data.changes(StoreChangeQuery(types, since: anchor))
      for run in changes.added { seen.formUnion(UUIDSet(run.uuids)) }
      anchor = changes.anchor
      hasMore = changes.hasMore
    }
    let surplus = try await server.uuids(outside: seen)
    let found = surplus.known
    // Where both have nothing in common, it is somebody else's.
    let isOthers = found > 0 && surplus.uuids.count == found
    let most = isOthers ? accepted : max(Self.fewDeletions, found / 100, accepted)
    guard surplus.uuids.count <= most else {
      throw MirrorFailure(
        "go on: the database has \(surplus.uuids.count) samples of this subject that the store does not "
          + "have, of \(found)",
        advice: isOthers
          ? "It is another store's: use another --subject, or erase it with --forget."
          : "If the store is right, say --accept \(surplus.uuids.count).")
    }
    var gone = MirrorBatch()
    gone.delete(surplus.uuids)
    var missing = MirrorBatch()
    anchor = .beginning
    hasMore = true
    while hasMore {
      let changes = try await data.changes(StoreChangeQuery(types, since: anchor))
      for run in changes.added {
        let known = try await server.known(run.uuids)
        missing.add(run.selecting(run.uuids.indices.filter { !known.contains(run.uuids[$0]) }))
      }
      gone.delete(changes.deleted.map(\.uuid))
      anchor = changes.anchor
      hasMore = changes.hasMore
      guard missing.count >= Self.batchCount else { continue }
      guard try await server.apply(missing, from: place.anchor, to: nil) else {
        throw MirrorFailure(
          "go on: another mirror has moved this subject's place", advice: "Start it again.")
      }
      missing = MirrorBatch()
    }
    missing.delete(gone.deleted)
    place = try await apply(missing, from: place, to: try Self.text(anchor))
    return place
  }
}

extension MirrorServer {
  /// The UUIDs of the subject's samples that a set does not have, and how many samples there are.
  fileprivate func uuids(
    outside set: UUIDSet
  ) throws -> (uuids: [SampleUUID], known: Int) {
    var uuids: [SampleUUID] = []
    var known = 0
    try forEachSample("uuid") { row in
      guard let uuid = row.cell().flatMap({ SampleUUID(bytes: $0) }) else { return }
      known += 1
      if !set.contains(uuid) { uuids.append(uuid) }
    }
    return (uuids, known)
  }
}

extension Mirror {
  /// Erases everything of a subject from a database.
  ///
  /// - Parameters:
  ///   - subject: By its name.
  ///   - address: Of the database.
  /// - Returns: How many samples that were.
  /// - Throws: `MirrorFailure` where there is no such subject; what the database says.
  package static func forget(_ subject: String, at address: String) async throws -> Int {
    let server = MirrorServer(address, subject: subject, spread: 1)
    try await server.look()
    let count = try await server.forget()
    await server.close()
    return count
  }
}
