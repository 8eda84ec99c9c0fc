package import HealthModel

// What a node's own apps and its fate do to a store.
extension MemoryStore {
  /// Opens what is on the disk again: what was not committed is gone, and the next write begins
  /// `incarnation` (R2).
  package mutating func open(beginning incarnation: Incarnation?) throws {
    fault = nil
    events = []
    rollBack()
    // Pieces of documents whose samples never came: no session outlives a process.
    for uuid in state.documents.keys where !holds(uuid) { state.documents[uuid] = nil }
    if let incarnation {
      state.due = incarnation
      noteChange()
    }
  }

  /// Whether a sample of a type that ends at `end` may be saved; equality with the cutoff is permitted.
  package func permits(end: Double) -> Bool { end >= state.floor }

  /// Saves a sample of one's own, without committing.
  ///
  /// - Parameters:
  ///   - uuid: Its counter is the sample's number among all of the simulation, and its content.
  ///   - type: Which type.
  ///   - end: When it ends.
  ///   - shape: What it is beside that.
  /// - Returns: Its dot.
  /// - Throws: `refused` where the cutoff or a known UUID forbids it.
  @discardableResult
  package mutating func save(
    _ uuid: SampleUUID, of type: ObjectType, end: Double, as shape: SampleShape = .number
  ) throws(SimulationError) -> Dot {
    guard permits(end: end) else {
      throw SimulationError(.refused, cannot: "save", "it ends before the cutoff")
    }
    guard !holds(uuid) else {
      throw SimulationError(.refused, cannot: "save", "the UUID is stored already")
    }
    guard !isDead(uuid) else {
      throw SimulationError(.refused, cannot: "save", "the UUID was deleted")
    }
    let first: Int64
    do { first = try takePositions(1) } catch {
      throw SimulationError(.refused, cannot: "save", "no position is left")
    }
    precondition(first > 0, "positions count from 1")
    let type = addingNumber(of: type)
    while state.counters.count <= type { state.counters.append(0) }
    var key: DotKey
    // R2: a peer may have said that the next one is dead.
    repeat {
      state.counters[type] += 1
      key = DotKey(
        incarnation: nextWriter.rawValue, type: type, sequence: state.counters[type])
    } while bug != .numbersAgain && state.vector.covers(dot(key))
    let row = Row(key: key, uuid: uuid, end: end, content: Int(uuid.counter), shape: shape)
    state.rows.insert(row, at: state.rows.lowerBound(key))
    for (ordinal, bytes) in shape.bytes(of: uuid).enumerated() {
      state.documents[uuid, default: [:]][ordinal] = bytes
    }
    state.vector.insert(dot(key))
    noteStored(row)
    return dot(key)
  }

  package func holds(_ uuid: SampleUUID) -> Bool { state.rows.contains { $0.uuid == uuid } }
  package func isDead(_ uuid: SampleUUID) -> Bool { state.deaths.contains { $0.uuid == uuid } }

  /// Forgets everything but the log's own numbers, and tells nobody: not a deletion.
  ///
  /// - Parameter incarnation: One that never wrote; it begins with this.
  /// - Throws: Nothing but what taking a position throws.
  package mutating func eraseHistory(beginning incarnation: Incarnation) throws {
    for row in state.rows { events.append(.pruned(dot(row.key), row.uuid)) }
    var erased = State(record: SyncRecord(role: nil))
    erased.record = state.record
    erased.record.known = .nothing
    erased.record.subscribers = [:]
    erased.record.receipt = VersionVector()
    for device in erased.record.peers.keys {
      erased.record.peers[device]?.cursor = LogPlace.beginning
    }
    erased.floor = state.floor
    erased.types = state.types
    erased.head = state.head
    erased.epochs = state.epochs
    erased.due = incarnation
    state = erased
    state.horizon = try takePositions(1)
  }

  /// Makes the columns of every live row that `isHit` chooses unreadable (R24).
  package mutating func damageColumns(where isHit: (Dot) -> Bool) {
    for index in state.rows.indices where isHit(dot(state.rows[index].key)) {
      noteChange()
      state.rows[index].isDamaged = true
      state.rows[index].content = -1
    }
  }

  /// Loses a header of `type`: the rows that `isHit` chooses are gone, and nobody can tell which were
  /// live (R24).
  package mutating func loseHeader(of type: ObjectType, where isHit: (Dot) -> Bool) {
    noteChange()
    if bug != .lossIsSilent { state.lostTypes.insert(type) }
    loseRows { $0.type == type && isHit($0) }
  }

  /// Loses rows without a trace: what no store should do, and what the brake is for (R22).
  package mutating func loseRows(where isHit: (Dot) -> Bool) {
    noteChange()
    let lost = state.rows.filter { isHit(dot($0.key)) }
    state.rows.removeAll { row in lost.contains { $0.key == row.key } }
    forgetRows(lost)
    // The checks demand of no node that it holds what it lost; somebody else may bring it back.
    for row in lost { state.ghost.stored.remove(Int(row.uuid.counter)) }
  }
}
