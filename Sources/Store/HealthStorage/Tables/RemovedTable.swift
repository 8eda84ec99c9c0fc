internal import HealthCodec
package import HealthModel
package import SQLiteCore

/// Samples that were deleted within the last day.
package struct RemovedTable: ~Copyable {
  private var insert: Statement
  private var list: Statement
  private var sums: Statement
  private var find: Statement
  private var fetch: Statement
  private var fetchOld: Statement
  private var remove: Statement
  private var removeStray: Statement

  /// How many samples rows say that they hold.
  ///
  /// A hostile backup can state any number. `sum` would fail with an overflow, and so would code that adds the results.
  private static let count = "CAST(max(0, min(total(samples), 1e12)) AS INTEGER)"
  /// As many deletions as are listed.
  private static let mostListed = 1_000

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      """
      INSERT INTO removed (act, at, kind, who, type, samples, has_documents, body, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, persistent: true)
    let list = try connection.prepare(
      """
      SELECT act, min(at), kind, who, identifier, \(Self.count)
      FROM removed JOIN type ON type.id = removed.type
      GROUP BY act, type ORDER BY act DESC
      """, persistent: true)
    // The index alone answers it.
    let sums = try connection.prepare(
      """
      SELECT who, \(Self.count) FROM removed INDEXED BY removed_by_peer
      WHERE kind = 2 AND at BETWEEN ?1 AND ?2
        AND type IS NOT (SELECT id FROM type WHERE identifier = ?3)
      GROUP BY who
      """, persistent: true)
    let find = try connection.prepare(
      "SELECT EXISTS (SELECT 1 FROM removed WHERE act = ?1)", persistent: true)
    let fetch = try connection.prepare(
      "SELECT \(Self.columns) FROM removed WHERE act = ?1 ORDER BY id", persistent: true)
    // A clock that was set back keeps nothing for longer.
    let fetchOld = try connection.prepare(
      """
      SELECT \(Self.columns) FROM removed
      WHERE at NOT BETWEEN ?1 AND ?2 ORDER BY id LIMIT 64
      """, persistent: true)
    let remove = try connection.prepare("DELETE FROM removed WHERE id = ?1", persistent: true)
    // What waits for a row that was damaged.
    let removeStray = try connection.prepare(
      """
      DELETE FROM document_piece
      WHERE ordinal < 0 AND NOT EXISTS (SELECT 1 FROM removed WHERE has_documents = 1)
      """, persistent: true)
    self.insert = insert
    self.list = list
    self.sums = sums
    self.find = find
    self.fetch = fetch
    self.fetchOld = fetchOld
    self.remove = remove
    self.removeStray = removeStray
  }

  /// Keeps a run of rows, with the number that its type has here; returns how many bytes that takes.
  mutating func insert(
    _ run: SampleRun, type: Int64, of act: Int64, by actor: Removal.Actor, at now: Double
  ) throws -> Int {
    let body = try run.encoded()
    let values: [SQLValue] = [
      .integer(act), .number(now), .integer(actor.kind), .text(actor.who), .integer(type),
      .integer(Int64(run.count)), .integer(run.documents.isEmpty ? 0 : 1),
    ]
    for (index, value) in values.enumerated() { try insert.bind(value, at: index + 1) }
    try insert.bind(body, at: 8)
    try insert.bind(Checksum.of(body) ^ RowChecksum.of(values), at: 9)
    try insert.run()
    return body.count
  }

  /// What can be taken back, the latest first, and no more than the last thousand.
  package mutating func list(since: Double, until: Double) throws(SQLiteError) -> [Removal] {
    defer { list.reset() }
    var removals: [Removal] = []
    while try list.step() {
      let (id, at) = (list.integer(at: 0), list.double(at: 1))
      guard (since...until).contains(at),
        let actor = Removal.Actor(kind: list.integer(at: 2), who: try list.text(at: 3))
      else { continue }
      let type = ObjectType(try list.text(at: 4))
      if removals.last?.id != id {
        guard removals.count < Self.mostListed else { break }
        removals.append(Removal(id: id, at: at, actor: actor, counts: [:]))
      }
      // What ties samples to a workout goes with it, and is none of a person's.
      guard type != .association else { continue }
      removals[removals.count - 1].counts[type] = Int(list.integer(at: 5))
    }
    return removals
  }

  /// How many samples each peer deleted.
  package mutating func countsOfPeers(
    since: Double, until: Double
  ) throws(SQLiteError) -> [DeviceID: Int] {
    try sums.bind(since, at: 1)
    try sums.bind(until, at: 2)
    try sums.bind(ObjectType.association.identifier, at: 3)
    defer { sums.reset() }
    var counts: [DeviceID: Int] = [:]
    while try sums.step() {
      if let peer = DeviceID(try sums.text(at: 0)) { counts[peer] = Int(sums.integer(at: 1)) }
    }
    return counts
  }

  /// Whether anything is left of a deletion.
  package mutating func holds(_ act: Int64) throws(SQLiteError) -> Bool {
    try find.bind(act, at: 1)
    defer { find.reset() }
    return try find.step() && find.integer(at: 0) != 0
  }

  /// The first rows of a deletion, so many samples and one run more at the most.
  ///
  /// - Returns: The numbers of the rows, what is in those that are not damaged, and who deleted that.
  mutating func rows(
    of act: Int64, atMost samples: Int64
  ) throws -> (ids: [Int64], runs: [SampleRun], actor: Removal.Actor?) {
    try fetch.bind(act, at: 1)
    defer { fetch.reset() }
    var (ids, runs, count): ([Int64], [SampleRun], Int64) = ([], [], 0)
    var actor: Removal.Actor?
    while count < samples, try fetch.step() {
      ids.append(fetch.integer(at: 0))
      guard let run = try Self.run(fetch) else { continue }
      runs.append(run)
      count += Int64(run.count)
      actor = Removal.Actor(kind: fetch.integer(at: 3), who: try fetch.text(at: 4))
    }
    return (ids, runs, actor)
  }

  /// Forgets some rows from before `since` or after `until`.
  ///
  /// - Returns: How many, and the documents of which pieces wait with them.
  mutating func forget(
    before since: Double, orAfter until: Double
  ) throws -> (count: Int, documents: [SampleUUID]) {
    try fetchOld.bind(since, at: 1)
    try fetchOld.bind(until, at: 2)
    let rows = try Self.rows(&fetchOld)
    try remove(rows.ids)
    if rows.hasDocuments { try removeStray.run() }
    return (rows.ids.count, rows.documents)
  }

  /// Forgets a deletion; returns the documents of which pieces wait with it.
  mutating func forget(act: Int64) throws -> [SampleUUID] {
    try fetch.bind(act, at: 1)
    let rows = try Self.rows(&fetch)
    try remove(rows.ids)
    return rows.documents
  }

  private static func rows(
    _ statement: inout Statement
  ) throws -> (ids: [Int64], documents: [SampleUUID], hasDocuments: Bool) {
    defer { statement.reset() }
    var rows: (ids: [Int64], documents: [SampleUUID], hasDocuments: Bool) = ([], [], false)
    while try statement.step() {
      rows.ids.append(statement.integer(at: 0))
      guard statement.integer(at: 7) != 0 else { continue }
      rows.hasDocuments = true
      rows.documents += try run(statement)?.documents ?? []
    }
    return rows
  }

  mutating func remove(_ ids: [Int64]) throws(SQLiteError) {
    for id in ids {
      try remove.bind(id, at: 1)
      try remove.run()
    }
  }

  /// Takes all of it out of a copy of the store, which nobody else has open.
  package static func erase(inCopyAt path: String) throws(SQLiteError) {
    let connection = try Connection(path: path, mode: .readWrite)
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM removed)") == 1 else { return }
    // Nobody needs the copy before it is whole.
    try connection.execute(
      """
      PRAGMA journal_mode = MEMORY;
      PRAGMA synchronous = OFF;
      PRAGMA secure_delete = ON;
      BEGIN;
      DELETE FROM document_piece WHERE ordinal < 0;
      DELETE FROM removed;
      COMMIT;
      PRAGMA incremental_vacuum;
      """)
  }

  /// The columns that `run` reads: the checksum is of those before it but the first, and of the body.
  private static let columns =
    "id, act, at, kind, who, type, samples, has_documents, checksum, body"

  /// The samples of the current row; `nil` where it is damaged.
  private static func run(_ row: borrowing Statement) throws(SQLiteError) -> SampleRun? {
    var values: [SQLValue] = []
    for index in 1...7 { values.append(try row.value(at: index)) }
    let body = try row.blob(at: 9)
    guard Checksum.of(body) ^ RowChecksum.of(values) == row.integer(at: 8) else { return nil }
    return try? SampleRun(decoding: body, limits: .stored)
  }
}

extension SampleRun {
  /// The documents among its rows.
  fileprivate var documents: [SampleUUID] {
    guard case .objects(let bodies) = payload else { return [] }
    return zip(uuids, bodies).compactMap { uuid, body in
      if case .document = body { uuid } else { nil }
    }
  }
}

extension Removal.Actor {
  fileprivate var kind: Int64 {
    switch self {
    case .owner: 0
    case .app: 1
    case .peer: 2
    case .undoneImport: 3
    }
  }

  fileprivate var who: String {
    switch self {
    case .owner: ""
    case .undoneImport(let number): "\(number)"
    case .app(let bundleIdentifier): bundleIdentifier
    case .peer(let id): "\(id)"
    }
  }

  fileprivate init?(kind: Int64, who: String) {
    switch kind {
    case 0: self = .owner
    case 1: self = .app(who)
    case 2:
      guard let id = DeviceID(who) else { return nil }
      self = .peer(id)
    case 3: self = .undoneImport(Int64(who) ?? 0)
    default: return nil
    }
  }
}
