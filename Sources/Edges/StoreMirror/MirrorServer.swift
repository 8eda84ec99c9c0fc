internal import HealthModel
internal import PostgresCore
internal import SystemCore
internal import TextFormats

/// A connection to the database of a mirror, on a thread of its own; one subject after the other may use it.
actor MirrorServer {
  private let executor = ThreadExecutor(label: "dyad.mirror")
  private let address: String
  private let spread: MirrorSpread
  private var connection: PostgresConnection?
  /// How many connections there were so far.
  private(set) var connections = 0
  /// The subject that it is about.
  var subject = SampleUUID(high: 0, low: 0)
  /// Which of the mirrors that there were of it this is.
  var epoch: Int64?
  var names = MirrorNames()
  private var months: Set<Int> = []
  private var parts = MirrorSchema.Parts()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

  /// - Parameters:
  ///   - address: Of the database, as libpq reads it.
  ///   - spread: Over what the samples of all subjects are spread, where the tables are made.
  init(_ address: String, spread: MirrorSpread = MirrorSpread()) {
    self.address = address
    self.spread = spread
  }

  /// Connects where no connection is left, and makes the tables where there are none.
  ///
  /// - Throws: `MirrorFailure` where the tables are of a newer version; what the server says.
  func connect() throws {
    if connection != nil { return }
    months = []
    let fresh = try PostgresConnection(address)
    try MirrorSchema.prepare(fresh, spread)
    parts = try MirrorSchema.Parts(fresh)
    if parts.areForeign { try MirrorSchema.makeStage(fresh) }
    names = MirrorNames()
    connections += 1
    connection = consume fresh
  }

  /// Connects to read alone: no mirror that runs hears of it.
  ///
  /// - Parameter name: The subject's.
  /// - Returns: The place of the subject's mirror; `nil` where the subject has no mirror.
  /// - Throws: `MirrorFailure` where the database has no such subject; what the server says.
  @discardableResult func look(at name: String) throws -> MirrorPlace? {
    let fresh = try PostgresConnection(address)
    let isBegun = try MirrorSchema.isPresent(fresh)
    guard let subject = try isBegun ? Self.subject(named: name, fresh) : nil else {
      throw MirrorFailure(
        "find the subject in the database: there is none of that name",
        advice: "'SELECT name FROM dyad.subjects' lists them; 'dyad mirror' makes one.")
    }
    self.subject = subject
    names = try MirrorNames(of: subject, MirrorNames(), fresh)
    let place = try MirrorPlace(of: subject, fresh)
    connection = consume fresh
    return place
  }

  /// Ends the connection.
  func close() { connection = nil }

  /// Applies changes and moves the mirror's place, all in one transaction.
  ///
  /// - Parameters:
  ///   - batch: What happened.
  ///   - days: What days come to by now, where that is told.
  ///   - old: Where the mirror stands.
  ///   - new: Where it stands afterwards.
  ///   - replaces: Whether samples that are there already are replaced.
  /// - Returns: Whether that was done: otherwise it stands elsewhere.
  /// - Throws: What the server says; nothing holds then, unless the connection is lost.
  func apply(
    _ batch: MirrorBatch, _ days: MirrorDays? = nil, from old: MirrorPlace, to new: MirrorPlace,
    replacing replaces: Bool = false
  ) throws -> Bool {
    try makeMonths(batch.months)
    return try transaction { connection, names in
      guard try move(from: old, to: new, connection) else { return false }
      var gone = batch.deleted
      if replaces { gone += batch.uuids }
      try delete(gone, from: "samples", connection)
      if new.hasDocuments { try delete(gone, from: "documents", connection) }
      let rows = try batch.rows(of: subject, &names, connection)
      if rows.count > 0 {
        let table = parts.areForeign ? MirrorSchema.stage : "dyad.samples"
        try connection.copy(
          "COPY \(table) FROM STDIN (FORMAT binary)", rows.bytes, to: "copy samples")
        if parts.areForeign {
          try connection.run("INSERT INTO dyad.samples SELECT * FROM \(table)", to: "copy samples")
        }
      }
      let documents = batch.documentRows(of: subject)
      if documents.count > 0 {
        try connection.copy(
          "COPY dyad.documents FROM STDIN (FORMAT binary)", documents.bytes, to: "copy documents")
      }
      if let days { try replace(days, connection) }
      return true
    }
  }

  private func replace(
    _ days: MirrorDays, _ connection: borrowing PostgresConnection
  ) throws {
    let operation = "tell what days come to"
    if days.stale.areAll {
      try connection.run(
        "DELETE FROM dyad.summaries WHERE subject = $1::uuid", [subject.description],
        to: operation)
    } else {
      let dates = days.stale.days.map { CivilDate(dayNumber: $0).text }.joined(separator: ",")
      try connection.run(
        "DELETE FROM dyad.summaries WHERE subject = $1::uuid AND day = ANY ($2::date[])",
        [subject.description, "{\(dates)}"], to: operation)
    }
    let rows = days.rows(of: subject)
    guard rows.count > 0 else { return }
    try connection.copy(
      "COPY dyad.summaries FROM STDIN (FORMAT binary)", rows.bytes, to: operation)
  }

  /// When some samples start and end, of those that the mirror has.
  func spans(of uuids: [SampleUUID]) throws -> [(start: Double, end: Double)] {
    var spans: [(start: Double, end: Double)] = []
    for piece in Self.pieces(of: uuids) {
      let rows = try use { connection in
        try connection.rows(
          """
          SELECT CAST(extract(epoch FROM start_at) AS float8), CAST(extract(epoch FROM end_at) AS float8)
          FROM dyad.samples WHERE subject = $1::uuid AND uuid = ANY ($2::uuid[])
          """, [subject.description, Self.list(piece)], to: "look samples up")
      }
      for row in rows {
        guard let start = row[0].flatMap({ Double($0) }), let end = row[1].flatMap({ Double($0) })
        else { continue }
        spans.append((start - Instant.secondsFrom1970, end - Instant.secondsFrom1970))
      }
    }
    return spans
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
        COPY (SELECT \(columns) FROM dyad.samples s WHERE subject = '\(subject)')
        TO STDOUT (FORMAT binary)
        """, to: "read samples"
      ) { bytes in
        guard var row = CopyRow(bytes) else { return }
        try take(&row)
      }
    }
  }

  /// The bytes of a document; `nil` where they are not there.
  func document(_ uuid: SampleUUID) throws -> [UInt8]? {
    var document: [UInt8]?
    try use { connection in
      try connection.copyOut(
        """
        COPY (SELECT bytes FROM dyad.documents WHERE subject = '\(subject)' AND uuid = '\(uuid)')
        TO STDOUT (FORMAT binary)
        """, to: "read a document"
      ) { bytes in
        guard var row = CopyRow(bytes) else { return }
        document = row.cell().map(Array.init)
      }
    }
    return document
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

  private func delete(
    _ uuids: [SampleUUID], from table: String, _ connection: borrowing PostgresConnection
  ) throws {
    for piece in Self.pieces(of: uuids) {
      try connection.run(
        "DELETE FROM dyad.\(table) WHERE subject = $1::uuid AND uuid = ANY ($2::uuid[])",
        [subject.description, Self.list(piece)], to: "delete \(table)")
    }
  }

  private static func pieces(of uuids: [SampleUUID]) -> [[SampleUUID]] {
    stride(from: 0, to: uuids.count, by: mostUUIDs).map {
      Array(uuids[$0..<min($0 + mostUUIDs, uuids.count)])
    }
  }

  /// As many as one statement names.
  private static let mostUUIDs = 10_000

  private static func list(_ uuids: [SampleUUID]) -> String {
    "{\(uuids.map(\.description).joined(separator: ","))}"
  }

  private func makeMonths(_ wanted: Set<Int>) throws {
    let missing = wanted.subtracting(months)
    guard parts.count > 0, !missing.isEmpty else { return }
    try use { connection in
      for month in missing.sorted() { try MirrorSchema.makeMonth(month, parts, connection) }
    }
    months.formUnion(missing)
  }

  func transaction<Result>(
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

  /// Lends the connection; one that is lost, or in the middle of something, is let go of.
  func use<Result>(
    _ body: (borrowing PostgresConnection) throws -> Result
  ) throws -> Result {
    guard let taken = connection.take() else { throw MirrorFailure.closed }
    do {
      let result = try body(taken)
      connection = consume taken
      return result
    } catch {
      if (error as? PostgresError)?.code != .lost, !taken.isInTransaction {
        connection = consume taken
      }
      throw error
    }
  }
}

extension MirrorFailure {
  fileprivate static let closed = MirrorFailure(
    "use the mirror: there is no connection", advice: "Try again.")
}
