package import HealthModel

/// A node's store as the rules see it: rows, vector, log and one record, changed together (R1).
///
/// What a method changes is seen at once by those after it and is durable after `commit()`; what was not
/// committed is gone after `rollBack()` or a crash.
package protocol SyncStore: ~Copyable {
  /// What pins the rows and tombstones of one moment, so that a reconciliation speaks of one state.
  associatedtype Pin: Sendable
  /// A walk over rows in parts, newest first, which holds no rows.
  associatedtype Walk: Sendable

  var record: SyncRecord { get set }
  /// The dots that were processed (R1).
  var vector: VersionVector { get }
  /// F: what ends earlier is out of the window.
  var floor: Double { get }
  var head: LogPlace { get }
  /// The highest log position whose tombstone is gone.
  var horizon: Int64 { get }
  /// The incarnation under which the next dot or log entry is written (R2).
  var nextWriter: Incarnation { get }
  /// Live dots whose columns cannot be read (R24).
  var damaged: VersionVector { get }
  /// Whether the record was damaged and stands for nothing; setting it ends that (R24).
  var isRecordLost: Bool { get }
  /// Types of which a header was lost, so that nobody can tell what was live (R24).
  var lostTypes: Set<ObjectType> { get }

  /// Changes the record by what may be forgotten, and is told to nobody: it becomes durable with whatever
  /// is committed next that is more than new rows, and until then makes no commit of its own.
  mutating func note(_ change: (inout SyncRecord) -> Void)

  /// Who wrote `position` of the log; `nil` where nothing was written (R10).
  func incarnation(at position: Int64) -> Incarnation?

  /// Begins the new incarnation now, where one is due (R2): what is versioned by it is written next.
  mutating func beginIncarnation() throws
  mutating func setFloor(_ floor: Double) throws
  /// Stores numbered rows, none of whose dots is covered or live, and covers their dots.
  ///
  /// Of two dots with one UUID the lower one holds the row and the other is its alias (R23). To peers both
  /// are live.
  ///
  /// - Returns: The dots among them whose UUID was deleted, under whichever dot: they were covered, not stored,
  ///   and have to be buried.
  mutating func insert(_ run: SampleRun) throws -> VersionVector
  /// Replaces the damaged columns of live dots (R24); rows whose dot is not damaged are ignored.
  mutating func repair(_ run: SampleRun) throws
  /// Lets damaged dots go that nobody can give again, without a tombstone (R24).
  mutating func forgetDamaged(_ dots: VersionVector) throws
  mutating func insert(_ piece: ChangeBatch.DocumentPiece) throws
  mutating func cover(_ dots: VersionVector) throws
  /// Forgets that absent dots were processed (R17, R22, R24).
  mutating func uncover(_ dots: VersionVector) throws
  /// Removes the rows of dots where there are any, covers the dots and writes a tombstone for each at the
  /// end of the log, with what the run or else the row says of it.
  ///
  /// Twins of these dots are buried with them (R23).
  mutating func bury(_ run: DeletionRun, at now: Double) throws
  /// The same for dots that are live here.
  mutating func bury(_ dots: VersionVector, at now: Double) throws
  /// The live dots of rows that are twins of what a run says is dead (R23).
  mutating func twins(of run: DeletionRun) throws -> VersionVector
  /// Removes rows without a tombstone: those that end before the floor or whose type is out of scope, as
  /// far as `receipt` covers them (R15). Damaged ones leave with their type, or once none of those beside them
  /// ends after the floor.
  ///
  /// Twins leave together, once all of them may (R23): a dot that the peer never processed is not to be
  /// covered and absent here, and one that stays needs the row.
  mutating func prune(outside range: SharedRange, under receipt: VersionVector) throws
  /// Forgets tombstones up to a log position (R12).
  mutating func dropTombstones(through position: Int64) throws
  /// Notes that the rules have dealt with the types whose header was lost.
  mutating func forgetLostTypes() throws
  /// Makes all changes durable in one transaction (R3).
  mutating func commit() throws
  /// Forgets all changes since the last commit.
  mutating func rollBack()

  /// Those of the dots that are live here.
  mutating func live(among dots: VersionVector) throws -> VersionVector
  /// Those of the dots that have a tombstone here.
  mutating func tombstones(among dots: VersionVector) throws -> VersionVector
  /// The tombstones after a log position, in order.
  ///
  /// - Returns: At most `limit` of them, and the position up to which they are all; the head where there
  ///   are no more.
  mutating func deletions(
    after position: Int64, atMost limit: Int
  ) throws -> (runs: [DeletionRun], through: LogPlace)

  /// Begins a walk over the live rows of `range` that `selection` takes.
  mutating func walk(_ range: SharedRange, _ selection: RowSelection) throws -> Walk
  /// The next rows of a walk; none after the last.
  ///
  /// - Parameters:
  ///   - walk: Where it stands.
  ///   - known: Dots that are left out: what was sent meanwhile.
  ///   - limits: As many samples and bytes as there may be.
  /// - Returns: Numbered rows, the newest first as far as the order of what they are stored in goes; runs of
  ///   several types may be mixed, and no run has twins.
  /// - Throws: `StorageError` when something cannot be read.
  mutating func next(
    _ walk: inout Walk, without known: VersionVector, atMost limits: SessionLimits
  ) throws -> [SampleRun]
  /// The bytes of a document, in pieces.
  mutating func documentPiece(_ ordinal: Int, of uuid: SampleUUID) throws -> DocumentReading

  /// Pins what is live and dead now, committed or not.
  mutating func pin() throws -> Pin
  /// The root of each day that has live dots within `range`; damaged dots are left out.
  mutating func roots(_ range: SharedRange, in pin: Pin) throws -> [Int64: DayRoot]
  /// All live dots of the given days (`nil`: of all) within `range`, in ascending order of days; damaged
  /// dots are left out.
  mutating func lists(_ range: SharedRange, days: [Int64]?, in pin: Pin) throws -> [DayList]
  /// The ends of the live rows among `dots`, type by type; damaged dots are left out.
  mutating func ends(of dots: VersionVector) throws -> [(dot: Dot, end: Double)]
  /// The number of live rows of a type.
  func count(of type: ObjectType) -> Int
}

/// What is at one place of a document.
package enum DocumentReading: Hashable, Sendable {
  case bytes([UInt8])
  /// There is no such piece: the one before was the last.
  case none
  /// It is damaged.
  case unreadable
}

/// Which rows a walk takes.
package enum RowSelection: Hashable, Sendable {
  /// Those whose dots are not in the vector (R4).
  case lacking(VersionVector)
  /// Those that end before what the watch knows from (R17).
  case before(KnownFrom)
}
