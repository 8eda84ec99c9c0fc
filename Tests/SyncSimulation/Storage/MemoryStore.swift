package import HealthModel
internal import SyncCore

/// A store without a disk: plain enough to be right by looking at it, and what other stores are
/// compared with.
///
/// A copy of its `disk` is what a power cut leaves. Of two dots with one UUID (R23) both are rows: to
/// peers both are live, as they would otherwise be taken for deleted, and to apps only the lower one is.
package struct MemoryStore: SyncStore {
  struct Row: Keyed, Hashable {
    var key: DotKey
    var uuid: SampleUUID
    var end: Double
    var content: Int
    var shape = SampleShape.number
    /// Whether its columns cannot be read (R24).
    var isDamaged = false
  }

  struct Tombstone: Keyed, Hashable {
    var key: DotKey
    var uuid: SampleUUID
    var end: Double
    var position: Int64
  }

  struct Death: Hashable {
    var uuid: SampleUUID
    var key: DotKey
  }

  struct Epoch: Hashable {
    var firstPosition: Int64
    var incarnation: Incarnation
  }

  /// All that one transaction writes (R1).
  struct State {
    /// By number; types are few.
    var types: [ObjectType] = []
    /// Ascending by key.
    var rows: [Row] = []
    /// Ascending by key.
    var tombstones: [Tombstone] = []
    var vector = VersionVector()
    var floor = Double(-9_000_000_000)
    var record: SyncRecord
    var epochs: [Epoch] = []
    var head: Int64 = 0
    var horizon: Int64 = 0
    /// The incarnation of the last write; `nil` before the first.
    var writer: Incarnation?
    /// The one to begin with the next write, where one is due (R2).
    var due: Incarnation?
    /// The last sequence number of each type in this incarnation, by the type's number.
    var counters: [UInt64] = []
    /// Which UUIDs were deleted under which dots: nothing brings them back under another (R23).
    var deaths: [Death] = []
    var lostTypes: Set<ObjectType> = []
    var isRecordLost = false
    /// The pieces of documents, also of some whose samples did not come yet.
    var documents: [SampleUUID: [Int: [UInt8]]] = [:]
    /// What the checks ask for and no store would keep.
    var ghost = StoreGhost()
  }

  var state: State
  var disk: State
  private var isChanged = false
  /// Whether received rows take log positions, as they do in a store that tells its apps of them.
  package let numbersRows: Bool
  /// Whether a sample that was deleted stays dead when it comes again under the same dot, as it may where a
  /// claim was given up (R24); the model does not know UUIDs.
  var remembersOwnDeaths = true
  /// Whether rows that cannot be read leave once none of them ends in the window; in the model their type alone
  /// is known.
  var prunesDamageByTime = true
  /// What it gets wrong on purpose.
  var bug: SimulatedBug.OutsideBug?
  package var fault: StoreFault?
  /// What happened since somebody looked.
  package var events: [StoreEvent] = []

  /// An empty store.
  ///
  /// - Parameters:
  ///   - role: Whose.
  ///   - incarnation: The one to begin with the first write.
  ///   - types: Types to number alike in several stores.
  ///   - numbersRows: Whether received rows take log positions.
  package init(
    role: NodeRole, beginning incarnation: Incarnation, types: [ObjectType] = [],
    numbersRows: Bool = true
  ) {
    state = State(record: SyncRecord(role: role))
    state.types = types
    state.due = incarnation
    disk = state
    self.numbersRows = numbersRows
  }

  package var record: SyncRecord {
    _read { yield state.record }
    set {
      isChanged = true
      state.isRecordLost = false
      state.record = newValue
    }
    _modify {
      isChanged = true
      state.isRecordLost = false
      yield &state.record
    }
  }

  package mutating func note(_ change: (inout SyncRecord) -> Void) { change(&state.record) }

  package var vector: VersionVector { state.vector }
  package var floor: Double { state.floor }
  package var head: LogPlace {
    LogPlace(position: state.head, incarnation: state.epochs.last?.incarnation)
  }
  package var horizon: Int64 { state.horizon }
  package var lostTypes: Set<ObjectType> { state.lostTypes }
  package var isRecordLost: Bool { state.isRecordLost }

  /// What was remembered of peers is damaged on the disk, and found at open.
  package mutating func loseRecord() {
    state.record = SyncRecord(role: nil)
    state.record.known = .nothing
    state.isRecordLost = true
    disk = state
  }

  package var nextWriter: Incarnation {
    guard let incarnation = state.due ?? state.writer else {
      preconditionFailure("a store has an incarnation or one that is due")
    }
    return incarnation
  }

  package var damaged: VersionVector {
    var dots = VersionVector()
    if bug == .damageIsAbsence { return dots }
    for row in state.rows where row.isDamaged { dots.insert(dot(row.key)) }
    return dots
  }

  package func incarnation(at position: Int64) -> Incarnation? {
    guard position > 0, position <= state.head else { return nil }
    return state.epochs.last { $0.firstPosition <= position }?.incarnation
  }

  package mutating func beginIncarnation() throws {
    guard let next = state.due else { return }
    isChanged = true
    state.writer = next
    state.due = nil
    state.counters = []
  }

  package mutating func commit() throws {
    if let fault {
      guard fault.commits > 0 else {
        self.fault = nil
        if fault.isAfter {
          disk = state
        } else if bug == .recordOutlivesRows {
          disk.record = state.record
        }
        throw SimulationError(.crashed, cannot: "commit", "the process was told to end here")
      }
      self.fault?.commits -= 1
    }
    guard isChanged else { return }
    disk = state
    isChanged = false
  }

  package mutating func rollBack() {
    state = disk
    isChanged = false
  }

  // What the changing half shares.

  mutating func noteChange() { isChanged = true }

  /// Takes the next positions of the log.
  mutating func takePositions(_ count: Int) throws -> Int64 {
    try beginIncarnation()
    isChanged = true
    let first = state.head + 1
    state.head += Int64(count)
    if let writer = state.writer, state.epochs.last?.incarnation != writer {
      state.epochs.append(Epoch(firstPosition: first, incarnation: writer))
    }
    return first
  }

  func dot(_ key: DotKey) -> Dot { Self.dot(key, state.types) }

  static func dot(_ key: DotKey, _ types: [ObjectType]) -> Dot {
    Dot(
      incarnation: Incarnation(rawValue: key.incarnation), type: types[key.type],
      sequence: key.sequence)
  }

  func number(of type: ObjectType) -> Int? { state.types.firstIndex(of: type) }

  mutating func addingNumber(of type: ObjectType) -> Int {
    if let number = number(of: type) { return number }
    state.types.append(type)
    return state.types.count - 1
  }
}
