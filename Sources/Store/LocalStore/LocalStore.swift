package import HealthModel
package import HealthStorage
internal import SQLiteCore
package import SyncCore
internal import Synchronization
package import SystemCore

/// A store that this process owns: one writer, readers beside it, and those that follow its changes.
///
/// Everything here is the user's own doing and sees everything; what an app may do is an
/// `AppSession`.
package final class LocalStore: Sendable {
  package let location: StoreLocation
  /// Where tasks that save often run best: `withTaskExecutorPreference(store.savers)` spares them
  /// two changes of thread a save.
  package var savers: any TaskExecutor { writing.tasks }
  private let writing: ThreadExecutor
  /// The same for tasks that read whenever something is committed.
  package let readers: any TaskExecutor
  let room: DiskRoom
  /// What failed on the disk and is tried again, for a log.
  package let faults = DiskFaults()
  private let lock: StoreLock?
  private let marker: CleanCloseMarker?
  private let queue = ChangeQueue()
  let published: PublishedState
  let workouts = StoredWorkouts()
  package let subscriptions = StoredSubscriptions()
  let writer: WriterActor
  let reader: ReaderActor
  /// Which file system of SQLite's it is opened by, where it is not the usual one.
  let system: String?
  /// How many flaws the last verification found that only a backup mends.
  let lastingDamage = Atomic(0)
  /// What the store takes for now: the sync rules go by it, too.
  package let clock: WallClock
  let documents = DocumentChecks()

  /// Opens the store, or makes it where there is none.
  ///
  /// - Throws: `SystemError` when another process owns it, naming its number; `StorageError` when
  ///   the file is not a store or is damaged.
  package static func open(
    _ location: StoreLocation, clock: WallClock = .system,
    generator: some RandomNumberGenerator & Sendable = Entropy()
  ) async throws -> LocalStore {
    try FileSystem.createFolder(location.folder)
    let lock = try StoreLock(location.lock)
    try location.removeLeftCopies()
    if try !FileSystem.exists(location.database) {
      try FileSystem.createFile(location.database, [], asOfFolder: true)
    } else if try FileSystem.size(of: location.database) == 0,
      try FileSystem.exists(location.reserve)
    {
      // The reserve is made once there is a store, so there was one, and SQLite would begin another.
      throw StorageError(.damaged, cannot: "open \(location.database)", "it is empty and was not")
    }
    let marker = CleanCloseMarker(of: location)
    return try await StoreOpening(
      location: location, lock: lock, marker: marker, clock: clock
    ).run(generator)
  }

  /// Makes a store in memory alone, which is gone when nobody holds it.
  ///
  /// It does what one on the disk does, but for backups, and queries wait for saves that are under way.
  package static func openInMemory(
    clock: WallClock = .system, generator: some RandomNumberGenerator & Sendable = Entropy()
  ) async throws -> LocalStore {
    try await StoreOpening(location: .inMemory(), lock: nil, marker: nil, clock: clock)
      .run(generator)
  }

  init(
    location: StoreLocation, room: DiskRoom, lock: StoreLock?, marker: CleanCloseMarker?,
    writer: consuming sending StoreWriter, reader: consuming sending StoreReader,
    clock: WallClock, system: String?
  ) {
    self.location = location
    self.room = room
    self.system = system
    self.lock = lock
    self.marker = marker
    self.clock = clock
    published = PublishedState(writer.snapshot())
    let damage = FoundDamage()
    writing = ThreadExecutor(label: "dyad.writer")
    self.writer = WriterActor(
      writer, on: writing, queue: queue, published: published, damage: damage, room: room,
      faults: faults, clock: clock)
    // In memory, who reads would be in the way of who writes.
    let reading = location.isInMemory ? writing : ThreadExecutor(label: "dyad.reader")
    readers = reading.tasks
    self.reader = ReaderActor(reader, on: reading, damage: damage)
  }

  /// Readies the writer for something that is about to come.
  package func expectWriting() { writing.expect() }

  /// The state as last committed.
  package var state: StoreState { published.latest.state }

  /// The earliest date at which a sample may end to be saved.
  package var earliestPermittedSampleDate: Double { state.cutoff }

  /// Commits one change, together with whoever else is saving; it is durable when this returns.
  ///
  /// - Throws: `ModelError` when the change was refused, `StorageError` when the disk failed.
  @discardableResult
  package func commit(_ change: Change) async throws -> Outcome {
    try await commit(change, if: { _ in })
  }

  /// Commits one change if the state that the commit begins with permits it.
  @discardableResult
  func commit(
    _ change: Change, if checkPermission: @escaping @Sendable (StoreState) throws -> Void
  ) async throws -> Outcome {
    let results = await writer.settle(try queue.add([change], if: checkPermission))
    return try results[0].get()
  }

  /// The samples that a query asks for, as they are read.
  package func samples(
    _ query: SampleQuery, seeing visibility: Visibility = .everything
  ) async throws -> SampleStream {
    let cursor = try await reader.cursor(query, seeing: visibility, in: published.latest)
    return SampleStream(reader: reader, cursor: cursor)
  }

  /// What happened since the query's anchor: one page; in what is forthcoming, where that can be read yet.
  package func changes(
    _ query: ChangeQuery, as access: ChangeReader.Access = .everything,
    in forthcoming: Forthcoming? = nil
  ) async throws -> ChangePage {
    try await reader.changes(query, as: access, in: forthcoming?.snapshot ?? published.latest)
  }

  /// What a commit under way will bring, for those who look ahead; `nil` where none is.
  package var forthcoming: Forthcoming? { published.forthcoming }

  /// One element after each commit that touched one of the types; no polling.
  ///
  /// For who looks ahead there is also one when such a commit is under way and something is `forthcoming`.
  package func wakeups(
    for types: Set<ObjectType>, ahead looksAhead: Bool = false
  ) -> AsyncStream<Void> {
    published.wakeups(for: types, ahead: looksAhead)
  }

  /// Who saved samples of `type` that match.
  package func sources(
    of type: ObjectType, where predicate: Predicate = .constant(true)
  ) async throws -> [Source] {
    try await reader.sources(of: type, where: predicate, in: published.latest)
  }

  /// One piece of a document's bytes; `nil` after the last, and from the first on where there is no
  /// such document.
  ///
  /// - Throws: `invalidArgument` when the document was deleted since its first piece was read.
  package func document(_ uuid: SampleUUID, piece: Int) async throws -> [UInt8]? {
    try await reader.document(uuid, piece: piece) { [published] in published.latest }
  }

  /// The body of a record the user owns; `nil` where it was never set.
  package func record(_ key: String) async throws -> [UInt8]? {
    try await reader.record(key)
  }

  /// Reads everything and compares each part with what the others say of it.
  ///
  /// The next session asks peers for what it finds damaged (R24); what the store can tell anew it does at once.
  ///
  /// - Parameter progress: Hears from time to time how many samples were read.
  /// - Returns: What it found.
  /// - Throws: What keeps it from reading.
  package func verify(
    _ progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> VerificationReport {
    let report = try await reader.verify(published.latest, progress)
    lastingDamage.store(report.lasting, ordering: .relaxed)
    // What was found is told also where it cannot be noted; that is tried again before the next session.
    do { try await writer.noteFoundDamage() } catch { faults.note(error) }
    return report
  }

  /// Erases what is left of samples that are lost and that nobody gave again, as a person decided: from then on the
  /// store is taken for whole without them.
  ///
  /// Nothing counts as deleted: a peer that has one of them gives it again. The same goes for what is found damaged.
  ///
  /// - Throws: `StorageError` when the disk failed; nothing is erased then.
  package func eraseLost() async throws {
    try await writer.sync { try $0.eraseLost() }
  }

  /// Forgets what is kept only to be quick, for a store that nobody uses for a while.
  package func dropCaches() async {
    await reader.dropCaches()
    await writer.dropCaches()
  }

  /// Erases what is deleted or pruned from the disk, until nothing of it is left, and forgets deletions
  /// that nobody waits for.
  ///
  /// - Parameter erasesAll: Whether that goes as well which could be taken back.
  /// - Throws: The store's errors; `CancellationError`.
  package func maintain(all erasesAll: Bool = false) async throws {
    try await forgetDeletions()
    while try await writer.maintain(all: erasesAll) { try Task.checkCancellation() }
  }

  /// Forgets deletions that are older than the retention and that every subscriber has passed who was
  /// heard within the retention and the patience: anchors from before them start over.
  ///
  /// With peers it forgets none: the sync rules decide, which know what those have heard (R12).
  package func forgetDeletions(_ limits: NodeLimits = NodeLimits()) async throws {
    try await writer.forgetDeletions(limits)
  }

  /// Whether the disk had no room for the last change and has none yet; reading works, and
  /// deleting as far as the room in reserve goes.
  package var isDiskFull: Bool { room.isFull }

  /// Ends cleanly: everything committed is in the database file, and the next open may go on under
  /// the same incarnation.
  ///
  /// Commits that come later are refused. What a full disk has no room for is done after the next open.
  package func close() async throws {
    published.finish()
    await workouts.close()
    do {
      try await maintain()
      try await writer.close(leaving: marker)
    } catch  where DiskRoom.isShort(error) {
      // The log has everything that was committed, and is read by the next open.
    }
    room.hold()
    faults.finish()
  }
}
