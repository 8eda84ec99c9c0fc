internal import HealthCodec
package import HealthModel
package import SQLiteCore

/// Samples that were deleted within the last day.
package struct RemovedTable: ~Copyable {
  private var insert: Statement
  private var list: Statement
  private var fetch: Statement
  private var fetchOld: Statement
  private var fetchDocuments: Statement
  private var remove: Statement
  private var removeAct: Statement

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      """
      INSERT INTO removed (act, at, kind, who, type, samples, has_documents, body, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """, persistent: true)
    let list = try connection.prepare(
      """
      SELECT act, min(at), kind, who, identifier, sum(samples)
      FROM removed JOIN type ON type.id = removed.type
      GROUP BY act, type ORDER BY act DESC
      """, persistent: true)
    let fetch = try connection.prepare(
      "SELECT body, checksum FROM removed WHERE act = ?1 ORDER BY id", persistent: true)
    // A clock that was set back keeps nothing for longer.
    let fetchOld = try connection.prepare(
      """
      SELECT id, has_documents, body, checksum FROM removed
      WHERE at NOT BETWEEN ?1 AND ?2 ORDER BY id LIMIT 64
      """, persistent: true)
    let fetchDocuments = try connection.prepare(
      "SELECT body, checksum FROM removed WHERE has_documents = 1", persistent: true)
    let remove = try connection.prepare("DELETE FROM removed WHERE id = ?1", persistent: true)
    let removeAct = try connection.prepare("DELETE FROM removed WHERE act = ?1", persistent: true)
    self.insert = insert
    self.list = list
    self.fetch = fetch
    self.fetchOld = fetchOld
    self.fetchDocuments = fetchDocuments
    self.remove = remove
    self.removeAct = removeAct
  }

  /// Keeps a run of rows, with the number that its type has here.
  mutating func insert(
    _ run: SampleRun, type: Int64, of act: Int64, by actor: Removal.Actor, at now: Double
  ) throws {
    let body = try run.encoded()
    try insert.bind(act, at: 1)
    try insert.bind(now, at: 2)
    try insert.bind(actor.kind, at: 3)
    try insert.bind(actor.who, at: 4)
    try insert.bind(type, at: 5)
    try insert.bind(Int64(run.count), at: 6)
    try insert.bind(run.documents.isEmpty ? 0 : 1, at: 7)
    try insert.bind(body, at: 8)
    try insert.bind(Checksum.of(body), at: 9)
    try insert.run()
  }

  /// What can be taken back, the latest first.
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
        removals.append(Removal(id: id, at: at, actor: actor, counts: [:]))
      }
      // What ties samples to a workout goes with it, and is none of a person's.
      guard type != .association else { continue }
      removals[removals.count - 1].counts[type] = Int(list.integer(at: 5))
    }
    return removals
  }

  /// The rows of an act; what is damaged is left out.
  mutating func runs(of act: Int64) throws -> [SampleRun] {
    try fetch.bind(act, at: 1)
    defer { fetch.reset() }
    var runs: [SampleRun] = []
    while try fetch.step() {
      let body = try fetch.blob(at: 0)
      if let run = try? Self.run(body, fetch.integer(at: 1)) { runs.append(run) }
    }
    return runs
  }

  /// The documents whose pieces wait, by the names that these have meanwhile.
  mutating func documents() throws -> Set<SampleUUID> {
    defer { fetchDocuments.reset() }
    var documents: Set<SampleUUID> = []
    while try fetchDocuments.step() {
      let body = try fetchDocuments.blob(at: 0)
      let run = try? Self.run(body, fetchDocuments.integer(at: 1))
      documents.formUnion((run?.documents ?? []).map(\.waiting))
    }
    return documents
  }

  /// Forgets some rows from before `since` or after `until`.
  ///
  /// - Returns: How many, and what the pieces of documents are called that waited with them.
  mutating func forget(
    before since: Double, orAfter until: Double
  ) throws -> (count: Int, documents: [SampleUUID]) {
    try fetchOld.bind(since, at: 1)
    try fetchOld.bind(until, at: 2)
    var rows: [Int64] = []
    var documents: [SampleUUID] = []
    do {
      defer { fetchOld.reset() }
      while try fetchOld.step() {
        rows.append(fetchOld.integer(at: 0))
        guard fetchOld.integer(at: 1) != 0 else { continue }
        let body = try fetchOld.blob(at: 2)
        // Of one that is damaged the pieces are found as stray ones.
        let run = try? Self.run(body, fetchOld.integer(at: 3))
        documents += (run?.documents ?? []).map(\.waiting)
      }
    }
    for row in rows {
      try remove.bind(row, at: 1)
      try remove.run()
    }
    return (rows.count, documents)
  }

  /// Forgets an act.
  mutating func remove(_ act: Int64) throws(SQLiteError) {
    try removeAct.bind(act, at: 1)
    try removeAct.run()
  }

  private static func run(_ body: [UInt8], _ checksum: Int64) throws -> SampleRun {
    guard Checksum.of(body) == checksum else {
      throw StorageError(.damaged, cannot: "take a deletion back", "a checksum does not match")
    }
    return try SampleRun(decoding: body, limits: .stored)
  }
}

extension SampleUUID {
  /// What the pieces of a document that can be taken back are called: no UUID has these bits.
  var waiting: Self { Self(high: ~high, low: ~low) }
}

extension SampleRun {
  /// The documents among its rows.
  var documents: [SampleUUID] {
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
    case .owner, .undoneImport: ""
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
    case 3: self = .undoneImport
    default: return nil
    }
  }
}
