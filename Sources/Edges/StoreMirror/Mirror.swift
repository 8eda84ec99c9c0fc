package import CalendarEdges
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

  /// How a mirror is to work.
  package struct Choices: Sendable {
    /// Over what samples are spread, where this makes the tables.
    package var spread = MirrorSpread()
    /// How many samples a comparison may delete from the database.
    package var accepted = 0
    /// Whether it begins with a comparison, though it may know where it stands.
    package var compares = false
    /// Whether documents are mirrored from now on; otherwise as before.
    package var withDocuments = false
    /// Whose clocks say what a day is.
    package var zone = TimeZoneRules.utc
    /// Waits between tries.
    package var clock = WallClock.system

    /// What is usual.
    package init() {}
  }

  /// How far a run is.
  struct Course {
    var place: MirrorPlace
    var told = 0
    /// What was told of days is not true of these.
    var stale = StaleDays()
    /// Of what the days were worked out; empty where some were not.
    var basis: String
  }

  /// As many changes as one transaction brings.
  static let batchCount = 50_000
  /// As many bytes of documents as one transaction brings, and the last document.
  private static let batchBytes = 32 << 20
  /// As many seconds as pass between two tries to reach a database.
  private static let longestPause = 60

  let server: MirrorServer
  let data: any OwnerAccess
  let choices: Choices
  let tell: @Sendable (News) -> Void
  private let subject: String

  /// A mirror of one subject.
  ///
  /// - Parameters:
  ///   - data: The store.
  ///   - server: The database.
  ///   - subject: Whose samples these are, by a name.
  ///   - choices: How it works.
  ///   - tell: Hears how far it is.
  init(
    of data: any OwnerAccess, through server: MirrorServer, subject: String, _ choices: Choices,
    _ tell: @escaping @Sendable (News) -> Void
  ) {
    self.server = server
    self.data = data
    self.subject = subject
    self.choices = choices
    self.tell = tell
  }

  /// A mirror of one subject over a connection of its own.
  ///
  /// - Parameters:
  ///   - data: The store.
  ///   - address: Of the database, as libpq reads it.
  ///   - subject: Whose samples these are, by a name.
  ///   - choices: How it works.
  ///   - tell: Hears how far it is.
  package init(
    of data: any OwnerAccess, at address: String, subject: String, _ choices: Choices = Choices(),
    _ tell: @escaping @Sendable (News) -> Void = { _ in }
  ) {
    let server = MirrorServer(address, spread: choices.spread)
    self.init(of: data, through: server, subject: subject, choices, tell)
  }

  /// Brings what is missing and goes on with what comes, until the task is cancelled.
  ///
  /// - Parameter isOnce: Whether it ends when nothing is missing.
  /// - Throws: `MirrorFailure`, what the store says, or what the database says that will not change by itself.
  package func run(once isOnce: Bool) async throws {
    let place = try await server.begin(subject, withDocuments: choices.withDocuments)
    let reader = MirrorReader(of: data, subject, await server.subject, choices.clock)
    let types = try await self.types(withDocuments: place.hasDocuments)
    var course = Course(place: place, basis: place.days)
    if try await MirrorDays.basis(of: data, in: choices.zone) != place.days {
      course.stale.addAll()
    }
    var compares = choices.compares
    if !compares, place.anchor.isEmpty { compares = try await !server.isEmpty() }
    if compares { try await compare(types, &course) }
    while true {
      do {
        return try await reader.acknowledging(from: course.place) { acknowledge in
          if isOnce {
            try await bring(&course, types, acknowledge)
          } else {
            try await follow(&course, types, acknowledge)
          }
        }
      } catch  where error.meansStartOver {
        try await compare(types, &course)
      }
    }
  }

  /// All types that there are; the catalogue's as well, of which there may be some later.
  private func types(withDocuments: Bool) async throws -> [ObjectType] {
    let known = try await data.counts().map(\.key)
    // What belongs to a workout stands in records of their own.
    let all = known + ObjectType.all.filter { $0.description?.isSample ?? false } + [.association]
    return Set(all).filter {
      withDocuments || $0.description?.kind != .document
    }.sorted()
  }

  /// Brings pages until there are no more; the next ones are read while the database takes those before.
  private func bring(
    _ course: inout Course, _ types: [ObjectType], _ acknowledge: (MirrorPlace) -> Void
  ) async throws {
    var next = try await batch(types, after: course.place.storeAnchor)
    while true {
      let ready = next
      async let after: (Batch)? = ready.hasMore ? batch(types, after: ready.anchor) : nil
      try await apply(ready, types, &course)
      acknowledge(course.place)
      tell(.told(course.told))
      guard let following = try await after else { return tell(.isInStep) }
      next = following
    }
  }

  /// What one transaction brings, and where the log goes on.
  struct Batch: Sendable {
    var changes = MirrorBatch()
    var anchor: StoreAnchor
    var hasMore = true
    /// The days of what was saved, though it was deleted since.
    var stale = StaleDays()
    /// What was deleted of types that days are made of.
    var deletedOfDays: [SampleUUID] = []

    fileprivate var isFull: Bool {
      changes.count >= Mirror.batchCount || changes.documentBytes >= Mirror.batchBytes
    }
  }

  /// As many pages as one transaction brings.
  private func batch(_ types: [ObjectType], after anchor: StoreAnchor) async throws -> Batch {
    var batch = Batch(anchor: anchor)
    while batch.hasMore, !batch.isFull {
      try await add(
        try await data.changes(StoreChangeQuery(types, since: batch.anchor)), to: &batch)
    }
    return batch
  }

  private func add(_ page: StoreChanges, to batch: inout Batch) async throws {
    batch.changes.add(page)
    for run in page.added {
      batch.stale.add(run, in: choices.zone)
      try await addDocuments(of: run, to: &batch.changes)
    }
    batch.deletedOfDays += page.deleted.filter { ActivitySummary.types.contains($0.type) }
      .map(\.uuid)
    batch.anchor = page.anchor
    batch.hasMore = page.hasMore
  }

  /// Adds the bytes of documents; one that was deleted meanwhile has none, and the log says so further on.
  func addDocuments(of run: SampleRun, to batch: inout MirrorBatch) async throws {
    guard run.type.description?.kind == .document else { return }
    for uuid in run.uuids {
      do {
        batch.add(try await data.wholeDocument(uuid), of: uuid)
      } catch let error as ModelError {
        let query = SampleQuery(run.type, where: .uuid(UUIDSet([uuid])), limit: 1)
        for try await found in try await data.samples(query) where !found.isEmpty { throw error }
      }
    }
  }

  private func follow(
    _ course: inout Course, _ types: [ObjectType], _ acknowledge: (MirrorPlace) -> Void
  ) async throws {
    let anchor = course.place.storeAnchor
    let stream = try await data.follow(StoreChangeQuery(types, since: anchor))
    var batch = Batch(anchor: anchor)
    for try await changes in stream {
      try await add(changes, to: &batch)
      if changes.hasMore, !batch.isFull { continue }
      let told = course.told
      try await apply(batch, types, &course)
      acknowledge(course.place)
      if course.told > told { tell(.told(course.told)) }
      batch = Batch(anchor: changes.anchor)
      if !changes.hasMore { tell(.isInStep) }
    }
  }

  /// Brings a batch, and what days come to once nothing more is known to follow.
  private func apply(_ batch: Batch, _ types: [ObjectType], _ course: inout Course) async throws {
    course.stale.formUnion(batch.stale)
    if !batch.deletedOfDays.isEmpty, !course.stale.areAll {
      let spans = try await trying { try await server.spans(of: batch.deletedOfDays) }
      for span in spans { course.stale.add(from: span.start, to: span.end, in: choices.zone) }
    }
    var new = course.place
    new.anchor = try batch.anchor.place.description
    var days: MirrorDays?
    if !course.stale.isEmpty {
      new.days = ""
      if !batch.hasMore {
        let basis = try await MirrorDays.basis(of: data, in: choices.zone)
        if basis != course.basis { course.stale.addAll() }
        let (told, isFinal) = try await self.days(course.stale, at: batch.anchor, types)
        days = told
        if isFinal { new.days = basis }
      }
    }
    guard batch.changes.count > 0 || new != course.place || days != nil else { return }
    try await apply(batch.changes, days, to: new, &course)
    course.told += batch.changes.count
    guard !new.days.isEmpty, days != nil else { return }
    course.stale = StaleDays()
    course.basis = new.days
  }

  /// What days come to, and whether that is so at a place of the log: where the store went on meanwhile, days may
  /// count what is deleted again before anybody is told of it.
  private func days(
    _ stale: StaleDays, at anchor: StoreAnchor, _ types: [ObjectType]
  ) async throws -> (days: MirrorDays, isFinal: Bool) {
    var anchor = anchor
    while true {
      let days = try await MirrorDays(stale, of: data, in: choices.zone)
      let next = try await data.changes(StoreChangeQuery(types, since: anchor, limit: 1))
      if next.anchor == anchor { return (days, true) }
      guard next.added.isEmpty, next.deleted.isEmpty, !next.hasMore else { return (days, false) }
      anchor = next.anchor
    }
  }

  /// Brings changes, once, however often that has to be tried.
  func apply(
    _ batch: MirrorBatch, _ days: MirrorDays? = nil, to new: MirrorPlace, _ course: inout Course
  ) async throws {
    let old = course.place
    var replaces = false
    var losses = 0
    while true {
      do {
        if try await server.apply(batch, days, from: old, to: new, replacing: replaces) {
          course.place = new
          return
        }
        // Somebody else has moved it, or it was done and nobody heard of it.
        guard try await reopened() == new else {
          throw MirrorFailure(
            "go on: the mirror stands elsewhere than this run has brought it",
            advice: "Start it again: it goes on from where it stands.")
        }
        course.place = new
        return
      } catch let error as PostgresError {
        switch error.code {
        case .duplicate where !replaces: replaces = true
        case .lost:
          // Whether the last words were heard is not known: its place says it.
          if losses > 0 { try await pause(error, seconds: min(losses, Self.longestPause)) }
          losses += 1
          if try await reopened() == new, new != old {
            course.place = new
            return
          }
        case .inTheWay: try await pause(error, seconds: 1)
        case .full: try await pause(error, seconds: 30)
        default: throw error
        }
      }
    }
  }

  /// Asks the database something, as often as the connection is lost.
  private func trying<Result: Sendable>(
    _ body: () async throws -> Result
  ) async throws -> Result {
    while true {
      do {
        return try await body()
      } catch let error as PostgresError where error.code == .lost {
        _ = try await reopened()
      }
    }
  }

  func pause(_ error: PostgresError, seconds: Int) async throws {
    tell(.waits(reason: error.detail, seconds: seconds))
    try await choices.clock.sleep(for: .seconds(seconds))
  }

  /// Connects again, for as long as that takes.
  func reopened() async throws -> MirrorPlace {
    var seconds = 1
    while true {
      do {
        return try await server.goOn()
      } catch let error as PostgresError where error.code == .lost {
        try await pause(error, seconds: seconds)
        seconds = min(2 * seconds, Self.longestPause)
      }
    }
  }
}

extension MirrorPlace {
  /// The place in the store's log; an anchor that is none is before the beginning.
  var storeAnchor: StoreAnchor {
    guard let anchor = Anchor(text: anchor) else { return .beginning }
    return (try? StoreAnchor(anchor)) ?? .beginning
  }
}

extension Mirror {
  /// Erases everything of a subject from a database.
  ///
  /// - Parameters:
  ///   - subject: By its name.
  ///   - address: Of the database.
  ///   - data: The store, where it is at hand: it waits for that mirror no more.
  /// - Returns: How many samples that were.
  /// - Throws: `MirrorFailure` where there is no such subject; what the database says.
  package static func forget(
    _ subject: String, at address: String, of data: (any OwnerAccess)? = nil
  ) async throws -> Int {
    let server = MirrorServer(address)
    try await server.look(at: subject)
    let count = try await server.forget()
    let name = MirrorReader.name(of: subject, await server.subject)
    if let data { try await data.unsubscribe(name) }
    await server.close()
    return count
  }
}
