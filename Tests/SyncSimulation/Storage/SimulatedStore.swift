package import HealthModel
package import SyncCore

/// What was done to a row, for the checks.
package enum StoreEvent: Hashable, Sendable {
  case stored(Dot, SampleUUID)
  /// Removed by its death.
  case buried(Dot, SampleUUID)
  /// Removed without a tombstone.
  case pruned(Dot, SampleUUID)
}

/// At which commit the process ends.
package struct StoreFault: Hashable, Sendable {
  /// How many commits still succeed.
  package var commits: Int
  /// Whether the commit became durable before the process ended.
  package var isAfter: Bool

  package init(commits: Int, isAfter: Bool) {
    self.commits = commits
    self.isAfter = isAfter
  }
}

/// What the checks ask of a store and a store would not keep, by the numbers in the UUIDs; it comes and
/// goes with the transactions.
package struct StoreGhost: Hashable, Sendable {
  /// Samples that have a row.
  package var live = NumberSet()
  /// Samples that ever had one.
  package var stored = NumberSet()
  /// Samples that are known to be deleted.
  package var learned = NumberSet()

  package init() {}
}

/// A row as the checks see it.
package struct RowFacts: Hashable, Sendable {
  package var dot: Dot
  package var number: Int
  package var end: Double
  package var isDamaged: Bool
}

/// A store that a simulation can open, damage, copy and look into.
package protocol SimulatedStore: SyncStore {
  associatedtype Backup

  /// Whether a sample that was pruned may still count as saved before: until its bytes are gone.
  static var remembersPruned: Bool { get }

  var ghost: StoreGhost { get set }
  /// The same as of the last commit.
  var durableGhost: StoreGhost { get }
  var fault: StoreFault? { get set }

  /// A copy of what another has made durable, under the same device; it has to be opened.
  init(cloning other: borrowing Self) throws

  /// Opens what is durable again; `nil` goes on under the last incarnation, which is against R2.
  mutating func open(beginning incarnation: Incarnation?) throws
  /// A copy of what is durable.
  func backUp() throws -> Backup
  /// Replaces all by a copy; the store has to be opened then.
  mutating func restore(_ backup: Backup) throws
  mutating func save(
    _ uuid: SampleUUID, of type: ObjectType, end: Double, as shape: SampleShape
  ) throws -> Dot
  mutating func takeEvents() -> [StoreEvent]
  /// All rows in the order of their dots.
  func rowFacts() -> [RowFacts]
  mutating func eraseHistory(beginning incarnation: Incarnation) throws
  mutating func damageColumns(where isHit: (Dot) -> Bool) throws
  mutating func loseHeader(of type: ObjectType, where isHit: (Dot) -> Bool) throws
  mutating func loseRows(where isHit: (Dot) -> Bool) throws
}

extension MemoryStore: SimulatedStore {
  package struct Backup {
    let state: State
  }

  package static var remembersPruned: Bool { false }

  package init(cloning other: borrowing Self) throws { self = copy other }

  package var ghost: StoreGhost {
    get { state.ghost }
    set { state.ghost = newValue }
  }
  package var durableGhost: StoreGhost { disk.ghost }

  package func backUp() -> Backup { Backup(state: disk) }
  package mutating func restore(_ backup: Backup) { disk = backup.state }

  package mutating func takeEvents() -> [StoreEvent] {
    if events.isEmpty { return [] }
    defer { events = [] }
    return events
  }

  package func rowFacts() -> [RowFacts] {
    state.rows.map { row in
      RowFacts(
        dot: dot(row.key), number: Int(row.uuid.counter), end: row.end, isDamaged: row.isDamaged)
    }
  }
}
