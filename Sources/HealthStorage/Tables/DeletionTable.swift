internal import HealthCodec
package import HealthModel
package import SQLiteCore

/// Tombstones, as runs in log order.
package struct DeletionTable: ~Copyable {
  private var insert: Statement
  private var next: Statement
  private var nextFirst: Statement
  private var remove: Statement
  private var firstKept: Statement
  private var lastBefore: Statement
  /// The highest position of a run of which a reading found that it is not what was written.
  private(set) var unreadableThrough: Int64 = 0

  /// Bounds what one look at the log decodes.
  static let mostRows = 4_096

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      """
      INSERT INTO deletion (first_position, last_position, type, deleted_at, body, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, persistent: true)
    let next = try connection.prepare(
      """
      SELECT first_position, last_position, body, checksum FROM deletion
      WHERE type = ?1 AND last_position > ?2
      ORDER BY last_position LIMIT 1
      """, persistent: true)
    // The index alone answers it.
    let nextFirst = try connection.prepare(
      """
      SELECT first_position FROM deletion
      WHERE type = ?1 AND last_position > ?2
      ORDER BY last_position LIMIT 1
      """, persistent: true)
    let remove = try connection.prepare(
      "DELETE FROM deletion WHERE last_position <= ?1 RETURNING 1", persistent: true)
    let firstKept = try connection.prepare(
      "SELECT min(first_position) FROM deletion WHERE deleted_at >= ?1", persistent: true)
    let lastBefore = try connection.prepare(
      "SELECT max(last_position) FROM deletion WHERE last_position < ?1", persistent: true)
    self.insert = insert
    self.next = next
    self.remove = remove
    self.firstKept = firstKept
    self.lastBefore = lastBefore
    self.nextFirst = nextFirst
  }

  mutating func insert(
    _ run: DeletionRun, type: Int64, at now: Double
  ) throws {
    guard let first = run.positions.min, let last = run.positions.max else { return }
    let body = try run.encoded()
    try insert.bind(first, at: 1)
    try insert.bind(last, at: 2)
    try insert.bind(type, at: 3)
    try insert.bind(now, at: 4)
    try insert.bind(body, at: 5)
    try insert.bind(Checksum.of(body), at: 6)
    try insert.run()
  }

  /// Forgets runs that end at `position` or before; returns how many there were.
  mutating func remove(through position: Int64) throws(SQLiteError) -> Int {
    try remove.bind(position, at: 1)
    var count = 0
    while try remove.step() { count += 1 }
    return count
  }

  /// The last position of the tombstones that come before every one younger than `date`; `nil`
  /// where there is none.
  package mutating func lastPosition(olderThan date: Double) throws(SQLiteError) -> Int64? {
    try firstKept.bind(date, at: 1)
    defer { firstKept.reset() }
    guard try firstKept.step() else { return nil }
    try lastBefore.bind(firstKept.isNull(at: 0) ? .max : firstKept.integer(at: 0), at: 1)
    defer { lastBefore.reset() }
    guard try lastBefore.step(), !lastBefore.isNull(at: 0) else { return nil }
    return lastBefore.integer(at: 0)
  }

  /// The first position after `position` at which a deletion of the type may stand; `nil` where
  /// none is left.
  package mutating func nextPosition(
    of type: Int64, after position: Int64
  ) throws(SQLiteError)
    -> Int64?
  {
    try nextFirst.bind(type, at: 1)
    try nextFirst.bind(position, at: 2)
    defer { nextFirst.reset() }
    guard try nextFirst.step() else { return nil }
    return max(nextFirst.integer(at: 0), position + 1)
  }

  /// The first run of the type that reaches past `position`, if it begins by `end`.
  package mutating func run(
    of type: Int64, after position: Int64, through end: Int64
  ) throws -> DeletionRun? {
    try next.bind(type, at: 1)
    try next.bind(position, at: 2)
    defer { next.reset() }
    guard try next.step() else { return nil }
    let (first, last) = (next.integer(at: 0), next.integer(at: 1))
    // Runs of a type do not overlap, so that none after it begins earlier.
    guard first <= end else { return nil }
    let body = try next.blob(at: 2)
    guard Checksum.of(body) == next.integer(at: 3) else {
      throw damage(last, after: position, "the checksum does not match")
    }
    let run: DeletionRun
    do {
      run = try DeletionRun(decoding: body, limits: .stored)
    } catch {
      throw damage(last, after: position, "\(error)")
    }
    // Whoever reads on after a run's last position comes past it.
    guard run.positions.min == first, run.positions.max == last else {
      throw damage(last, after: position, "they are not at the positions that their row names")
    }
    return run
  }

  private mutating func damage(
    _ last: Int64, after position: Int64, _ detail: String
  ) -> StorageError {
    unreadableThrough = max(unreadableThrough, last)
    return StorageError(.damaged, cannot: "read the deletions after \(position)", detail)
  }
}
