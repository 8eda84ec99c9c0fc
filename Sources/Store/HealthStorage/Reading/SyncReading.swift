internal import SQLiteCore

/// What reading for the sync rules needs beside the tables, and what it remembers.
struct SyncReading: ~Copyable {
  var blocks: BlockReading
  var dots = DotReading()
  var days = DayRootReading()
  var tombstones: TombstoneReading
  /// Blocks known to be damaged, which are passed over whatever of them is still in memory (R24).
  var damaged: Set<Int64> = []
  /// Blocks that a reading could not read beside those.
  var missed: Set<Int64> = []

  init(_ connection: borrowing Connection) throws(SQLiteError) {
    let blocks = try BlockReading(connection)
    let tombstones = try TombstoneReading(connection)
    self.blocks = blocks
    self.tombstones = tombstones
  }
}
