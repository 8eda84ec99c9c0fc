internal import HealthModel
internal import SQLiteCore

/// What a store knows as a whole, in the one row of its first table.
struct StoreRow: Hashable, Sendable {
  /// The last log position given out.
  var head: Int64 = 0
  /// The highest log position whose tombstone is gone.
  var horizon: Int64 = 0
  /// Samples ending before this are refused.
  var cutoff = Instant.permitted.lowerBound
  /// The log position of the last erasure of all history; 0 where there was none.
  var erased: Int64 = 0
  /// From which end date on the store claims to know everything while it has no record of the sync.
  var knownFrom = Instant.permitted.lowerBound
  /// The number from which on blocks are loose.
  var looseFrom: Int64 = 1

  /// What reads it: its columns, with the checksum of them behind.
  static let query =
    "SELECT head, horizon, cutoff, erased, known_from, loose_from, checksum FROM store"

  init() {}

  /// - Throws: `damaged` where there is none, or where it is not what was written.
  init(reading rows: inout Statement) throws {
    guard try rows.step() else { throw Self.damage("is missing") }
    guard try rows.isRowSound else { throw Self.damage("is not what was written") }
    head = rows.integer(at: 0)
    horizon = rows.integer(at: 1)
    cutoff = rows.double(at: 2)
    erased = rows.integer(at: 3)
    knownFrom = rows.double(at: 4)
    looseFrom = rows.integer(at: 5)
    guard [head, horizon, erased, looseFrom].allSatisfy(RowNumber.isPossible),
      Instant.permitted.contains(cutoff)
    else {
      throw Self.damage("makes no sense")
    }
  }

  private static func damage(_ how: String) -> StorageError {
    StorageError(.damaged, cannot: "read the store", "its first row \(how)")
  }

  /// Its columns.
  var values: [SQLValue] {
    [
      .integer(head), .integer(horizon), .number(cutoff), .integer(erased), .number(knownFrom),
      .integer(looseFrom),
    ]
  }

  /// Gives the row of a store from before version 12 its checksum.
  static func addChecksum(on connection: borrowing Connection) throws(SQLiteError) {
    var rows = try connection.prepare(query)
    guard try rows.step() else { return }
    let sum = RowChecksum.of(try rows.values().dropLast())
    rows.reset()
    try connection.execute("UPDATE store SET checksum = \(sum)")
  }
}

/// Numbers that the tables count up by: of types, segments, blocks, owners and places of the log.
enum RowNumber {
  /// No store gets there in its life, and all that is worked out from such numbers has room above it.
  private static let most: Int64 = 1 << 48

  /// Whether a store can have counted up to this.
  static func isPossible(_ number: Int64) -> Bool { (0...most).contains(number) }

  /// The number after the highest that a query finds.
  ///
  /// - Throws: `damaged` where no store counted up to that one.
  static func next(
    after query: String, on connection: borrowing Connection
  ) throws -> Int64 {
    let last = try connection.integer(query) ?? 0
    guard isPossible(last) else {
      throw StorageError(
        .damaged, cannot: "open the store", "a row has a number that none is given")
    }
    return last + 1
  }
}
