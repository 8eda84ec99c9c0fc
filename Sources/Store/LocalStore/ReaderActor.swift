internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SystemCore

/// Owns one reading connection, on a thread of its own.
actor ReaderActor {
  private let executor: ThreadExecutor
  private var reader: StoreReader
  private let damage: FoundDamage

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.unowned
  }

  init(
    _ reader: consuming sending StoreReader, on executor: ThreadExecutor, damage: FoundDamage
  ) {
    self.executor = executor
    self.reader = reader
    self.damage = damage
  }

  func cursor(
    _ query: SampleQuery, seeing visibility: Visibility, in snapshot: Snapshot
  ) throws -> SampleCursor {
    try reading { try SampleCursor(query, seeing: visibility, in: snapshot, from: &$0.tables) }
  }

  /// Goes on with a query for some milliseconds.
  ///
  /// - Parameters:
  ///   - cursor: Where it is.
  ///   - rows: As many samples are enough.
  /// - Returns: What comes next, the last of it a failure where there was one, and where the query is then.
  /// - Throws: Where nothing can be read of it.
  func steps(
    _ cursor: consuming SampleCursor, for rows: Int
  ) throws -> (steps: [Result<ReadStep<SampleRun>, any Error>], cursor: SampleCursor) {
    var cursor = consume cursor
    let steps = try reading { try cursor.steps(from: &$0.tables, for: rows) }
    return (steps.map { $0.mapError { StorageError.naming($0) } }, cursor)
  }

  func changes(
    _ query: ChangeQuery, as access: ChangeReader.Access, in snapshot: Snapshot
  ) throws -> ChangePage {
    if snapshot.isForetold { return try readingAhead(query, as: access, in: snapshot) }
    return try reading { reader in
      try ChangeReader(query, as: access, in: snapshot, from: &reader.tables)
        .page(from: &reader.tables)
    }
  }

  /// What cannot be read yet is not damaged.
  private func readingAhead(
    _ query: ChangeQuery, as access: ChangeReader.Access, in snapshot: Snapshot
  ) throws -> ChangePage {
    defer { _ = reader.takeDamage() }
    do {
      return try ChangeReader(query, as: access, in: snapshot, from: &reader.tables)
        .page(from: &reader.tables)
    } catch {
      throw StorageError.naming(error)
    }
  }

  /// Finds sources, a step at a time, so that other readers have their turns.
  func sources(
    of type: ObjectType, where predicate: Predicate, seeing visibility: Visibility = .everything,
    in snapshot: Snapshot
  ) async throws -> [Source] {
    var search = try reading {
      try SourceSearch(
        of: type, where: predicate, seeing: visibility, in: snapshot, from: &$0.tables)
    }
    while try reading({ try search.advance(from: &$0.tables) }) {
      try Task.checkCancellation()
      await Task.yield()
    }
    return search.sources
  }

  /// Begins to work statistics out.
  func statistics(
    _ query: StatisticsQuery, by order: SourceOrder, seeing visibility: Visibility,
    in snapshot: Snapshot
  ) throws -> StatisticsReader {
    try reading {
      try StatisticsReader(query, by: order, seeing: visibility, in: snapshot, from: &$0.tables)
    }
  }

  /// Goes on with statistics for some milliseconds.
  func step(
    _ answer: consuming StatisticsReader
  ) throws -> (ReadStep<[Statistics]>, StatisticsReader) {
    var answer = consume answer
    let goesOn = try reading { try answer.advance(from: &$0.tables) }
    let found = answer.takeStatistics()
    return (found.isEmpty ? (goesOn ? .goesOn : .end) : .value(found), answer)
  }

  func document(
    _ uuid: SampleUUID, piece: Int, latest: @Sendable () -> Snapshot
  ) throws -> [UInt8]? {
    try reading { try $0.tables.documentPiece(piece, of: uuid, latest: latest) }
  }

  func record(_ key: String) throws -> [UInt8]? {
    try reading { try $0.tables.state.record(key) }
  }

  func nodeRecord(_ key: String) throws -> [UInt8]? {
    do {
      return try reader.tables.node.record(key)
    } catch let error as SQLiteError {
      throw StorageError(error)
    }
  }

  func audit(latest count: Int) throws -> [AuditEntry] {
    do {
      return try reader.tables.node.audit(latest: count)
    } catch {
      throw StorageError(error)
    }
  }

  func deletedMarks(after place: Int64) throws -> (marks: [ImportMark], next: Int64?) {
    do {
      let page = try reader.tables.imports.marks(after: place)
      return (page.marks, page.next)
    } catch {
      throw StorageError(error)
    }
  }

  func takenExport(_ sum: Int64) throws -> TakenExport? {
    do {
      return try reader.tables.imports.export(sum)
    } catch {
      throw StorageError(error)
    }
  }

  func removals(since: Double, until: Double) throws -> [Removal] {
    do {
      return try reader.tables.removed.list(since: since, until: until)
    } catch {
      throw StorageError(error)
    }
  }

  func deletedByPeers(since: Double, until: Double) throws -> [DeviceID: Int] {
    do {
      return try reader.tables.removed.countsOfPeers(since: since, until: until)
    } catch {
      throw StorageError(error)
    }
  }

  func holds(_ removal: Int64) throws -> Bool {
    do {
      return try reader.tables.removed.holds(removal)
    } catch {
      throw StorageError(error)
    }
  }

  func imports() throws -> [ImportNote] {
    do {
      return try reader.tables.imports.notes()
    } catch {
      throw StorageError(error)
    }
  }

  /// Forgets what is in memory of a history that is erased in `snapshot`.
  func forgetErased(by snapshot: Snapshot) {
    reader.tables.forgetErased(by: snapshot)
  }

  /// Forgets what is kept only to be quick.
  func dropCaches() { reader.dropCaches() }

  func verify(
    _ snapshot: Snapshot, _ progress: @Sendable (Int) -> Void
  ) throws -> VerificationReport {
    try reading { try $0.verify(snapshot, progress) }
  }

  /// Reads; the writer hears of what turns out to be damaged, and whoever asked gets a `StorageError` for any fault of
  /// the file.
  private func reading<Result>(_ body: (inout StoreReader) throws -> Result) throws -> Result {
    defer {
      let parts = reader.takeDamage()
      if !parts.isEmpty { damage.add(parts) }
    }
    do { return try body(&reader) } catch { throw StorageError.naming(error) }
  }
}
