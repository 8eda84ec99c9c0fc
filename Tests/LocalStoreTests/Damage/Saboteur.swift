internal import SQLiteCore
internal import TestSupport

/// Damages a database: one page of it, or one bit of one column of one row.
struct Saboteur {
  /// A page of a database, as a walk from the schema finds it.
  struct Page: Hashable {
    /// From 1 on.
    var number: Int
    /// The table or index whose b-tree it is of; "free" for pages of none.
    var tree: String
    var kind: Kind
  }

  /// What a page is in its b-tree.
  enum Kind: String, Hashable, CaseIterable {
    case tableInterior = "table, interior"
    case tableLeaf = "table, leaf"
    case indexInterior = "index, interior"
    case indexLeaf = "index, leaf"
    /// The rest of a row that is longer than a page, or a page that says where others belong.
    case other = "overflow or pointers"
  }

  /// A column of a table.
  struct Column: Hashable, CustomStringConvertible {
    var table: String
    var name: String

    var description: String { "\(table).\(name)" }
  }

  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// All pages of a database file without a log beside it, by number.
  static func pages(of path: String, bytes: [UInt8]) throws -> [Page] {
    let connection = try Connection(path: path, mode: .readOnly)
    let size = Int(try connection.integer("PRAGMA page_size") ?? 0)
    var roots = [("sqlite_schema", 1)]
    var rows = try connection.prepare("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
    while try rows.step() { roots.append((try rows.text(at: 0), Int(rows.integer(at: 1)))) }
    var found: [Int: Page] = [:]
    for (tree, root) in roots {
      var waiting = [root]
      while let number = waiting.popLast() {
        let start = (number - 1) * size
        let header = number == 1 ? 100 : start
        let kind: Kind
        switch bytes[header] {
        case 2: kind = .indexInterior
        case 5: kind = .tableInterior
        case 10: kind = .indexLeaf
        case 13: kind = .tableLeaf
        default: continue
        }
        found[number] = Page(number: number, tree: tree, kind: kind)
        guard kind == .indexInterior || kind == .tableInterior else { continue }
        waiting.append(Self.number(bytes, at: header + 8, bytes: 4))
        for cell in 0..<Self.number(bytes, at: header + 3, bytes: 2) {
          let offset = Self.number(bytes, at: header + 12 + 2 * cell, bytes: 2)
          waiting.append(Self.number(bytes, at: start + offset, bytes: 4))
        }
      }
    }
    return (1...(bytes.count / size)).map {
      found[$0] ?? Page(number: $0, tree: "rows and pointers", kind: .other)
    }
  }

  /// As many pages as are wanted: those of each kind in each b-tree by turns.
  mutating func choose(_ count: Int, of pages: [Page]) -> [Page] {
    var groups: [[Page]] = []
    for (_, group) in Dictionary(grouping: pages, by: { "\($0.kind.rawValue) \($0.tree)" })
      .sorted(by: { $0.key < $1.key })
    {
      groups.append(group.shuffled(using: &random))
    }
    var chosen: [Page] = []
    while chosen.count < count, groups.contains(where: { !$0.isEmpty }) {
      for index in groups.indices where chosen.count < count {
        if let page = groups[index].popLast() { chosen.append(page) }
      }
    }
    return chosen
  }

  /// Damages a page as disks do; says how.
  mutating func damage(_ page: Page, size: Int, in bytes: inout [UInt8]) -> String {
    let start = (page.number - 1) * size
    switch random.next() % 5 {
    case 0:
      for index in start..<(start + size) { bytes[index] = 0 }
      return "zeroed"
    case 1:
      for index in start..<(start + size) {
        bytes[index] = UInt8(truncatingIfNeeded: random.next())
      }
      return "overwritten"
    case 2:
      let offset = (page.number == 1 ? 100 : start) + Int(random.next() % 12)
      bytes[offset] ^= 1 << UInt8(random.next() % 8)
      return "a bit of its header"
    case 3:
      let offset = start + Int(random.next() % UInt64(size))
      bytes[offset] ^= 1 << UInt8(random.next() % 8)
      return "a bit"
    default:
      let offset = start + Int(random.next() % UInt64(size - 32))
      for index in offset..<(offset + 32) {
        bytes[index] = UInt8(truncatingIfNeeded: random.next())
      }
      return "32 bytes"
    }
  }

  /// Every column of every table.
  static func columns(of path: String) throws -> [Column] {
    let connection = try Connection(path: path, mode: .readOnly)
    var rows = try connection.prepare(
      """
      SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' ORDER BY t.name, c.cid
      """)
    var columns: [Column] = []
    while try rows.step() {
      columns.append(Column(table: try rows.text(at: 0), name: try rows.text(at: 1)))
    }
    return columns
  }

  /// Flips a bit of the column in one of the table's rows; `false` where no row has anything there.
  mutating func flip(_ column: Column, in path: String) throws -> Bool {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
    let key = try connection.text(
      "SELECT group_concat(name) FROM pragma_table_info('\(column.table)') WHERE pk > 0")
    guard let key else { return false }
    let sound =
      "FROM \(column.table) WHERE \(column.name) IS NOT NULL AND length(\(column.name)) > 0"
    let count = try connection.integer("SELECT count(*) \(sound)") ?? 0
    guard count > 0 else { return false }
    for _ in 0..<40 {
      let row =
        "SELECT \(key) \(sound) ORDER BY \(key) LIMIT 1 OFFSET \(random.next() % UInt64(count))"
      var find = try connection.prepare(
        "SELECT \(column.name) FROM \(column.table) WHERE (\(key)) = (\(row))")
      guard try find.step() else { return false }
      let value = flipped(try find.value(at: 0))
      find.reset()
      // Where another row has that key already, another bit is tried.
      var change = try connection.prepare(
        "UPDATE OR IGNORE \(column.table) SET \(column.name) = ?1 WHERE (\(key)) = (\(row))")
      try change.bind(value, at: 1)
      try change.run()
      if try connection.integer("SELECT changes()") == 1 { return true }
    }
    return false
  }

  /// Gives a row what another row of the table has in the column, and that one what the first had where both cannot
  /// have the same; `false` where all rows have the same.
  mutating func exchange(_ column: Column, in path: String) throws -> Bool {
    let (table, name) = (column.table, column.name)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
    let keys = try connection.text(
      "SELECT group_concat(name) FROM pragma_table_info('\(table)') WHERE pk > 0")
    guard let keys else { return false }
    let values = try Self.rows(
      of: "SELECT DISTINCT \(name) FROM \(table) WHERE \(name) IS NOT NULL", on: connection
    ).map { $0[0] }.shuffled(using: &random)
    guard values.count > 1 else { return false }
    for pair in zip(values, values.dropFirst()).prefix(40) {
      let first = try row(of: table, keys, where: name, is: pair.0, on: connection)
      let second = try row(of: table, keys, where: name, is: pair.1, on: connection)
      if try Self.set(name, of: table, keys, first, to: pair.1, on: connection) { return true }
      // Out of the way first; no row has it.
      guard case .integer = pair.0 else { continue }
      let parked = SQLValue.integer(1 << 45)
      var moved = first
      if let place = keys.split(separator: ",").firstIndex(where: { $0 == name }) {
        moved[place] = parked
      }
      try connection.execute("BEGIN")
      if try Self.set(name, of: table, keys, first, to: parked, on: connection),
        try Self.set(name, of: table, keys, second, to: pair.0, on: connection),
        try Self.set(name, of: table, keys, moved, to: pair.1, on: connection)
      {
        try connection.execute("COMMIT")
        return true
      }
      try connection.execute("ROLLBACK")
    }
    return false
  }

  private mutating func row(
    of table: String, _ keys: String, where column: String, is value: SQLValue,
    on connection: borrowing Connection
  ) throws -> [SQLValue] {
    let query = "SELECT \(keys) FROM \(table) WHERE \(column) = ?1"
    let rows = try Self.rows(of: query, value, on: connection)
    return rows[Int(random.next() % UInt64(rows.count))]
  }

  private static func rows(
    of query: String, _ value: SQLValue? = nil, on connection: borrowing Connection
  ) throws -> [[SQLValue]] {
    var find = try connection.prepare(query)
    if let value { try find.bind(value, at: 1) }
    var rows: [[SQLValue]] = []
    while try find.step() { rows.append(try find.values()) }
    return rows
  }

  /// - Returns: `false` where another row is in the way.
  private static func set(
    _ column: String, of table: String, _ keys: String, _ key: [SQLValue], to value: SQLValue,
    on connection: borrowing Connection
  ) throws -> Bool {
    let places = key.indices.map { "?\($0 + 2)" }.joined(separator: ",")
    var change = try connection.prepare(
      "UPDATE OR IGNORE \(table) SET \(column) = ?1 WHERE (\(keys)) = (\(places))")
    try change.bind(value, at: 1)
    for (index, part) in key.enumerated() { try change.bind(part, at: index + 2) }
    try change.run()
    return try connection.integer("SELECT changes()") == 1
  }

  private mutating func flipped(_ value: SQLValue) -> SQLValue {
    switch value {
    case .integer(let number): return .integer(number ^ 1 << Int64(random.next() % 24))
    case .number(let number):
      return .number(Double(bitPattern: number.bitPattern ^ 1 << (30 + random.next() % 22)))
    case .text(let text):
      var bytes = Array(text.utf8)
      bytes[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 5)
      return .text(String(decoding: bytes, as: UTF8.self))
    case .bytes(var bytes):
      bytes[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
      return .bytes(bytes)
    case .null: return .null
    }
  }

  private static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> Int {
    bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }
}
