internal import HealthModel
internal import SQLiteCore

// The spans of our own UUIDs as a whole, for who checks them or makes them anew.
extension UUIDTable {
  /// Whether every span is what was written; `areSpansUnreadable` says otherwise.
  mutating func areSpansSound(on connection: borrowing Connection) throws(SQLiteError) -> Bool {
    var rows = try connection.prepare("SELECT base, last, first, block, checksum FROM uuid_span")
    while try rows.step() {
      let numbers = (0..<4).map { rows.integer(at: $0) }
      if Self.checksum(numbers[0], numbers[1], numbers[2], numbers[3]) != rows.integer(at: 4) {
        noteUnreadableSpans()
        return false
      }
    }
    return true
  }

  /// The spans of some blocks that are what was written, by block.
  func soundSpans(
    of blocks: Set<Int64>, on connection: borrowing Connection
  ) throws(SQLiteError) -> [(block: Int64, numbered: [UInt64: IntervalSet])] {
    guard !blocks.isEmpty else { return [] }
    var found: [Int64: [UInt64: IntervalSet]] = [:]
    var rows = try connection.prepare("SELECT base, last, first, block, checksum FROM uuid_span")
    while try rows.step() {
      let (base, last) = (rows.integer(at: 0), rows.integer(at: 1))
      let (first, block) = (rows.integer(at: 2), rows.integer(at: 3))
      guard blocks.contains(block),
        Self.checksum(base, last, first, block) == rows.integer(at: 4)
      else { continue }
      found[block, default: [:]][UInt64(bitPattern: base), default: IntervalSet()]
        .insert(try Self.span(first, last))
    }
    return found.map { ($0.key, $0.value) }
  }
}
