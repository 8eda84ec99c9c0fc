internal import HealthCodec
internal import HealthModel
package import SQLiteCore

/// Copies what can be read of a damaged database into a new one, whose pages are all sound.
///
/// Rows behind a page that is no page are reached from the other end of their table, and one by one. Indexes are made
/// anew by that. What blocks tell as well is made anew where rows of it are missing, once the new store is opened
/// (`mendFromBlocks`).
package struct StoreSalvage {
  /// How many rows could not be read, at least, by table; only tables that lack some are there.
  package private(set) var missing: [String: Int] = [:]

  /// Tables of which nothing else in the store tells what is missing, and without which its answers would be wrong or
  /// short: a row less of them is no store.
  private static let needed: Set<String> = [
    "type", "epoch", "vector", "dead", "dead_span", "dead_uuid", "member", "app_grant",
    "record", "node_record", "alias", "sample_owner", "uuid_base", "namesake",
  ]

  /// As many numbers of rows are looked at one by one between two that were read.
  private static let mostProbes: Int64 = 1 << 20

  private init() {}

  /// Copies everything that can be read.
  ///
  /// - Parameters:
  ///   - source: The damaged store, which must have the tables of today.
  ///   - path: An empty file.
  /// - Returns: What could not be copied.
  /// - Throws: `damaged` where rows are missing that nothing else tells and that no answer can do without; `SQLiteError`
  ///   where the tables are not known, as the first page of the file is damaged, and for a fault of the disk.
  package static func copy(from source: borrowing Connection, to path: String) throws -> Self {
    guard try Schema.migrator.version(of: source) == Schema.migrator.newestVersion else {
      throw StorageError(
        .unsupported, cannot: "mend the store",
        "it is of an older version: open it once with this program")
    }
    // What another program did to the tables is no damage of the disk: a person has to look at that.
    try Schema.check(source)
    let target = try Connection(path: path, mode: .readWriteCreate)
    try Schema.prepare(target, forWriting: true)
    try target.execute("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE; DELETE FROM store")
    var names = try target.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    var tables: [String] = []
    while try names.step() { tables.append(try names.text(at: 0)) }
    var salvage = Self()
    for table in tables { try salvage.copy(table, from: source, to: target) }
    if let table = salvage.missing.keys.sorted().first(where: needed.contains) {
      throw StorageError(
        .damaged, cannot: "repair the store",
        "rows of its table \(table) cannot be read, and nothing else tells what they were")
    }
    if try StoreRow.rebuild(on: target) { salvage.missing["store", default: 0] += 1 }
    if salvage.missing["segment"] != nil { try salvage.markLostSegments(on: target) }
    // What refers to a row that is lost goes with it.
    try target.execute(
      "DELETE FROM dead WHERE block NOT IN (SELECT id FROM block); COMMIT; PRAGMA foreign_keys = ON"
    )
    return salvage
  }

  /// Writes a damaged segment for each type of which blocks are named by no segment, so that whoever opens the store
  /// makes their directories anew, and takes for lost what is missing.
  private func markLostSegments(on target: borrowing Connection) throws {
    var named: Set<Int64> = []
    var directories = try target.prepare(
      "SELECT directory, directory_checksum, id, type FROM segment")
    while try directories.step() {
      let bytes = try directories.blob(at: 0)
      let sum = SegmentTable.checksum(bytes, directories.integer(at: 2), directories.integer(at: 3))
      guard sum == directories.integer(at: 1),
        let directory = try? SegmentDirectory(decoding: bytes, limits: .stored)
      else { continue }
      named.formUnion(directory.blocks.map(\.id))
    }
    var identifiers: [String: Int64] = [:]
    var types = try target.prepare("SELECT identifier, id FROM type")
    while try types.step() { identifiers[try types.text(at: 0)] = types.integer(at: 1) }
    // Where blocks are missing, too, any type may have lost some that nothing names.
    var marked = missing["block"] == nil ? [] : Set(identifiers.values)
    var blocks = try target.prepare(
      "SELECT id, body FROM block WHERE type IS NULL OR id < (SELECT loose_from FROM store)")
    while try blocks.step() {
      guard !named.contains(blocks.integer(at: 0)),
        let run = try? SampleRun(decoding: try blocks.blob(at: 1), limits: .stored),
        let type = identifiers[run.type.identifier]
      else { continue }
      marked.insert(type)
    }
    var segments = try SegmentTable(target)
    var next = try RowNumber.next(after: "SELECT max(id) FROM segment", on: target)
    for type in marked.sorted() {
      try segments.insertDamaged(next, type: type)
      next += 1
    }
  }

  /// A row of a table, or why there is none.
  private enum Step {
    case row([SQLValue])
    case end
    case damage
  }

  private static func step(_ statement: inout Statement) throws(SQLiteError) -> Step {
    do throws(SQLiteError) {
      return try statement.step() ? .row(try statement.values()) : .end
    } catch {
      guard error.code == .corrupt else { throw error }
      statement.reset()
      return .damage
    }
  }

  private mutating func copy(
    _ table: String, from source: borrowing Connection, to target: borrowing Connection
  ) throws(SQLiteError) {
    let columns = try target.text("SELECT group_concat(name) FROM pragma_table_info('\(table)')")
    let keys = try target.text(
      "SELECT group_concat(name) FROM pragma_table_info('\(table)') WHERE pk > 0")
    let hasRowID =
      try target.integer("SELECT 1 FROM pragma_table_list('\(table)') WHERE wr = 0") != nil
    guard let columns, let keys else { return }
    let key = hasRowID ? "rowid" : keys
    let count = columns.split(separator: ",").count
    let places = (1...count).map { "?\($0)" }.joined(separator: ",")
    var insert = try target.prepare(
      "INSERT OR IGNORE INTO \(table) (\(columns)) VALUES (\(places))")
    let select = "SELECT \(columns), \(hasRowID ? "rowid" : "0") FROM \(table) NOT INDEXED"

    var ascending = try source.prepare("\(select) ORDER BY \(key)")
    var last: Int64?
    var isWhole = false
    while true {
      let step = try Self.step(&ascending)
      if case .end = step { isWhole = true }
      guard case .row(let values) = step else { break }
      last = values.last?.integer
      try put(values.dropLast(), into: table, &insert)
    }
    guard !isWhole else { return }
    let order = key.split(separator: ",").map { "\($0) DESC" }.joined(separator: ",")
    var descending = try source.prepare("\(select) ORDER BY \(order)")
    var first: Int64?
    var isMet = false
    while !isMet {
      guard case .row(let values) = try Self.step(&descending) else { break }
      let rowID = values.last?.integer
      if hasRowID, let last, let rowID, rowID <= last {
        isMet = true
      } else {
        first = rowID
        try put(values.dropLast(), into: table, &insert)
      }
    }
    missing[table, default: 0] += 1
    guard hasRowID, !isMet else { return }
    try probe(table, select, between: last, and: first, source, &insert)
  }

  /// Looks at row after row between two that were read.
  private mutating func probe(
    _ table: String, _ select: String, between last: Int64?, and first: Int64?,
    _ source: borrowing Connection, _ insert: inout Statement
  ) throws(SQLiteError) {
    var one = try source.prepare("\(select) WHERE rowid = ?1")
    let begin = (last ?? 0).addingReportingOverflow(1).partialValue
    let end = first ?? begin.addingReportingOverflow(Self.mostProbes).partialValue
    var id = begin
    while id < end, id - begin < Self.mostProbes {
      try one.bind(id, at: 1)
      if case .row(let values) = try Self.step(&one) {
        try put(values.dropLast(), into: table, &insert)
      }
      one.reset()
      id += 1
    }
  }

  private mutating func put(
    _ values: ArraySlice<SQLValue>, into table: String, _ insert: inout Statement
  ) throws(SQLiteError) {
    for (index, value) in values.enumerated() { try insert.bind(value, at: index + 1) }
    if try !Self.isTaken(&insert) { missing[table, default: 0] += 1 }
  }

  /// Runs a statement; `false` where the row breaks a rule of its table, as no row does that was written.
  private static func isTaken(_ insert: inout Statement) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      try insert.run()
      return true
    } catch {
      guard error.code == .constraint else { throw error }
      insert.reset()
      return false
    }
  }
}

extension StoreWriter {
  /// Makes anew what blocks tell as well and is missing or damaged, and notes what cannot be read.
  ///
  /// - Parameters:
  ///   - reader: Of the same store.
  ///   - lacksDeletions: Whether rows of deletions are missing, so that peers have to learn of them by what lists say
  ///     (R11).
  /// - Returns: What is wrong after that.
  /// - Throws: `StorageError` for a fault of the disk.
  package mutating func mendFromBlocks(
    _ reader: inout StoreReader, lacksDeletions: Bool
  ) throws -> VerificationReport {
    if lacksDeletions {
      var parts = DamagedParts()
      parts.deletionsThrough = state.head
      try lend { try $0.noteDamage(parts) }
    }
    // Damage of one part can hide that of another.
    for _ in 0..<4 {
      _ = try reader.verify(snapshot())
      let parts = reader.takeDamage()
      if parts.isEmpty { break }
      try lend { try $0.noteDamage(parts) }
    }
    return try reader.verify(snapshot())
  }
}

extension SQLValue {
  fileprivate var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }
}
