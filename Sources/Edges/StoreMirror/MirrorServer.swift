internal import HealthModel
internal import PostgresCore
internal import SystemCore

/// The one connection of a mirror to its database, on a thread of its own.
///
/// A mirror of a subject begins with a new epoch, and every transaction of it asks for that epoch: whoever was there
/// before changes nothing any more. What it brings is committed with the place in the store's log that it reaches.
actor MirrorServer {
  /// Where a subject's mirror stands.
  struct Place: Hashable, Sendable {
    var epoch: Int64
    /// The anchor of the store's log, as text; empty before the first.
    var anchor: String
  }

  private let executor = ThreadExecutor(label: "dyad.mirror")
  private let address: String
  private let subjectName: String
  private let spread: Int
  private var connection: PostgresConnection?
  private(set) var subject = SampleUUID(high: 0, low: 0)
  private var epoch: Int64?
  private var names = MirrorNames()
  private var months: Set<Int> = []
  private var parts = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

  /// - Parameters:
  ///   - address: Of the database, as libpq reads it.
  ///   - subject: Whose samples these are.
  ///   - spread: Among how many parts the samples of all subjects are spread, where the tables are made.
  init(_ address: String, subject: String, spread: Int) {
    self.address = address
    subjectName = subject
    self.spread = spread
  }

  /// Connects anew, and sees where the mirror stands.
  ///
  /// - Parameter takesOver: Whether this mirror begins; otherwise it goes on.
  /// - Returns: Where it stands.
  /// - Throws: `MirrorFailure` where another one has taken over; what the server says.
  func open(takingOver takesOver: Bool) throws -> Place {
    close()
    var fresh = try PostgresConnection(address)
    do {
      try MirrorSchema.prepare(fresh, spread: spread)
    } catch let error as PostgresError where error.code == .duplicate {
      // Somebody else makes the same tables: they are there now, or will be told of.
      fresh = try PostgresConnection(address)
      try MirrorSchema.prepare(fresh, spread: spread)
    }
    let known = try fresh.rows(
      "SELECT max(spread) FROM dyad.schema_version", to: "read the version of the tables")
    parts = known.first?.first?.flatMap { Int($0) } ?? 0
    if takesOver { try Self.makeSubject(named: subjectName, fresh) }
    guard let subject = try Self.subject(named: subjectName, fresh) else { throw Self.takenOver }
    self.subject = subject
    names = try MirrorNames(of: subject, fresh)
    months = []
    let place = try takesOver ? begin(fresh) : standing(fresh)
    guard let place, takesOver || place.epoch == epoch else { throw Self.takenOver }
    epoch = place.epoch
    connection = consume fresh
    return place
  }

  /// Connects to read alone: no mirror that runs hears of it.
  ///
  /// - Throws: `MirrorFailure` where the database has no such subject; what the server says.
  func look() throws {
    let fresh = try PostgresConnection(address)
    let isBegun = try MirrorSchema.isBegun(fresh)
    guard let subject = try isBegun ? Self.subject(named: subjectName, fresh) : nil else {
      throw MirrorFailure(
        "find the subject in the database: there is none of that name",
        advice: "'SELECT name FROM dyad.subjects' lists them; 'dyad mirror' makes one.")
    }
    self.subject = subject
    names = try MirrorNames(of: subject, fresh)
    connection = consume fresh
  }

  /// Ends the connection.
  func close() { connection = nil }

  /// Applies changes and moves the mirror's place, all in one transaction.
  ///
  /// - Parameters:
  ///   - batch: What happened.
  ///   - old: Where the mirror stands.
  ///   - new: Where it stands afterwards; `nil` where it stays.
  ///   - replaces: Whether samples that are there already are replaced.
  /// - Returns: Whether that was done: otherwise it stands elsewhere.
  /// - Throws: What the server says; nothing holds then, unless the connection is lost.
  func apply(
    _ batch: MirrorBatch, from old: String, to new: String?, replacing replaces: Bool = false
  ) throws -> Bool {
    try makeMonths(batch.months)
    return try transaction { connection, names in
      guard try move(from: old, to: new, connection) else { return false }
      var gone = batch.deleted
      if replaces { gone += batch.uuids }
      try delete(gone, connection)
      let rows = try batch.rows(of: subject, &names, connection)
      guard rows.count > 0 else { return true }
      try connection.copy(
        "COPY dyad.samples FROM STDIN (FORMAT binary)", rows.bytes, to: "copy samples")
      return true
    }
  }

  /// Of some samples those that the mirror has.
  func known(_ uuids: [SampleUUID]) throws -> Set<SampleUUID> {
    let rows = try use { connection in
      try connection.rows(
        "SELECT uuid FROM dyad.samples WHERE subject = $1::uuid AND uuid = ANY ($2::uuid[])",
        [subject.description, Self.list(uuids)], to: "look samples up")
    }
    return Set(rows.compactMap { $0.first?.flatMap { SampleUUID($0) } })
  }

  /// Whether the mirror has any sample of the subject.
  func isEmpty() throws -> Bool {
    try use { connection in
      try connection.rows(
        "SELECT 1 FROM dyad.samples WHERE subject = $1::uuid LIMIT 1", [subject.description],
        to: "look for samples"
      ).isEmpty
    }
  }

  /// Goes through all samples of the subject.
  ///
  /// - Parameters:
  ///   - columns: Of the table of samples.
  ///   - take: Gets each row, its cells in that order.
  /// - Throws: What the server says, or what `take` throws.
  func forEachSample(_ columns: String, _ take: (inout CopyRow) throws -> Void) throws {
    try use { connection in
      try connection.copyOut(
        """
        COPY (SELECT \(columns) FROM dyad.samples WHERE subject = '\(subject)')
        TO STDOUT (FORMAT binary)
        """, to: "read samples"
      ) { bytes in
        guard var row = CopyRow(bytes) else { return }
        try take(&row)
      }
    }
  }

  /// The types in the tables.
  func types() -> [ObjectType: MirrorNames.NamedType] { names.types }

  /// The samples of a type that follow a place, as runs.
  ///
  /// - Parameters:
  ///   - type: Of the samples.
  ///   - place: After which they are; `nil` for the first ones.
  ///   - limit: How many.
  /// - Returns: Them, and where they end; `nil` after the last.
  /// - Throws: `MirrorFailure` where a row is none that a mirror wrote.
  func samples(
    of type: ObjectType, after place: MirrorRows.Place?, limit: Int
  ) throws -> (runs: [SampleRun], next: MirrorRows.Place?) {
    guard let named = names.types[type] else { return ([], nil) }
    var rows = MirrorRows(type, names)
    let after =
      place.map {
        """
        AND (start_at, uuid) > (timestamptz '2000-01-01 00:00:00+00'
          + \($0.moment) * interval '1 microsecond', '\($0.uuid)'::uuid)
        """
      } ?? ""
    try use { connection in
      try connection.copyOut(
        """
        COPY (SELECT start_at, uuid, end_at, value, given, unit, source, device, raw
          FROM dyad.samples WHERE subject = '\(subject)' AND type = \(named.number) \(after)
          ORDER BY start_at, uuid LIMIT \(limit)) TO STDOUT (FORMAT binary)
        """, to: "read samples"
      ) { bytes in
        guard var row = CopyRow(bytes) else { return }
        try rows.add(&row)
      }
    }
    return (try rows.runs(), rows.count < limit ? nil : rows.last)
  }

  /// Erases everything of the subject.
  ///
  /// - Returns: How many samples that were.
  func forget() throws -> Int {
    try transaction { connection, _ in
      let values = [subject.description]
      let operation = "erase the subject"
      // First, so that a mirror that runs changes nothing any more.
      try connection.run(
        "DELETE FROM dyad.positions WHERE subject = $1::uuid", values, to: operation)
      let count = try connection.run(
        "DELETE FROM dyad.samples WHERE subject = $1::uuid", values, to: operation)
      for table in ["sources", "devices", "subjects"] {
        try connection.run(
          "DELETE FROM dyad.\(table) WHERE subject = $1::uuid", values, to: operation)
      }
      return count
    }
  }

  private static let takenOver = MirrorFailure(
    "go on: another mirror of this subject has begun, or it was erased",
    advice: "One mirror follows a subject; end the other one, or use another --subject.")

  private static func makeSubject(
    named name: String, _ connection: borrowing PostgresConnection
  ) throws {
    var entropy = Entropy()
    let fresh = SampleUUID(high: entropy.next(), low: entropy.next())
    try connection.run(
      "INSERT INTO dyad.subjects VALUES ($1::uuid, $2) ON CONFLICT DO NOTHING",
      [fresh.description, name], to: "name the subject")
  }

  private static func subject(
    named name: String, _ connection: borrowing PostgresConnection
  ) throws -> SampleUUID? {
    try connection.rows(
      "SELECT subject FROM dyad.subjects WHERE name = $1", [name], to: "look the subject up"
    ).first?.first?.flatMap { SampleUUID($0) }
  }

  private func begin(_ connection: borrowing PostgresConnection) throws -> Place? {
    let operation = "begin to mirror"
    try connection.run(
      """
      INSERT INTO dyad.positions VALUES ($1::uuid, 0, '', now()) ON CONFLICT DO NOTHING
      """, [subject.description], to: operation)
    try connection.run(
      "UPDATE dyad.positions SET epoch = epoch + 1 WHERE subject = $1::uuid",
      [subject.description], to: operation)
    return try standing(connection)
  }

  private func standing(_ connection: borrowing PostgresConnection) throws -> Place? {
    let rows = try connection.rows(
      "SELECT epoch, anchor FROM dyad.positions WHERE subject = $1::uuid", [subject.description],
      to: "read where the mirror stands")
    guard let row = rows.first, let epoch = row[0].flatMap({ Int64($0) }), let anchor = row[1]
    else { return nil }
    return Place(epoch: epoch, anchor: anchor)
  }

  /// The first statement of each transaction: it lets one mirror through, and each batch once.
  private func move(
    from old: String, to new: String?, _ connection: borrowing PostgresConnection
  ) throws -> Bool {
    let count = try connection.run(
      """
      UPDATE dyad.positions SET anchor = coalesce($4, anchor), told_at = now()
      WHERE subject = $1::uuid AND epoch = $2::bigint AND anchor = $3
      """, [subject.description, epoch.map { String($0) }, old, new], to: "move the mirror's place")
    return count == 1
  }

  private func delete(_ uuids: [SampleUUID], _ connection: borrowing PostgresConnection) throws {
    var place = 0
    while place < uuids.count {
      let piece = Array(uuids[place..<min(place + Self.mostUUIDs, uuids.count)])
      try connection.run(
        "DELETE FROM dyad.samples WHERE subject = $1::uuid AND uuid = ANY ($2::uuid[])",
        [subject.description, Self.list(piece)], to: "delete samples")
      place += piece.count
    }
  }

  /// As many as one statement names.
  private static let mostUUIDs = 10_000

  private static func list(_ uuids: [SampleUUID]) -> String {
    "{\(uuids.map(\.description).joined(separator: ","))}"
  }

  private func makeMonths(_ wanted: Set<Int>) throws {
    let missing = wanted.subtracting(months)
    guard parts > 0, !missing.isEmpty else { return }
    try use { connection in
      for month in missing.sorted() {
        do {
          try MirrorSchema.makeMonth(month, parts: parts, connection)
        } catch let error as PostgresError where error.code == .duplicate {
          // Another mirror made it at the same moment.
        }
      }
    }
    months.formUnion(missing)
  }

  private func transaction<Result>(
    _ body: (borrowing PostgresConnection, inout MirrorNames) throws -> Result
  ) throws -> Result {
    var draft = names
    let result = try use { connection in
      try connection.run("BEGIN", to: "begin a transaction")
      do {
        let result = try body(connection, &draft)
        try connection.run("COMMIT", to: "commit")
        return result
      } catch {
        // A connection that is lost has none open.
        if connection.isInTransaction { _ = try? connection.run("ROLLBACK", to: "roll back") }
        throw error
      }
    }
    names = draft
    return result
  }

  private func use<Result>(
    _ body: (borrowing PostgresConnection) throws -> Result
  ) throws -> Result {
    guard let taken = connection.take() else { throw MirrorFailure.closed }
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try body(taken))
    } catch {
      result = .failure(error)
    }
    connection = consume taken
    return try result.get()
  }
}

extension MirrorFailure {
  fileprivate static let closed = MirrorFailure(
    "use the mirror: there is no connection", advice: "Try again.")
}
