internal import HealthModel
internal import SQLiteCore

// The spans of our own UUIDs: what a row of them is, how they are cut, and how all are checked or made anew.
extension UUIDTable {
  /// Writes the spans of those of a block's UUIDs that are of our numbering.
  mutating func insert(_ uuids: UUIDSet, block: Int64) throws(SQLiteError) {
    for (base, counters) in uuids.numbered {
      for interval in counters.intervals { try insert(interval, of: base, block: block) }
    }
  }

  /// Takes counters out of whatever spans have them: their rows are out of sight, or lost, and others
  /// get these UUIDs.
  mutating func cut(_ counters: ClosedRange<UInt64>, of base: UInt64) throws {
    while let old = try span(of: base, endingAtOrAfter: counters.lowerBound),
      old.counters.lowerBound <= counters.upperBound
    {
      try remove(
        old.counters.upperBound...old.counters.upperBound, of: base, block: old.block)
      if old.counters.lowerBound < counters.lowerBound {
        try insert(
          old.counters.lowerBound...(counters.lowerBound - 1), of: base, block: old.block)
      }
      if old.counters.upperBound > counters.upperBound {
        try insert(
          (counters.upperBound + 1)...old.counters.upperBound, of: base, block: old.block)
      }
    }
  }

  /// The checksum of a span's numbers, as the script of the migration works it out.
  static func checksum(
    _ base: Int64, _ last: Int64, _ first: Int64, _ block: Int64
  ) -> Int64 {
    add(block, to: add(first, to: add(last, to: add(base, to: 0))))
  }

  private static func add(_ number: Int64, to sum: Int64) -> Int64 {
    let high = (sum * 31_337 + (number >> 32 & 0xFFFF_FFFF)) % 0x7FFF_FFFF
    return (high * 31_337 + (number & 0xFFFF_FFFF)) % 0x7FFF_FFFF
  }

  static func span(
    _ first: Int64, _ last: Int64
  ) throws(SQLiteError) -> ClosedRange<UInt64> {
    guard first >= 0, first <= last, last < 1 << Int64(SampleUUID.counterBits) else {
      throw SQLiteError(.corrupt, cannot: "look up a UUID", "an interval of counters is damaged")
    }
    return UInt64(first)...UInt64(last)
  }

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
