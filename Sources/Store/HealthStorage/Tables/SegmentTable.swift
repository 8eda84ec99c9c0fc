internal import HealthCodec
package import HealthModel
package import SQLiteCore

/// Segments by number: their directories and their partial aggregates.
package struct SegmentTable: ~Copyable {
  private var insert: Statement
  private var remove: Statement
  private var replace: Statement
  private var fetchAggregates: Statement
  private var giveClaimUp: Statement
  /// Those whose aggregates are not what was written, as a reading found.
  private var unreadable: Set<Int64> = []

  package init(_ connection: borrowing Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      """
      INSERT INTO segment
        (id, type, directory, directory_checksum, aggregates, aggregates_checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """, persistent: true)
    let remove = try connection.prepare("DELETE FROM segment WHERE id = ?1", persistent: true)
    let replace = try connection.prepare(
      "UPDATE segment SET directory = ?2, directory_checksum = ?3 WHERE id = ?1", persistent: true)
    let fetchAggregates = try connection.prepare(
      "SELECT aggregates, aggregates_checksum, type FROM segment WHERE id = ?1", persistent: true)
    let giveClaimUp = try connection.prepare(
      "UPDATE segment SET claim_given_up = 1 WHERE id = ?1", persistent: true)
    self.giveClaimUp = giveClaimUp
    self.insert = insert
    self.remove = remove
    self.replace = replace
    self.fetchAggregates = fetchAggregates
  }

  mutating func insert(
    _ id: Int64, type: Int64, directory: SegmentDirectory, aggregates: Aggregates
  ) throws {
    let directoryBytes = try directory.encoded()
    let aggregateBytes = try aggregates.encoded()
    try insert.bind(id, at: 1)
    try insert.bind(type, at: 2)
    try insert.bind(directoryBytes, at: 3)
    try insert.bind(Self.checksum(directoryBytes, id, type), at: 4)
    try insert.bind(aggregateBytes, at: 5)
    try insert.bind(Self.checksum(aggregateBytes, id, type), at: 6)
    try insert.run()
  }

  /// Writes a segment of which nothing is known but its type: whoever opens the store takes its directory
  /// for damaged.
  mutating func insertDamaged(_ id: Int64, type: Int64) throws {
    try insert.bind(id, at: 1)
    try insert.bind(type, at: 2)
    for (bytes, checksum) in [(3, 4), (5, 6)] {
      try insert.bind([], at: bytes)
      try insert.bind(~Self.checksum([], id, type), at: checksum)
    }
    try insert.run()
  }

  /// Writes another directory for a segment with the same blocks.
  mutating func replace(_ id: Int64, type: Int64, directory: SegmentDirectory) throws {
    let bytes = try directory.encoded()
    try replace.bind(id, at: 1)
    try replace.bind(bytes, at: 2)
    try replace.bind(Self.checksum(bytes, id, type), at: 3)
    try replace.run()
  }

  /// Notes that nothing is claimed any more of what a segment held whose directory is damaged.
  mutating func giveClaimUp(on id: Int64) throws(SQLiteError) {
    try giveClaimUp.bind(id, at: 1)
    try giveClaimUp.run()
  }

  /// The checksum of a directory, or of aggregates, in the row of a segment.
  static func checksum(_ bytes: [UInt8], _ id: Int64, _ type: Int64) -> Int64 {
    RowChecksum.of(bytes, in: .integer(id), .integer(type))
  }

  /// Erases a segment's header.
  mutating func remove(_ id: Int64) throws(SQLiteError) {
    try remove.bind(id, at: 1)
    try remove.run()
  }

  /// The partial aggregates of segment `id`.
  package mutating func aggregates(_ id: Int64) throws -> Aggregates {
    guard let aggregates = try withAggregates(id, { try Aggregates(decoding: $0, limits: .stored) })
    else {
      unreadable.insert(id)
      throw StorageError(.damaged, cannot: "read segment \(id)", "it is missing")
    }
    return aggregates
  }

  /// The same as columns; `nil` where the segment is there no more, because it was merged.
  mutating func aggregateColumns(_ id: Int64) throws -> AggregateColumns? {
    try withAggregates(id) { try AggregateColumns(decoding: $0, limits: .stored) }
  }

  /// Takes the segments whose aggregates a reading found damaged.
  mutating func takeUnreadable() -> Set<Int64> {
    defer { unreadable = [] }
    return unreadable
  }

  private mutating func withAggregates<Result>(
    _ id: Int64, _ body: (borrowing Span<UInt8>) throws -> Result
  ) throws -> Result? {
    try fetchAggregates.bind(id, at: 1)
    defer { fetchAggregates.reset() }
    guard try fetchAggregates.step() else { return nil }
    let bytes = try fetchAggregates.blob(at: 0)
    guard Self.checksum(bytes, id, fetchAggregates.integer(at: 2)) == fetchAggregates.integer(at: 1)
    else {
      unreadable.insert(id)
      throw StorageError(
        .damaged, cannot: "read segment \(id)", "the checksum of its aggregates does not match")
    }
    do {
      return try body(bytes.span)
    } catch {
      throw StorageError(.damaged, cannot: "read segment \(id)", "\(error)")
    }
  }
}
