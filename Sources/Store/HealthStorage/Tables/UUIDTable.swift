internal import HealthCodec
internal import HealthModel
package import SQLiteCore

/// Where UUIDs are: spans of our own numbering, pages of foreign ones, and those of the deleted.
package struct UUIDTable: ~Copyable {
  private var findSpan: Statement
  private var insertSpan: Statement
  private var removeSpans: Statement
  private var removeBlock: Statement
  private var findPages: Statement
  private var insertPage: Statement
  private var removePages: Statement
  private var findDeadOwner: Statement
  private var findDeadSpan: Statement
  private var insertDeadSpan: Statement
  private var removeDeadSpan: Statement
  private var findDead: Statement
  private var findDeadOwners: Statement
  private var insertDead: Statement
  private var forgetDead: Statement
  /// Whether a reading found a span of our own numbering that is not what was written.
  private(set) var areSpansUnreadable = false
  /// Segments with a page of which a reading found that it is not what was written.
  private(set) var unreadablePages: Set<Int64> = []
  /// Segments with a page of an older form, which a reading met.
  private(set) var agedPages: Set<Int64> = []
  /// How many pages were read so far: many UUIDs looked up at once need few.
  package private(set) var pagesRead = 0

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let findSpan = try connection.prepare(
      """
      SELECT first, last, block, checksum FROM uuid_span
      WHERE base = ?1 AND last >= ?2 ORDER BY last LIMIT 1
      """, persistent: true)
    let insertSpan = try connection.prepare(
      "INSERT INTO uuid_span (base, last, first, block, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
      persistent: true)
    let removeSpans = try connection.prepare(
      "DELETE FROM uuid_span WHERE base = ?1 AND last BETWEEN ?2 AND ?3 AND block = ?4",
      persistent: true)
    // A scan, which only damage asks for.
    let removeBlock = try connection.prepare(
      "DELETE FROM uuid_span WHERE block = ?1", persistent: true)
    let findPages = try connection.prepare(
      """
      SELECT id, checksum, form, entries FROM uuid_page WHERE id BETWEEN ?1 AND ?2 ORDER BY id
      """, persistent: true)
    let insertPage = try connection.prepare(
      "INSERT INTO uuid_page (id, entries, checksum, form) VALUES (?1, ?2, ?3, 1)",
      persistent: true)
    let removePages = try connection.prepare(
      "DELETE FROM uuid_page WHERE id BETWEEN ?1 AND ?2", persistent: true)
    let findDeadSpan = try connection.prepare(
      """
      SELECT * FROM dead_span WHERE base = ?1 AND owner = ?3 AND last >= ?2 ORDER BY last
      """, persistent: true)
    let findDeadOwner = try connection.prepare(
      """
      SELECT owner FROM dead_span WHERE base = ?1 AND owner > ?2 ORDER BY owner LIMIT 1
      """, persistent: true)
    // A damaged row stays, so that a check goes on to say it.
    let insertDeadSpan = try connection.prepare(
      "INSERT OR IGNORE INTO dead_span (base, owner, last, first, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
      persistent: true)
    let removeDeadSpan = try connection.prepare(
      "DELETE FROM dead_span WHERE base = ?1 AND last = ?2 AND owner = ?3", persistent: true)
    let findDead = try connection.prepare(
      "SELECT uuid FROM dead_uuid WHERE uuid >= ?1 ORDER BY uuid LIMIT 1", persistent: true)
    let findDeadOwners = try connection.prepare(
      "SELECT * FROM dead_uuid WHERE uuid = ?1", persistent: true)
    // As long as the log tells of any of its deaths: twins have several.
    let insertDead = try connection.prepare(
      """
      INSERT INTO dead_uuid (uuid, owner, position, checksum) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET position = excluded.position, checksum = excluded.checksum
      WHERE excluded.position > position
      """, persistent: true)
    // Version 5 is what imported records without a UUID get, and import must never re-add them.
    let forgetDead = try connection.prepare(
      "DELETE FROM dead_uuid WHERE position <= ?1 AND substr(hex(uuid), 13, 1) <> '5'",
      persistent: true)
    self.findSpan = findSpan
    self.insertSpan = insertSpan
    self.removeSpans = removeSpans
    self.removeBlock = removeBlock
    self.findPages = findPages
    self.insertPage = insertPage
    self.removePages = removePages
    self.findDeadOwner = findDeadOwner
    self.findDeadSpan = findDeadSpan
    self.insertDeadSpan = insertDeadSpan
    self.removeDeadSpan = removeDeadSpan
    self.findDead = findDead
    self.findDeadOwners = findDeadOwners
    self.insertDead = insertDead
    self.forgetDead = forgetDead
  }

  /// The block that has counter `counter` of `base`, or the next span after it.
  ///
  /// - Throws: `damaged` where the row is not what was written.
  package mutating func span(
    of base: UInt64, endingAtOrAfter counter: UInt64
  ) throws -> (counters: ClosedRange<UInt64>, block: Int64)? {
    try findSpan.bind(Int64(bitPattern: base), at: 1)
    try findSpan.bind(Int64(counter), at: 2)
    defer { findSpan.reset() }
    guard try findSpan.step() else { return nil }
    let (first, last) = (findSpan.integer(at: 0), findSpan.integer(at: 1))
    let block = findSpan.integer(at: 2)
    guard
      Self.checksum(Int64(bitPattern: base), last, first, block) == findSpan.integer(at: 3),
      let counters = try? Self.span(first, last)
    else {
      areSpansUnreadable = true
      throw StorageError(
        .damaged, cannot: "look up a UUID", "an interval of counters is damaged")
    }
    return (counters, block)
  }

  /// Takes the spans for damaged, as what is in a block is not found by them.
  mutating func noteUnreadableSpans() { areSpansUnreadable = true }

  /// Takes whether a reading found a damaged span.
  mutating func takeUnreadableSpans() -> Bool {
    defer { areSpansUnreadable = false }
    return areSpansUnreadable
  }

  mutating func insert(
    _ counters: ClosedRange<UInt64>, of base: UInt64, block: Int64
  ) throws(SQLiteError) {
    try insertSpan.bind(Int64(bitPattern: base), at: 1)
    try insertSpan.bind(Int64(counters.upperBound), at: 2)
    try insertSpan.bind(Int64(counters.lowerBound), at: 3)
    try insertSpan.bind(block, at: 4)
    try insertSpan.bind(
      Self.checksum(
        Int64(bitPattern: base), Int64(counters.upperBound), Int64(counters.lowerBound), block),
      at: 5)
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

  /// Lends consecutive pages of a segment's foreign UUIDs, in order.
  ///
  /// - Parameters:
  ///   - pages: Which.
  ///   - segment: Whose.
  ///   - body: Gets the number of a page, its bytes and whether they name rows and not blocks, which is the
  ///     older form; returns whether the bytes are a page.
  /// - Returns: Whether all of them are there: they are not where the segment is gone.
  /// - Throws: `damaged` for a page that is not what was written.
  mutating func readPages(
    _ pages: ClosedRange<Int>, of segment: Int64,
    _ body: (_ page: Int, _ bytes: borrowing Span<UInt8>, _ namesRows: Bool) -> Bool
  ) throws -> Bool {
    try findPages.bind(segment << 8 | Int64(pages.lowerBound), at: 1)
    try findPages.bind(segment << 8 | Int64(pages.upperBound), at: 2)
    defer { findPages.reset() }
    for page in pages {
      guard try findPages.step(), findPages.integer(at: 0) == segment << 8 | Int64(page) else {
        return false
      }
      pagesRead += 1
      let checksum = findPages.integer(at: 1)
      let form = findPages.integer(at: 2)
      let namesRows = form == 0
      let place = RowChecksum.of([.integer(segment << 8 | Int64(page)), .integer(form)])
      if namesRows { agedPages.insert(segment) }
      let isSound = try findPages.withBlob(at: 3) { bytes throws(SQLiteError) in
        Checksum.of(bytes) ^ place == checksum && body(page, bytes, namesRows)
      }
      guard isSound else {
        unreadablePages.insert(segment)
        throw StorageError(
          .damaged, cannot: "look up a UUID", "page \(page) of segment \(segment) is damaged")
      }
    }
    return true
  }

  mutating func insert(_ pages: [[UInt8]], of segment: Int64) throws(SQLiteError) {
    // Empty ones too, so that a page that is missing means a segment that is.
    for (index, page) in pages.enumerated() {
      let id = segment << 8 | Int64(index)
      try insertPage.bind(id, at: 1)
      try insertPage.bind(page, at: 2)
      try insertPage.bind(RowChecksum.of(page, in: .integer(id), .integer(1)), at: 3)
      try insertPage.run()
    }
  }

  /// Takes a segment for one of which a page is damaged.
  mutating func noteUnreadable(_ segment: Int64) { unreadablePages.insert(segment) }

  /// Takes the segments of which a reading found a page that is not what was written.
  mutating func takeUnreadable() -> Set<Int64> {
    defer { unreadablePages = [] }
    return unreadablePages
  }

  mutating func removePages(of segment: Int64) throws(SQLiteError) {
    unreadablePages.remove(segment)
    agedPages.remove(segment)
    try removePages.bind(segment << 8, at: 1)
    try removePages.bind(segment << 8 | 0xFF, at: 2)
    try removePages.run()
  }

  /// Those of the UUIDs that are remembered as deleted.
  mutating func remembered(of uuids: UUIDSet) throws(SQLiteError) -> UUIDSet {
    var result = UUIDSet()
    for (base, counters) in uuids.numbered {
      var last: Int64 = -1
      while let owner = try deadOwner(of: base, after: last) {
        last = owner
        for interval in counters.intervals {
          var next = interval.lowerBound
          while next <= interval.upperBound,
            let span = try deadSpan(of: base, owner, endingAtOrAfter: next),
            span.lowerBound <= interval.upperBound
          {
            result.insert(
              max(span.lowerBound, next)...min(span.upperBound, interval.upperBound), of: base)
            next = span.upperBound + 1
          }
        }
      }
    }
    for uuid in try remembered(of: uuids.others) { result.insert(uuid) }
    return result
  }

  /// Whether any of the UUIDs is remembered as deleted.
  mutating func remembersDeath(of uuids: UUIDSet) throws(SQLiteError) -> Bool {
    for (base, counters) in uuids.numbered {
      var last: Int64 = -1
      while let owner = try deadOwner(of: base, after: last) {
        last = owner
        for interval in counters.intervals
        where try deadSpan(of: base, owner, endingAtOrAfter: interval.lowerBound)
          .map({ $0.lowerBound <= interval.upperBound }) ?? false
        {
          return true
        }
      }
    }
    return try !remembered(of: uuids.others, atMost: 1).isEmpty
  }

  /// Those of some foreign UUIDs that are remembered as deleted, or as many of them as are wanted.
  ///
  /// Each look into the table finds the next that is there at all, so that few of either are found quickly
  /// among many of the other.
  mutating func remembered(
    of uuids: Set<SampleUUID>, atMost limit: Int = .max
  ) throws(SQLiteError) -> [SampleUUID] {
    guard let lowest = uuids.min(), var dead = try dead(from: lowest) else { return [] }
    var found: [SampleUUID] = []
    var rest = uuids.sorted()[...]
    while true {
      rest = rest.drop { $0 < dead }
      if rest.first == dead {
        found.append(rest.removeFirst())
        if found.count == limit { return found }
      }
      guard let next = rest.first, let following = try self.dead(from: next) else { return found }
      dead = following
    }
  }

  /// The first UUID from `uuid` on that is remembered as deleted.
  private mutating func dead(from uuid: SampleUUID) throws(SQLiteError) -> SampleUUID? {
    try findDead.bind(uuid.bytes, at: 1)
    defer { findDead.reset() }
    guard try findDead.step() else { return nil }
    guard let dead = SampleUUID(bytes: try findDead.blob(at: 0)), dead >= uuid else {
      throw SQLiteError(.corrupt, cannot: "look up a UUID", "a deleted one is damaged")
    }
    return dead
  }

  /// The numbers of those who had saved what died under a UUID.
  mutating func owners(ofDead uuid: SampleUUID) throws(SQLiteError) -> [Int64] {
    var owners: [Int64] = []
    if uuid.isNumbered {
      var last: Int64 = -1
      while let owner = try deadOwner(of: uuid.base, after: last) {
        last = owner
        let span = try deadSpan(of: uuid.base, owner, endingAtOrAfter: uuid.counter)
        if let span, span.contains(uuid.counter) { owners.append(owner) }
      }
    } else {
      try findDeadOwners.bind(uuid.bytes, at: 1)
      defer { findDeadOwners.reset() }
      while try findDeadOwners.step() {
        // A damaged row does not tell who had saved it.
        owners.append(
          try findDeadOwners.isRowSound ? findDeadOwners.integer(at: 1) : SampleOwners.unknown)
      }
    }
    return owners
  }

  /// Remembers the UUIDs of deleted samples, and who had saved these.
  mutating func remember(
    _ uuids: UUIDSet, of owner: Int64, at position: Int64
  ) throws(SQLiteError) {
    for (base, counters) in uuids.numbered {
      for interval in counters.intervals { try rememberSpan(interval, of: base, owner) }
    }
    for uuid in uuids.others {
      try insertDead.run(row: .bytes(uuid.bytes), .integer(owner), .integer(position))
    }
  }

  /// Forgets random UUIDs whose deletions the log no longer tells.
  mutating func forgetDeaths(through position: Int64) throws(SQLiteError) {
    try forgetDead.bind(position, at: 1)
    try forgetDead.run()
  }

  /// Joins the interval with what it touches, so that a range deleted piece by piece is one row.
  private mutating func rememberSpan(
    _ counters: ClosedRange<UInt64>, of base: UInt64, _ owner: Int64
  ) throws(SQLiteError) {
    var lower = counters.lowerBound
    var upper = counters.upperBound
    while let old = try deadSpan(of: base, owner, endingAtOrAfter: lower == 0 ? 0 : lower - 1),
      old.lowerBound <= upper + 1
    {
      lower = min(lower, old.lowerBound)
      upper = max(upper, old.upperBound)
      try removeDeadSpan.bind(Int64(bitPattern: base), at: 1)
      try removeDeadSpan.bind(Int64(old.upperBound), at: 2)
      try removeDeadSpan.bind(owner, at: 3)
      try removeDeadSpan.run()
    }
    try insertDeadSpan.run(
      row: .integer(Int64(bitPattern: base)), .integer(owner), .integer(Int64(upper)),
      .integer(Int64(lower)))
  }

  /// The next of those who had saved what is dead under a base: mostly there is one.
  private mutating func deadOwner(
    of base: UInt64, after owner: Int64
  ) throws(SQLiteError) -> Int64? {
    try findDeadOwner.bind(Int64(bitPattern: base), at: 1)
    try findDeadOwner.bind(owner, at: 2)
    defer { findDeadOwner.reset() }
    return try findDeadOwner.step() ? findDeadOwner.integer(at: 0) : nil
  }

  /// The first interval that is not damaged.
  private mutating func deadSpan(
    of base: UInt64, _ owner: Int64, endingAtOrAfter counter: UInt64
  ) throws(SQLiteError) -> ClosedRange<UInt64>? {
    try findDeadSpan.bind(Int64(bitPattern: base), at: 1)
    try findDeadSpan.bind(Int64(counter), at: 2)
    try findDeadSpan.bind(owner, at: 3)
    defer { findDeadSpan.reset() }
    while try findDeadSpan.step() {
      guard try findDeadSpan.isRowSound else { continue }
      return try Self.span(findDeadSpan.integer(at: 3), findDeadSpan.integer(at: 2))
    }
    return nil
  }
}
