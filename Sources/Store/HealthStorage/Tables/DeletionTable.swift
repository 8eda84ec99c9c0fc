internal import HealthCodec
package import HealthModel
package import SQLiteCore

/// Tombstones, as runs in log order.
package struct DeletionTable: ~Copyable {
  private var insert: Statement
  private var next: Statement
  private var nextFirst: Statement
  private var nextOf: Statement
  private var nextFirstOf: Statement
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
      INSERT INTO deletion (first_position, last_position, type, deleted_at, body, checksum, source)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """, persistent: true)
    let next = try connection.prepare(
      """
      SELECT \(FoundDeletions.columns) FROM deletion
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
    // The same of what one app had saved; with NULL, of runs of which nobody noted whose they are.
    let nextOf = try connection.prepare(
      """
      SELECT \(FoundDeletions.columns)
      FROM deletion INDEXED BY deletion_by_source
      WHERE type = ?1 AND source IS ?3 AND last_position > ?2
      ORDER BY last_position LIMIT 1
      """, persistent: true)
    let nextFirstOf = try connection.prepare(
      """
      SELECT first_position FROM deletion INDEXED BY deletion_by_source
      WHERE type = ?1 AND source IS ?3 AND last_position > ?2
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
    self.nextOf = nextOf
    self.nextFirstOf = nextFirstOf
    self.remove = remove
    self.firstKept = firstKept
    self.lastBefore = lastBefore
    self.nextFirst = nextFirst
  }

  /// Writes a run of tombstones of what one app had saved.
  mutating func insert(
    _ run: DeletionRun, type: Int64, savedBy owner: String, at now: Double
  ) throws {
    guard let first = run.positions.min, let last = run.positions.max else { return }
    let body = try run.encoded()
    let sum = RowChecksum.of(
      body, in: .integer(first), .integer(last), .integer(type), .number(now), .text(owner))
    try insert.bind(first, at: 1)
    try insert.bind(last, at: 2)
    try insert.bind(type, at: 3)
    try insert.bind(now, at: 4)
    try insert.bind(body, at: 5)
    try insert.bind(sum, at: 6)
    try insert.bind(owner, at: 7)
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
  ) throws(SQLiteError) -> Int64? {
    try nextFirst.bind(type, at: 1)
    try nextFirst.bind(position, at: 2)
    defer { nextFirst.reset() }
    guard try nextFirst.step() else { return nil }
    return max(nextFirst.integer(at: 0), position + 1)
  }

  /// The same of what one app had saved; of what nobody noted whose it was for `nil`.
  mutating func nextPosition(
    of type: Int64, savedBy owner: String?, after position: Int64
  ) throws(SQLiteError) -> Int64? {
    try Self.bind(type, owner, position, to: &nextFirstOf)
    defer { nextFirstOf.reset() }
    guard try nextFirstOf.step() else { return nil }
    return max(nextFirstOf.integer(at: 0), position + 1)
  }

  /// The first run of the type that reaches past `position`, if it begins by `end`.
  package mutating func run(
    of type: Int64, after position: Int64, through end: Int64
  ) throws -> DeletionRun? {
    try next.bind(type, at: 1)
    try next.bind(position, at: 2)
    defer { next.reset() }
    return try run(FoundDeletions(&next, through: end), after: position)
  }

  /// The same of what one app had saved; of what nobody noted whose it was for `nil`.
  mutating func run(
    of type: Int64, savedBy owner: String?, after position: Int64, through end: Int64
  ) throws -> DeletionRun? {
    try Self.bind(type, owner, position, to: &nextOf)
    defer { nextOf.reset() }
    return try run(FoundDeletions(&nextOf, through: end), after: position)
  }

  /// Takes a position up to which somebody else found that they cannot be read.
  mutating func noteUnreadable(through position: Int64) {
    unreadableThrough = max(unreadableThrough, position)
  }

  /// Takes how far a reading found that they cannot be read.
  mutating func takeUnreadable() -> Int64 {
    defer { unreadableThrough = 0 }
    return unreadableThrough
  }

  private static func bind(
    _ type: Int64, _ owner: String?, _ position: Int64, to statement: inout Statement
  ) throws(SQLiteError) {
    try statement.bind(type, at: 1)
    try statement.bind(position, at: 2)
    if let owner { try statement.bind(owner, at: 3) } else { try statement.bindNull(at: 3) }
  }

  private mutating func run(
    _ found: FoundDeletions, after position: Int64
  ) throws -> DeletionRun? {
    switch found {
    case .nothing: return nil
    case .run(let run): return run
    case .damage(let last, let detail):
      unreadableThrough = max(unreadableThrough, last)
      throw StorageError(.damaged, cannot: "read the deletions after \(position)", detail)
    }
  }
}

/// What a look for a run of deletions found.
enum FoundDeletions {
  case nothing
  case run(DeletionRun)
  /// One that is not what was written, with its last position.
  case damage(last: Int64, String)

  /// The columns that `init(in:)` reads, in its order.
  static let columns =
    "first_position, last_position, body, checksum, type, deleted_at, source"

  /// Steps a statement for the columns; a run that begins after `end` is none.
  init(_ statement: inout Statement, through end: Int64) throws(SQLiteError) {
    // Runs of a type do not overlap, so that none after it begins earlier.
    guard try statement.step(), statement.integer(at: 0) <= end else {
      self = .nothing
      return
    }
    self = try Self(in: statement)
  }

  /// Reads the row that a statement for the columns was stepped to.
  init(in statement: borrowing Statement) throws(SQLiteError) {
    let (first, last) = (statement.integer(at: 0), statement.integer(at: 1))
    let body = try statement.blob(at: 2)
    let sum = RowChecksum.of(
      body, in: .integer(first), .integer(last), try statement.value(at: 4),
      try statement.value(at: 5), try statement.value(at: 6))
    guard sum == statement.integer(at: 3) else {
      self = .damage(last: last, "the checksum does not match")
      return
    }
    do {
      let run = try DeletionRun(decoding: body, limits: .stored)
      // Whoever reads on after a run's last position comes past it.
      let isInPlace = run.positions.min == first && run.positions.max == last
      self =
        isInPlace
        ? .run(run)
        : .damage(last: last, "they are not at the positions that their row names")
    } catch {
      self = .damage(last: last, "\(error)")
    }
  }
}
