internal import HealthCodec
internal import HealthModel
package import SQLiteCore

/// Where UUIDs are: spans of our own numbering, pages of foreign ones, and those of the deleted.
package struct UUIDTable: ~Copyable {
  private var findSpan: Statement
  private var insertSpan: Statement
  private var removeSpans: Statement
  private var removeBlock: Statement
  private var findPage: Statement
  private var insertPage: Statement
  private var removePages: Statement
  private var findDeadSpan: Statement
  private var insertDeadSpan: Statement
  private var removeDeadSpan: Statement
  private var findDead: Statement
  private var insertDead: Statement
  private var forgetDead: Statement
  /// Segments with a page of which a reading found that it is not what was written.
  private(set) var unreadablePages: Set<Int64> = []

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let findSpan = try connection.prepare(
      """
      SELECT first, last, block FROM uuid_span
      WHERE base = ?1 AND last >= ?2 ORDER BY last LIMIT 1
      """, persistent: true)
    let insertSpan = try connection.prepare(
      "INSERT INTO uuid_span (base, last, first, block) VALUES (?1, ?2, ?3, ?4)",
      persistent: true)
    let removeSpans = try connection.prepare(
      "DELETE FROM uuid_span WHERE base = ?1 AND last BETWEEN ?2 AND ?3 AND block = ?4",
      persistent: true)
    // A scan, which only damage asks for.
    let removeBlock = try connection.prepare(
      "DELETE FROM uuid_span WHERE block = ?1", persistent: true)
    let findPage = try connection.prepare(
      "SELECT entries, checksum FROM uuid_page WHERE id = ?1", persistent: true)
    let insertPage = try connection.prepare(
      "INSERT INTO uuid_page (id, entries, checksum) VALUES (?1, ?2, ?3)", persistent: true)
    let removePages = try connection.prepare(
      "DELETE FROM uuid_page WHERE id BETWEEN ?1 AND ?2", persistent: true)
    let findDeadSpan = try connection.prepare(
      """
      SELECT first, last FROM dead_span
      WHERE base = ?1 AND last >= ?2 ORDER BY last LIMIT 1
      """, persistent: true)
    let insertDeadSpan = try connection.prepare(
      "INSERT INTO dead_span (base, last, first) VALUES (?1, ?2, ?3)", persistent: true)
    let removeDeadSpan = try connection.prepare(
      "DELETE FROM dead_span WHERE base = ?1 AND last = ?2", persistent: true)
    let findDead = try connection.prepare(
      "SELECT 1 FROM dead_uuid WHERE uuid = ?1", persistent: true)
    // As long as the log tells of any of its deaths: twins have several.
    let insertDead = try connection.prepare(
      """
      INSERT INTO dead_uuid (uuid, position) VALUES (?1, ?2)
      ON CONFLICT DO UPDATE SET position = max(position, excluded.position)
      """, persistent: true)
    // Version 5 is what imported records without a UUID get, and import must never re-add them.
    let forgetDead = try connection.prepare(
      "DELETE FROM dead_uuid WHERE position <= ?1 AND substr(hex(uuid), 13, 1) <> '5'",
      persistent: true)
    self.findSpan = findSpan
    self.insertSpan = insertSpan
    self.removeSpans = removeSpans
    self.removeBlock = removeBlock
    self.findPage = findPage
    self.insertPage = insertPage
    self.removePages = removePages
    self.findDeadSpan = findDeadSpan
    self.insertDeadSpan = insertDeadSpan
    self.removeDeadSpan = removeDeadSpan
    self.findDead = findDead
    self.insertDead = insertDead
    self.forgetDead = forgetDead
  }

  /// The block that has counter `counter` of `base`, or the next span after it.
  package mutating func span(
    of base: UInt64, endingAtOrAfter counter: UInt64
  ) throws(SQLiteError) -> (counters: ClosedRange<UInt64>, block: Int64)? {
    try findSpan.bind(Int64(bitPattern: base), at: 1)
    try findSpan.bind(Int64(counter), at: 2)
    defer { findSpan.reset() }
    guard try findSpan.step() else { return nil }
    let counters = try Self.span(findSpan.integer(at: 0), findSpan.integer(at: 1))
    return (counters, findSpan.integer(at: 2))
  }

  mutating func insert(
    _ counters: ClosedRange<UInt64>, of base: UInt64, block: Int64
  ) throws(SQLiteError) {
    try insertSpan.bind(Int64(bitPattern: base), at: 1)
    try insertSpan.bind(Int64(counters.upperBound), at: 2)
    try insertSpan.bind(Int64(counters.lowerBound), at: 3)
    try insertSpan.bind(block, at: 4)
    try insertSpan.run()
  }

  /// Removes the spans of `block` that lie in `counters`.
  mutating func remove(
    _ counters: ClosedRange<UInt64>, of base: UInt64, block: Int64
  ) throws(SQLiteError) {
    try removeSpans.bind(Int64(bitPattern: base), at: 1)
    try removeSpans.bind(Int64(counters.lowerBound), at: 2)
    try removeSpans.bind(Int64(counters.upperBound), at: 3)
    try removeSpans.bind(block, at: 4)
    try removeSpans.run()
  }

  /// Removes all spans of a block whose UUIDs cannot be read.
  mutating func removeSpans(ofBlock block: Int64) throws(SQLiteError) {
    try removeBlock.bind(block, at: 1)
    try removeBlock.run()
  }

  /// Takes counters out of whatever spans have them: their rows are out of sight, or lost, and others
  /// get these UUIDs.
  mutating func cut(_ counters: ClosedRange<UInt64>, of base: UInt64) throws(SQLiteError) {
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

  /// One page of a segment's foreign UUIDs; `nil` where the segment is gone.
  package mutating func page(_ page: Int, of segment: Int64) throws -> [UInt8]? {
    try findPage.bind(segment << 8 | Int64(page), at: 1)
    defer { findPage.reset() }
    guard try findPage.step() else { return nil }
    let bytes = try findPage.blob(at: 0)
    guard Checksum.of(bytes) == findPage.integer(at: 1) else {
      unreadablePages.insert(segment)
      throw StorageError(
        .damaged, cannot: "look up a UUID", "page \(page) of segment \(segment) is damaged")
    }
    return bytes
  }

  mutating func insert(_ pages: [[UInt8]], of segment: Int64) throws(SQLiteError) {
    // Empty ones too, so that a page that is missing means a segment that is.
    for (index, page) in pages.enumerated() {
      try insertPage.bind(segment << 8 | Int64(index), at: 1)
      try insertPage.bind(page, at: 2)
      try insertPage.bind(Checksum.of(page), at: 3)
      try insertPage.run()
    }
  }

  mutating func removePages(of segment: Int64) throws(SQLiteError) {
    unreadablePages.remove(segment)
    try removePages.bind(segment << 8, at: 1)
    try removePages.bind(segment << 8 | 0xFF, at: 2)
    try removePages.run()
  }

  /// Those of the UUIDs that are remembered as deleted.
  mutating func remembered(of uuids: UUIDSet) throws(SQLiteError) -> UUIDSet {
    var result = UUIDSet()
    for (base, counters) in uuids.numbered {
      for interval in counters.intervals {
        var next = interval.lowerBound
        while next <= interval.upperBound,
          let span = try deadSpan(of: base, endingAtOrAfter: next),
          span.lowerBound <= interval.upperBound
        {
          result.insert(
            max(span.lowerBound, next)...min(span.upperBound, interval.upperBound), of: base)
          next = span.upperBound + 1
        }
      }
    }
    for uuid in uuids.others where try isRemembered(uuid) { result.insert(uuid) }
    return result
  }

  /// Whether any of the UUIDs is remembered as deleted.
  mutating func remembersDeath(of uuids: UUIDSet) throws(SQLiteError) -> Bool {
    for (base, counters) in uuids.numbered {
      for interval in counters.intervals
      where try deadSpan(of: base, endingAtOrAfter: interval.lowerBound)
        .map({ $0.lowerBound <= interval.upperBound }) ?? false
      {
        return true
      }
    }
    for uuid in uuids.others where try isRemembered(uuid) { return true }
    return false
  }

  private mutating func isRemembered(_ uuid: SampleUUID) throws(SQLiteError) -> Bool {
    try findDead.bind(uuid.bytes, at: 1)
    defer { findDead.reset() }
    return try findDead.step()
  }

  /// Remembers the UUIDs of deleted samples.
  mutating func remember(_ uuids: UUIDSet, at position: Int64) throws(SQLiteError) {
    for (base, counters) in uuids.numbered {
      for interval in counters.intervals { try rememberSpan(interval, of: base) }
    }
    for uuid in uuids.others {
      try insertDead.bind(uuid.bytes, at: 1)
      try insertDead.bind(position, at: 2)
      try insertDead.run()
    }
  }

  /// Forgets random UUIDs whose deletions the log no longer tells.
  mutating func forgetDeaths(through position: Int64) throws(SQLiteError) {
    try forgetDead.bind(position, at: 1)
    try forgetDead.run()
  }

  /// Joins the interval with what it touches, so that a range deleted piece by piece is one row.
  private mutating func rememberSpan(
    _ counters: ClosedRange<UInt64>, of base: UInt64
  ) throws(SQLiteError) {
    var lower = counters.lowerBound
    var upper = counters.upperBound
    while let old = try deadSpan(of: base, endingAtOrAfter: lower == 0 ? 0 : lower - 1),
      old.lowerBound <= upper + 1
    {
      lower = min(lower, old.lowerBound)
      upper = max(upper, old.upperBound)
      try removeDeadSpan.bind(Int64(bitPattern: base), at: 1)
      try removeDeadSpan.bind(Int64(old.upperBound), at: 2)
      try removeDeadSpan.run()
    }
    try insertDeadSpan.bind(Int64(bitPattern: base), at: 1)
    try insertDeadSpan.bind(Int64(upper), at: 2)
    try insertDeadSpan.bind(Int64(lower), at: 3)
    try insertDeadSpan.run()
  }

  private mutating func deadSpan(
    of base: UInt64, endingAtOrAfter counter: UInt64
  ) throws(SQLiteError) -> ClosedRange<UInt64>? {
    try findDeadSpan.bind(Int64(bitPattern: base), at: 1)
    try findDeadSpan.bind(Int64(counter), at: 2)
    defer { findDeadSpan.reset() }
    guard try findDeadSpan.step() else { return nil }
    return try Self.span(findDeadSpan.integer(at: 0), findDeadSpan.integer(at: 1))
  }

  private static func span(
    _ first: Int64, _ last: Int64
  ) throws(SQLiteError) -> ClosedRange<UInt64> {
    guard first >= 0, first <= last, last < 1 << Int64(SampleUUID.counterBits) else {
      throw SQLiteError(.corrupt, cannot: "look up a UUID", "an interval of counters is damaged")
    }
    return UInt64(first)...UInt64(last)
  }
}
