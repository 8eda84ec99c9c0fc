package import HealthModel

// Rows and deaths that peers tell.
extension SyncTransaction {
  /// Stores numbered rows, none of whose dots is live, and covers their dots.
  ///
  /// Rows of our own numbering cost as little as when they are saved: nothing is looked up by row unless one
  /// of the UUIDs is known.
  ///
  /// - Parameter run: Its log positions are given out here.
  /// - Returns: The dots among them whose UUID was deleted under another dot: they are covered, not stored.
  /// - Throws: a `ModelError` where the type's rows are of another kind; a `StorageError` for a fault of the
  ///   disk, or where a UUID cannot be looked up.
  package mutating func insert(_ run: SampleRun) throws -> VersionVector {
    guard !run.isEmpty else { return VersionVector() }
    try begin()
    return try writer.insert(run)
  }

  /// Keeps a piece of a document, whose sample comes later; one that is there already is replaced.
  ///
  /// Pieces of documents that are here, and can be read, or were deleted here are ignored.
  package mutating func insert(_ piece: ChangeBatch.DocumentPiece) throws {
    try begin()
    try writer.insert(piece)
  }

  /// Writes a tombstone for each dot of a run and removes its row, seen or not.
  ///
  /// Where the row is here the tombstone says what the row does, else what the run does. Every dot of a UUID
  /// that is buried gets a tombstone: the run's, the one that holds the row, and its aliases. UUIDs are
  /// remembered as dead.
  ///
  /// - Parameters:
  ///   - run: Of one type; its positions mean nothing here.
  ///   - now: The node's clock, for the age of the tombstones.
  /// - Throws: `StorageError` for a fault of the disk, or where UUIDs cannot be looked up.
  package mutating func bury(_ run: DeletionRun, at now: Double) throws {
    guard run.count > 0 else { return }
    try begin()
    try writer.bury(run, at: now, by: teller.map { .peer($0) })
  }

  package mutating func twins(of run: DeletionRun) throws -> VersionVector {
    guard run.count > 0 else { return VersionVector() }
    try begin()
    try writer.flush()
    return try writer.dots(of: try writer.twins(of: run))
  }

  /// Buries live rows and saves copies of them, which peers that hold them for dead take as new samples (R28).
  ///
  /// - Returns: The dots whose rows cannot be read, and stay.
  package mutating func saveAgain(_ dots: VersionVector, at now: Double) throws -> VersionVector {
    guard !dots.isEmpty else { return dots }
    try begin()
    return try writer.saveAgain(dots, at: now)
  }

  /// Writes a tombstone for each of the dots that is live here, and for its twins, and removes the row.
  ///
  /// A damaged row tells nothing that a tombstone could say: its dot stays covered, is live no more, and gets
  /// none. Dots that are not live are ignored.
  ///
  /// - Parameters:
  ///   - dots: Of any types.
  ///   - now: The node's clock, for the age of the tombstones.
  /// - Throws: `StorageError` for a fault of the disk.
  package mutating func bury(_ dots: VersionVector, at now: Double) throws {
    guard !dots.isEmpty else { return }
    try begin()
    try writer.bury(dots, at: now, by: teller.map { .peer($0) })
  }
}
