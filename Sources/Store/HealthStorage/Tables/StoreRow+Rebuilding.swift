internal import HealthCodec
internal import HealthModel
internal import SQLiteCore

extension StoreRow {
  /// Works out from the other tables what the row of a store says in which it is damaged or missing.
  ///
  /// The head is the highest position that any table has. The horizon is the head, as no table says which tombstones
  /// are gone: whoever follows changes starts over. No table has the earliest permitted date: every date is permitted.
  /// Without a record of the sync the store claims to know nothing.
  ///
  /// - Returns: Whether that was necessary.
  static func rebuild(on connection: borrowing Connection) throws -> Bool {
    do {
      var rows = try connection.prepare(query)
      _ = try StoreRow(reading: &rows)
      return false
    } catch let error as StorageError where error.code == .damaged {
      var row = try fromOtherTables(on: connection)
      row.horizon = row.head
      let garbage = try StateTable.garbage(connection).encoded()
      try connection.execute("DELETE FROM store")
      var insert = try connection.prepare(
        """
        INSERT INTO store
          (head, horizon, cutoff, erased, known_from, loose_from, checksum, id, garbage, garbage_checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, ?9)
        """)
      try insert.bind(garbage, at: 8)
      try insert.bind(Checksum.of(garbage), at: 9)
      try insert.run(row: row.values)
      return true
    }
  }

  private static func fromOtherTables(on connection: borrowing Connection) throws -> Self {
    var row = Self()
    func raise(_ number: inout Int64, to found: Int64?) {
      if let found, RowNumber.isPossible(found) { number = max(number, found) }
    }
    for query in [
      "SELECT max(last_position) FROM deletion", "SELECT max(first_position) - 1 FROM epoch",
      "SELECT max(position) FROM app_grant", "SELECT max(position) FROM record",
      "SELECT max(position) FROM dead_uuid", "SELECT max(head) FROM block",
      "SELECT max(act) FROM removed",
    ] {
      raise(&row.head, to: try connection.integer(query))
    }
    // Blocks of directories that are damaged tell of themselves.
    var named: Set<Int64> = []
    var directories = try connection.prepare(
      "SELECT directory, directory_checksum, id, type FROM segment")
    while try directories.step() {
      let bytes = try directories.blob(at: 0)
      let sum = SegmentTable.checksum(bytes, directories.integer(at: 2), directories.integer(at: 3))
      guard sum == directories.integer(at: 1),
        let directory = try? SegmentDirectory(decoding: bytes, limits: .stored)
      else { continue }
      for block in directory.blocks {
        named.insert(block.id)
        raise(&row.head, to: block.lastPosition)
      }
    }
    var find = try StoredBlocks(connection)
    var blocks = try connection.prepare("SELECT id, type FROM block")
    while try blocks.step() {
      let id = blocks.integer(at: 0)
      if named.contains(id) || blocks.isNull(at: 1) { raise(&row.looseFrom, to: id &+ 1) }
      guard !named.contains(id) else { continue }
      if let run = try find.run(id) { raise(&row.head, to: run.positions.max) }
    }
    // What merging replaced waits to be erased, and is not loose.
    if let last = try StateTable.garbage(connection).max {
      raise(&row.looseFrom, to: Int64(clamping: last) &+ 1)
    }
    var sync = try connection.prepare("SELECT 1 FROM node_record WHERE key = ?1")
    try sync.bind(NodeTable.syncKey, at: 1)
    if try !sync.step() { row.knownFrom = .infinity }
    return row
  }
}
