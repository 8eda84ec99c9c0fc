package import SQLiteCore

/// The tables of a store and how a connection to them is set up.
package enum Schema {
  /// "Dyad" in ASCII: tells our files from other SQLite databases.
  package static let applicationID: Int32 = 0x4479_6164

  package static let migrator = Migrator(
    applicationID: applicationID, migrations: migrations, whole: whole)

  /// The steps from an empty file to the tables of today.
  package static let migrations = [
    Migration(version: 1, sql: PackageResources.v0001_store_sql),
    Migration(version: 2, sql: PackageResources.v0002_node_sql),
    Migration(version: 3, sql: PackageResources.v0003_sync_sql),
    Migration(version: 4, sql: PackageResources.v0004_uuid_pages_sql),
    Migration(version: 5, sql: PackageResources.v0005_lanes_sql),
    Migration(version: 6, sql: PackageResources.v0006_loose_blocks_sql),
    Migration(version: 7, sql: PackageResources.v0007_imports_sql),
    Migration(version: 8, sql: PackageResources.v0008_quotients_sql),
    Migration(version: 9, sql: PackageResources.v0009_damage_sql),
    Migration(version: 10, sql: PackageResources.v0010_names_sql),
    Migration(version: 11, sql: PackageResources.v0011_undo_sql),
    Migration(version: 12, sql: PackageResources.v0012_sums_sql),
    Migration(version: 13, sql: PackageResources.v0013_places_sql),
  ]

  /// The tables of today at once.
  private static let whole = Migration(version: 13, sql: PackageResources.tables_sql)

  /// Sets a new connection up, and brings the tables up to date where it may write.
  ///
  /// - Throws: Also where another program changed the tables, before anything is written; and where they are of an
  ///   older version and the connection may only read.
  package static func prepare(
    _ connection: borrowing Connection, forWriting isWriting: Bool
  ) throws {
    try check(connection)
    if isWriting {
      // Only before the first table does a file learn to give pages back; saying it again writes a page.
      if try connection.integer("PRAGMA auto_vacuum") != 2 {
        try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
      }
      if connection.isInMemory {
        try connection.execute("PRAGMA journal_mode = MEMORY")
      } else {
        // Until the log is there a journal is, and one whose removal a power cut undid would take
        // everything back; only so is the removal synced.
        try connection.execute("PRAGMA synchronous = EXTRA")
        try connection.enableWriteAheadLog()
        try connection.execute("PRAGMA synchronous = FULL")
      }
      try connection.execute(
        """
        PRAGMA secure_delete = ON;
        PRAGMA foreign_keys = ON;
        PRAGMA journal_size_limit = 16777216;
        PRAGMA cache_size = -8192;
        """)
      try migrator.migrate(connection) { (version, connection) throws(SQLiteError) in
        if version == 12 { try RowChecksum.addAll(on: connection) }
        if version == 13 { try RowChecksum.addPlaces(on: connection) }
      }
      if !connection.isInMemory { try connection.followLog(checkpointingAt: 2_000) }
    } else {
      guard try migrator.version(of: connection) == migrator.newestVersion else {
        throw StorageError(
          .unsupported, cannot: "read the store",
          "it is of an older version: open it once with this program")
      }
      try connection.execute(
        """
        PRAGMA query_only = ON;
        PRAGMA cache_size = -8192;
        """)
    }
    try connection.execute("PRAGMA temp_store = MEMORY")
  }
}

// Whoever writes to the file while no store has it open can put a trigger into it, or a view in a table's place, and
// SQLite would run that with the next save. So what it lists has to be what we made.
extension Schema {
  /// A table or an index, as `sqlite_schema` lists it.
  private struct Object: Hashable {
    var kind: String
    var name: String
    /// The table that it is, or that it is an index of.
    var table: String
    /// The statement that makes it; empty for the index of a key.
    var sql: String

    /// Its statement without comments, which say nothing, and without blanks, which SQLite sets otherwise where it
    /// changes a table: words, commas and parentheses.
    var words: [Substring.UTF8View] {
      // As SQLite reads bytes: no other character ends a line or parts words.
      sql.utf8.split(separator: UInt8(ascii: "\n")).flatMap { line in
        // There is no text in our statements in which a comment would not be one.
        line.prefix(upTo: line.firstRange(of: "--".utf8)?.lowerBound ?? line.endIndex)
          .split { [0x09, 0x0C, 0x0D, 0x20].contains($0) }
          .flatMap(Self.parted)
      }
    }

    /// A word as its parts: each comma and parenthesis is one of its own.
    private static func parted(_ word: Substring.UTF8View) -> [Substring.UTF8View] {
      var parts: [Substring.UTF8View] = []
      var rest = word
      while let first = rest.first {
        let end =
          isMark(first)
          ? rest.index(after: rest.startIndex) : rest.firstIndex(where: isMark) ?? rest.endIndex
        parts.append(rest[..<end])
        rest = rest[end...]
      }
      return parts
    }

    private static func isMark(_ byte: UInt8) -> Bool { [0x28, 0x29, 0x2C].contains(byte) }
  }

  /// What a store of today lists, worked out once a process.
  private static let listedToday = Result { () throws(SQLiteError) in
    try listed(by: [whole])
  }

  /// What a store of a version lists.
  private static func listed(in version: Int) throws(SQLiteError) -> [String: Object] {
    if version == migrator.newestVersion { return try listedToday.get() }
    // Once in the life of an older store.
    return try listed(by: migrations.filter { $0.version <= version })
  }

  private static func listed(by steps: [Migration]) throws(SQLiteError) -> [String: Object] {
    let connection = try Connection(path: ":memory:", mode: .readWriteCreate)
    for step in steps { try connection.execute(step.sql) }
    var objects: [String: Object] = [:]
    try visitObjects(of: connection) { objects[$0.kind + " " + $0.name] = $0 }
    return objects
  }

  /// Compares what a database lists with what a store of its version does, word by word.
  ///
  /// - Throws: `corrupt`, naming the table, index, view or trigger that is not ours.
  package static func check(_ connection: borrowing Connection) throws(SQLiteError) {
    let version = try migrator.version(of: connection)
    var missing = try listed(in: version)
    try visitObjects(of: connection) { (object) throws(SQLiteError) in
      guard let ours = missing.removeValue(forKey: object.kind + " " + object.name) else {
        throw changed("the \(named(object)) is not one of dyad's: another program put it there")
      }
      guard
        ours == object
          || ours.table == object.table
            && ours.words.elementsEqual(object.words, by: { $0.elementsEqual($1) })
      else {
        throw changed("the \(named(object)) is not as dyad made it: another program changed it")
      }
    }
    guard let first = missing.values.min(by: { $0.name < $1.name }) else { return }
    throw changed("the \(named(first)) is missing: another program took it away")
  }

  private static func changed(_ detail: String) -> SQLiteError {
    SQLiteError(.corrupt, cannot: "open the store", detail)
  }

  /// What an object is called, where that is a plain word; what else may stand there is nobody's to read.
  private static func named(_ object: Object) -> String {
    let kinds = ["table", "index", "view", "trigger"]
    let kind = kinds.contains(object.kind) ? object.kind : "object"
    let isPlain =
      object.name.utf8.count <= 64
      && object.name.utf8.allSatisfy {
        $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
      }
    return isPlain ? "\(kind) \(object.name)" : "\(kind) with a name that is no plain word"
  }

  private static func visitObjects(
    of connection: borrowing Connection, _ body: (Object) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    var rows = try connection.prepare(
      "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")
    while try rows.step() {
      try body(
        Object(
          kind: try rows.text(at: 0), name: try rows.text(at: 1), table: try rows.text(at: 2),
          sql: try rows.text(at: 3)))
    }
  }
}
