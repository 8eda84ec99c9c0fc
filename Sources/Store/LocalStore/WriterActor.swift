internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SyncCore
internal import SystemCore

/// Owns the one writing connection, on a thread of its own.
actor WriterActor {
  private let executor: ThreadExecutor
  private var writer: StoreWriter
  private let queue: ChangeQueue
  private let published: PublishedState
  private let damage: FoundDamage
  private let room: DiskRoom
  private let faults: DiskFaults
  private let clock: WallClock
  /// Whether the room in reserve is given up, so that only a little may be written at a time.
  private var isShortOfRoom = false
  /// How long the log was when the room on the disk was looked at last.
  private var logBytesSeen = 0
  private var isClosed = false
  /// Whether nothing makes room in the log, and nothing failed to.
  private var mayExtendLog = true

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  init(
    _ writer: consuming sending StoreWriter, on executor: ThreadExecutor, queue: ChangeQueue,
    published: PublishedState, damage: FoundDamage, room: DiskRoom, faults: DiskFaults,
    clock: WallClock
  ) {
    self.executor = executor
    self.writer = writer
    self.queue = queue
    self.published = published
    self.damage = damage
    self.room = room
    self.faults = faults
    self.clock = clock
    room.hold()
    (self.writer.mostRewritten, self.writer.mostKept) = Self.mostCopied(
      room, log: self.writer.logBytes)
    self.writer.follower = published
  }

  /// Commits until the ticket is settled: mostly once, with everybody else who waits.
  func settle(_ ticket: ChangeQueue.Ticket) -> [Result<Outcome, any Error>] {
    while true {
      if let outcome = ticket.outcome { return outcome }
      let tickets = queue.take()
      guard !tickets.isEmpty else { preconditionFailure("a ticket is queued or settled") }
      let permitted = tickets.filter(isPermitted)
      if permitted.isEmpty { continue }
      var results = commit(permitted.flatMap(\.changes), followed: true)[...]
      for ticket in permitted {
        ticket.settle(Array(results.prefix(ticket.changes.count)))
        results = results.dropFirst(ticket.changes.count)
      }
    }
  }

  /// Forgets what is kept only to be quick.
  func dropCaches() { writer.dropCaches() }

  private static let closed = StorageError(
    .unavailable, cannot: "commit the change", "the store is closed")

  /// Commits changes, and with them what a follower has to add, where it takes part.
  private func commit(
    _ changes: [Change], followed isFollowed: Bool = false
  ) -> [Result<Outcome, any Error>] {
    guard !isClosed else {
      return changes.map { _ in .failure(Self.closed) }
    }
    return makingRoom(for: changes) { changes in
      // Peers are farther away: they are told before anybody here hears of it.
      let results =
        isFollowed
        ? writer.commitFollowed(changes, at: clock.now) : writer.commit(changes, at: clock.now)
      publish()
      return results
    }
  }

  /// Commits all of the changes or none.
  func commitTogether(_ changes: [Change]) throws {
    guard !isClosed else { throw Self.closed }
    // What was foretold is settled in any case.
    defer { publish() }
    let commit = { [clock] in try self.writer.commitTogether(changes, at: clock.now) }
    try changes.contains(where: \.givesRoom) ? inReservedRoom(commit) : noting(commit)
  }

  /// Lends the writer to somebody who commits by himself.
  func turn<Result: Sendable>(
    _ body: sending (inout StoreWriter) throws -> Result
  ) throws -> Result {
    guard !isClosed else { throw Self.closed }
    // What was committed before a throw is news all the same.
    defer { publish() }
    return try noting { try body(&writer) }
  }

  /// Runs what the sync rules do in one transaction, or in several that they commit themselves, with no
  /// other change in between; nothing of it is left open.
  func sync<Result: Sendable>(
    _ body: sending (inout SyncTransaction) throws -> Result
  ) throws -> Result {
    guard !isClosed else { throw Self.closed }
    try noteFoundDamage()
    // What was committed before a throw is news all the same.
    defer { publish() }
    return try noting { try writer.lend(body) }
  }

  /// The same, and then what follows once it is durable, before anybody else writes.
  func sync<Result: Sendable>(
    _ body: sending (inout SyncTransaction) throws -> Result, then end: (Result) -> Void
  ) throws {
    end(try sync(body))
  }

  /// Notes what readers found damaged, so that a session asks for it (R24).
  func noteFoundDamage() throws {
    let parts = damage.take()
    guard !parts.isEmpty, !isClosed else { return }
    do {
      try writer.lend { try $0.noteDamage(parts) }
    } catch {
      damage.add(parts)
      throw error
    }
    publish()
  }

  private func publish() {
    published.see(
      writer.snapshot(), changed: writer.takeChangedTypes(), records: writer.takeChangedRecords())
    keepLogMovable()
    if let fault = writer.takeLogFault() { faults.note(fault) }
    boundCopies()
    guard mayExtendLog, writer.isLogNearlyFull, hasMuchRoom else { return }
    mayExtendLog = false
    // Behind those who wait for this commit.
    Task { extendLog() }
  }

  private func extendLog() {
    guard !isClosed else { return }
    do {
      if hasMuchRoom { try writer.extendLog() }
      mayExtendLog = true
    } catch {
      // It is only to be quick: commits go on, and tell whoever makes them when the disk is full.
      faults.note(error)
    }
  }

  /// Forgets the tombstones that nobody waits for, unless there are peers; a closed store keeps them.
  func forgetDeletions(_ limits: NodeLimits) throws {
    guard !isClosed else { return }
    for result in commit([.forgetDeletions(limits)]) { _ = try result.get() }
  }

  /// Does one piece of the work that can wait; returns whether there is more.
  func maintain(all erasesAll: Bool) throws -> Bool {
    try inReservedRoom(where: Self.hasRoomToGive) {
      try noteFoundDamage()
      // A log that cannot be moved counts as room that is taken, below.
      if !hasMuchRoom { faults.noting { try writer.removeLog() } }
      boundCopies()
      let more = try writer.maintain(at: clock.now, keepingRemoved: hasMuchRoom && !erasesAll)
      publish()
      if more || writer.hasErasableGarbage {
        // What cannot be moved yet can be when more is erased.
        if isShortOfRoom { faults.noting { try writer.removeLog() } }
        return true
      }
      try isShortOfRoom ? writer.shrink() : writer.scrub()
      takeBackReserve()
      return false
    }
  }

  /// Takes no more changes, and leaves the proof that nothing came after.
  func close(leaving marker: CleanCloseMarker?) throws {
    isClosed = true
    try writer.checkpoint()
    // It names who wrote last, who may not go on where somebody else was to begin: nobody wrote since
    // this open, and the database may have been restored before it.
    if writer.state.nextIncarnation == nil { try marker?.leave(for: writer.state) }
  }

  /// Settles a ticket that is not permitted any more, so that no commit holds what a decision before
  /// it forbids.
  private func isPermitted(_ ticket: ChangeQueue.Ticket) -> Bool {
    do {
      try ticket.checkPermission(writer.state)
      return true
    } catch {
      ticket.settle(ticket.changes.map { _ in .failure(error) })
      return false
    }
  }

  /// Commits a user's decision for one app, whose grants nobody else changes meanwhile.
  func decide(_ decision: AccessDecision, for app: String) throws -> Outcome {
    let grants = writer.state.grants
    let changes = decision.grants { type in
      grants[StoreState.GrantKey(app: app, type: type)]?.grant ?? Grant()
    }.map { Change.setGrant($0.grant, app: app, type: $0.type) }
    var outcome = Outcome(count: 0, position: writer.state.head)
    for result in commit(changes) {
      outcome.position = try result.get().position
      outcome.count += 1
    }
    return outcome
  }
}

// What to do where the disk has little room.
extension WriterActor {
  /// From so many bytes more in the log on, the room that moving it takes is looked at again.
  private static let logStep = DiskRoom.mostReserved / 4

  /// Commits changes; where the disk is full, those that give room once more, in the room kept for that, and
  /// others once more where erasing what is deleted makes room.
  private func makingRoom(
    for changes: [Change], _ commit: ([Change]) -> [Result<Outcome, any Error>]
  ) -> [Result<Outcome, any Error>] {
    // Others fill the disk, too; what only takes room keeps no copies.
    if changes.contains(where: \.givesRoom) { boundCopies() }
    var results = commitIfRoom(changes, commit)
    let isFull = results.contains(where: Self.isShort)
    // What gives room says nothing of what takes it.
    if isFull || !changes.allSatisfy(\.givesRoom) { room.note(isFull: isFull) }
    guard isFull else { return results }
    let freeing = changes.indices.filter { changes[$0].givesRoom }
    if freeing.isEmpty {
      // What was deleted before and is not erased yet makes room for what is saved now.
      guard writer.hasRoomToGive else { return results }
      giveUpReserve()
      eraseAll()
      // Room that is not more than what is kept in reserve stays for what gives room.
      guard !isShortOfRoom else { return results }
      let short = results.indices.filter { Self.isShort(results[$0]) }
      for (index, result) in zip(short, commitIfRoom(short.map { changes[$0] }, commit)) {
        results[index] = result
      }
      room.note(isFull: results.contains(where: Self.isShort))
      return results
    }
    giveUpReserve()
    for (index, result) in zip(freeing, commit(freeing.map { changes[$0] })) {
      let isTooMuch = Self.isShort(result) && changes[index].deletesSamples
      results[index] = isTooMuch ? .failure(StorageError.noRoomToDelete) : result
    }
    eraseAll()
    return results
  }

  /// Commits changes if there is room for them in the log, and then in the database.
  ///
  /// Without that the log could not be moved, and nothing be erased. Changes weigh more in memory than on the disk: where
  /// that is too much, the database says whether there is room.
  private func commitIfRoom(
    _ changes: [Change], _ commit: ([Change]) -> [Result<Outcome, any Error>]
  ) -> [Result<Outcome, any Error>] {
    let weight = changes.reduce(0) { $0 + $1.weight }
    let isLight = weight <= Self.logStep || room.free >= 2 * weight + writer.logBytes
    if isLight { return commit(changes) }
    faults.noting { try writer.removeLog() }
    // A reader may keep the log from being removed; moving it takes as much room as it has.
    let room = room.free - writer.logBytes - Self.logStep
    guard room > 0 else { return changes.map { _ in .failure(StorageError.noRoom) } }
    writer.mostRewritten = 0
    faults.noting { try writer.boundGrowth(within: room) }
    let results = commit(changes)
    faults.noting { try writer.boundGrowth(within: .max) }
    boundCopies()
    // Some of what did not fit is in the log.
    if results.contains(where: Self.isShort) { faults.noting { try writer.removeLog() } }
    return results
  }

  /// Whether nobody needs to count what is left: otherwise a log that is longer than it has to be takes the very
  /// room that moving it needs.
  private var hasMuchRoom: Bool { room.free >= Self.muchRoom }
  private static let muchRoom = 4 * DiskRoom.mostReserved

  /// Says how many bytes of samples merges may write anew, and deletions may keep.
  ///
  /// They go to the log, and once more to where the database is made longer; as much again is for all that refers
  /// to them. More would leave no room to move the log, and with that none to delete anything.
  private func boundCopies() {
    (writer.mostRewritten, writer.mostKept) = Self.mostCopied(room, log: writer.logBytes)
  }

  private static func mostCopied(_ room: DiskRoom, log bytes: Int) -> (merges: Int, kept: Int) {
    let free = room.free
    let rest = max(0, free - bytes)
    return (free >= muchRoom ? .max : rest / 3, max(0, rest - DiskRoom.mostReserved) / 3)
  }

  /// Erases as much as can be now; what was deleted stays deleted, however much that is.
  private func eraseAll() {
    do { while try maintain(all: false) {} } catch { faults.note(error) }
    takeBackReserve()
  }

  private static func isShort(_ result: Result<Outcome, any Error>) -> Bool {
    if case .failure(let error) = result { DiskRoom.isShort(error) } else { false }
  }

  /// Runs what gives room; where the disk is full, once more in the room kept for that.
  private func inReservedRoom<Result>(
    where givesRoom: (borrowing StoreWriter) -> Bool = { _ in true }, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try noting(provesRoom: false, body)
    } catch  where DiskRoom.isShort(error) {
      guard givesRoom(writer) else { throw error }
      giveUpReserve()
      return try noting(provesRoom: false, body)
    }
  }

  private static func hasRoomToGive(_ writer: borrowing StoreWriter) -> Bool {
    writer.hasRoomToGive
  }

  /// Notes how something went; what gives room says nothing of what takes it.
  private func noting<Result>(
    provesRoom: Bool = true, _ body: () throws -> Result
  ) throws -> Result {
    do {
      let result = try body()
      if provesRoom { room.note(isFull: false) }
      return result
    } catch {
      if DiskRoom.isShort(error) { room.note(isFull: true) }
      throw StorageError.naming(error)
    }
  }

  private func giveUpReserve() {
    room.giveUp()
    isShortOfRoom = true
    // Where the database cannot take it all, what follows says so.
    faults.noting { try writer.spareRoom(true) }
    faults.noting { try writer.removeLog() }
  }

  private func takeBackReserve() {
    room.hold()
    guard isShortOfRoom, room.isHeld else { return }
    do {
      try writer.spareRoom(false)
      isShortOfRoom = false
    } catch {
      // It goes on as before, and tries again after what comes next.
      faults.note(error)
    }
  }

  /// Moves the log into the database before it is longer than the room there would be for that.
  private func keepLogMovable() {
    let bytes = writer.logBytes
    if bytes < logBytesSeen { logBytesSeen = 0 }
    guard bytes >= logBytesSeen + Self.logStep else { return }
    logBytesSeen = bytes
    // What comes until the next look has to find room as well. Where it fails, that is tried again then.
    if room.free < bytes + 2 * DiskRoom.mostReserved { faults.noting { try writer.moveLog() } }
  }
}

extension Change {
  fileprivate var deletesSamples: Bool {
    switch self {
    case .delete, .undoImport: true
    default: false
    }
  }

  /// Whether it gives back more room than it takes, in the end.
  fileprivate var givesRoom: Bool {
    switch self {
    case .delete, .prune, .dropTombstones, .forgetDeletions, .unsubscribe, .eraseHistory,
      .undoImport:
      true
    case .save, .replace, .subscribe, .acknowledge, .setCutoff, .setGrant, .setRecord,
      .setNodeRecord, .noteAudit, .noteExport, .noteImport, .undo:
      false
    }
  }
}
