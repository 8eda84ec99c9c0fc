internal import HealthCodec
internal import SQLiteCore

/// The checksum of a row of one of the small tables, over all of its other columns in the table's order; and that of
/// bytes in their row.
enum RowChecksum {
  /// The tables whose rows have one, as their last column.
  static let tables = [
    "type", "epoch", "app_grant", "alias", "dead_span", "dead_uuid", "member", "sample_owner",
    "uuid_base", "namesake",
  ]

  /// The checksum of a row with these values.
  static func of(_ values: some Collection<SQLValue>) -> Int64 {
    var bytes: [UInt8] = []
    for value in values {
      // The kind and, where it varies, the length keep values from running into each other.
      switch value {
      case .null: bytes.append(0)
      case .integer(let number): add(1, UInt64(bitPattern: number), to: &bytes)
      case .number(let number): add(2, number.bitPattern, to: &bytes)
      case .text(let text):
        add(3, UInt64(text.utf8.count), to: &bytes)
        bytes += text.utf8
      case .bytes(let other):
        add(4, UInt64(other.count), to: &bytes)
        bytes += other
      }
    }
    return Checksum.of(bytes)
  }

  /// The checksum of bytes in a row with these other values: it does not match where a flipped bit of a key makes the
  /// bytes those of another row.
  static func of(_ bytes: [UInt8], in row: SQLValue...) -> Int64 { Checksum.of(bytes) ^ of(row) }

  private static func add(_ kind: UInt8, _ word: UInt64, to bytes: inout [UInt8]) {
    bytes.append(kind)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  /// How many rows of each table are not what was written; only tables that have some are there.
  static func damaged(on connection: borrowing Connection) throws(SQLiteError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for table in tables {
      let count = try damagedKeys(of: table, on: connection).count
      if count > 0 { counts[table] = count }
    }
    return counts
  }

  /// Removes the rows of a table that are not what was written.
  static func removeDamaged(
    _ table: String, on connection: borrowing Connection
  ) throws(SQLiteError) {
    let damaged = try damagedKeys(of: table, on: connection)
    guard let first = damaged.first else { return }
    let places = first.indices.map { "?\($0 + 1)" }.joined(separator: ",")
    var remove = try connection.prepare(
      "DELETE FROM \(table) WHERE (\(try keys(of: table, on: connection))) = (\(places))")
    for key in damaged {
      for (index, value) in key.enumerated() { try remove.bind(value, at: index + 1) }
      try remove.run()
    }
  }

  private static func damagedKeys(
    of table: String, on connection: borrowing Connection
  ) throws(SQLiteError) -> [[SQLValue]] {
    let keys = try keys(of: table, on: connection)
    let count = keys.split(separator: ",").count
    var found: [[SQLValue]] = []
    var rows = try connection.prepare("SELECT \(keys), * FROM \(table) NOT INDEXED")
    while try rows.step() {
      let values = try rows.values()
      if !isSound(values.dropFirst(count)) { found.append(Array(values.prefix(count))) }
    }
    return found
  }

  /// Whether a row is what was written, its checksum last.
  static func isSound(_ row: ArraySlice<SQLValue>) -> Bool {
    row.last == .integer(of(row.dropLast()))
  }

  /// The names of the columns that a table's key consists of.
  private static func keys(
    of table: String, on connection: borrowing Connection
  ) throws(SQLiteError) -> String {
    try connection.text(
      """
      SELECT group_concat(name)
      FROM (SELECT name FROM pragma_table_info('\(table)') WHERE pk > 0 ORDER BY pk)
      """) ?? "rowid"
  }

  /// Gives the rows of a store from before version 12 their checksums; what they say is taken for what was written.
  static func addAll(on connection: borrowing Connection) throws(SQLiteError) {
    try StoreRow.addChecksum(on: connection)
    for table in tables {
      try change("checksum", of: table, by: "*", on: connection) { of($0.dropLast()) }
    }
  }

  /// The checksums of bytes, and the other columns that each is of: those of one group together.
  private static let places: [(table: String, checksum: String, groups: [[String]])] = [
    ("segment", "directory_checksum", [["id", "type"]]),
    ("segment", "aggregates_checksum", [["id", "type"]]),
    ("block", "checksum", [["id", "type", "head"]]),
    ("dead", "checksum", [["block"]]),
    ("vector", "checksum", [["type", "incarnation"]]),
    ("uuid_page", "checksum", [["id", "form"]]),
    (
      "deletion", "checksum",
      [["first_position", "last_position", "type", "deleted_at", "source"]]
    ),
    // A piece that waits to be taken back keeps its checksum.
    ("document_piece", "checksum", [["high", "low"], ["max(ordinal, -1 - ordinal)"]]),
    ("record", "checksum", [["key", "position", "incarnation"]]),
    ("node_record", "checksum", [["key"]]),
    (
      "removed", "checksum",
      [["act", "at", "kind", "who", "type", "samples", "has_documents"]]
    ),
  ]

  /// Makes checksums of bytes alone, as they were before version 13, those of the bytes in their rows.
  ///
  /// What did not match does not match afterwards. Done again it is undone.
  static func addPlaces(
    on connection: borrowing Connection, of only: String? = nil
  ) throws(SQLiteError) {
    for (table, checksum, groups) in places where only == nil || table == only {
      let columns = ([checksum] + groups.joined()).joined(separator: ",")
      try change(checksum, of: table, by: columns, on: connection) { values in
        var values = values
        guard case .integer(var sum) = values.removeFirst() else { return 0 }
        for group in groups {
          sum ^= of(values.prefix(group.count))
          values.removeFirst(group.count)
        }
        return sum
      }
    }
  }

  /// As many rows are read at a time.
  private static let pageRows = 4_096

  /// Writes the checksum of each row of a table, as it follows from columns.
  private static func change(
    _ checksum: String, of table: String, by columns: String,
    on connection: borrowing Connection, _ sum: (ArraySlice<SQLValue>) -> Int64
  ) throws(SQLiteError) {
    let keys = try keys(of: table, on: connection)
    let count = keys.split(separator: ",").count
    let places = (1...count).map { "?\($0)" }.joined(separator: ",")
    var change = try connection.prepare(
      "UPDATE \(table) SET \(checksum) = ?\(count + 1) WHERE (\(keys)) = (\(places))")
    var last: [SQLValue]?
    while true {
      let rest = last == nil ? "" : "WHERE (\(keys)) > (\(places))"
      var rows = try connection.prepare(
        "SELECT \(keys), \(columns) FROM \(table) \(rest) ORDER BY \(keys) LIMIT \(pageRows)")
      for (index, value) in (last ?? []).enumerated() { try rows.bind(value, at: index + 1) }
      var page: [(key: [SQLValue], sum: Int64)] = []
      while try rows.step() {
        let values = try rows.values()
        page.append((Array(values.prefix(count)), sum(values.dropFirst(count))))
      }
      for (key, sum) in page {
        for (index, value) in key.enumerated() { try change.bind(value, at: index + 1) }
        try change.bind(sum, at: count + 1)
        try change.run()
      }
      guard page.count == pageRows else { return }
      last = page.last?.key
    }
  }
}

extension Statement {
  /// Runs with the values of a row, and behind them the row's checksum.
  mutating func run(row values: SQLValue...) throws(SQLiteError) { try run(row: values) }

  mutating func run(row values: [SQLValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
    try bind(RowChecksum.of(values), at: values.count + 1)
    try run()
  }

  /// Whether the row that was read is what was written: its columns are those of the table, the checksum last.
  var isRowSound: Bool {
    get throws(SQLiteError) {
      RowChecksum.isSound(try values()[...])
    }
  }
}
