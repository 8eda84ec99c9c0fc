package import HealthModel
internal import SyncCore

// What the rules change.
extension MemoryStore {
  package mutating func setFloor(_ floor: Double) throws {
    noteChange()
    state.floor = floor
  }

  package mutating func insert(_ run: SampleRun) throws -> VersionVector {
    noteChange()
    let type = addingNumber(of: run.type)
    guard let shapes = Self.shapes(of: run), run.dots.count == run.count else {
      throw SimulationError(.misused, cannot: "insert rows", "they have no numbers or no contents")
    }
    var dead = VersionVector()
    var count = 0
    for row in 0..<run.count {
      let (incarnation, sequence) = run.dots[row]
      let key = DotKey(incarnation: incarnation.rawValue, type: type, sequence: sequence)
      let index = state.rows.lowerBound(key)
      guard index == state.rows.count || state.rows[index].key != key else {
        throw SimulationError(.misused, cannot: "insert rows", "one of them is live already")
      }
      if state.deaths.contains(where: {
        $0.uuid == run.uuids[row] && (remembersOwnDeaths || $0.key != key)
      }) {
        dead.insert(dot(key))
      } else {
        let new = Row(
          key: key, uuid: run.uuids[row], end: run.ends[row], content: shapes[row].content,
          shape: shapes[row].shape)
        state.rows.insert(new, at: index)
        noteStored(new)
        count += 1
      }
    }
    state.vector.cover(run.dots, of: run.type)
    if numbersRows, count > 0 { _ = try takePositions(count) }
    return dead
  }

  /// What each row of a run is; `nil` where it is nothing that a schedule saves.
  private static func shapes(of run: SampleRun) -> [(content: Int, shape: SampleShape)]? {
    switch run.payload {
    case .quantity(let values, _): return values.map { (Int($0), .number) }
    case .objects(let bodies):
      let shapes = bodies.compactMap { SampleShape($0) }
      guard shapes.count == bodies.count else { return nil }
      return zip(run.uuids, shapes).map { (Int($0.counter), $1) }
    default: return nil
    }
  }

  mutating func noteStored(_ row: Row) {
    state.ghost.stored.insert(Int(row.uuid.counter))
    state.ghost.live.insert(Int(row.uuid.counter))
    events.append(.stored(dot(row.key), row.uuid))
  }

  package mutating func repair(_ run: SampleRun) throws {
    guard let type = number(of: run.type), let shapes = Self.shapes(of: run) else { return }
    noteChange()
    for row in 0..<run.count {
      let (incarnation, sequence) = run.dots[row]
      let key = DotKey(incarnation: incarnation.rawValue, type: type, sequence: sequence)
      guard let index = state.rows.index(of: key), state.rows[index].isDamaged else { continue }
      state.rows[index] = Row(
        key: key, uuid: run.uuids[row], end: run.ends[row], content: shapes[row].content,
        shape: shapes[row].shape)
    }
  }

  package mutating func forgetDamaged(_ dots: VersionVector) throws {
    // A twin goes only together with the other.
    let gone = rows(among: dots).filter { row in
      row.isDamaged
        && !state.rows.contains { $0.uuid == row.uuid && !dots.covers(dot($0.key)) }
    }
    guard !gone.isEmpty else { return }
    noteChange()
    for row in gone {
      if let index = state.rows.index(of: row.key) { state.rows.remove(at: index) }
      events.append(.pruned(dot(row.key), row.uuid))
    }
    forgetRows(gone)
  }

  package mutating func insert(_ piece: ChangeBatch.DocumentPiece) throws {
    // Those of documents that are here and can be read, or were deleted here, are ignored.
    let isReadable = state.rows.contains { $0.uuid == piece.uuid && !$0.isDamaged }
    if isReadable || isDead(piece.uuid) { return }
    noteChange()
    state.documents[piece.uuid, default: [:]][piece.ordinal] = piece.bytes
  }

  package mutating func cover(_ dots: VersionVector) throws {
    noteChange()
    state.vector.formUnion(dots)
  }

  package mutating func uncover(_ dots: VersionVector) throws {
    noteChange()
    guard try live(among: dots).isEmpty else {
      throw SimulationError(.misused, cannot: "uncover dots", "one of them is live")
    }
    state.vector.subtract(dots)
  }

  package mutating func bury(_ run: DeletionRun, at now: Double) throws {
    let type = addingNumber(of: run.type)
    var row = 0
    for span in run.dots.spans {
      for sequence in span.interval {
        let key = DotKey(incarnation: span.incarnation.rawValue, type: type, sequence: sequence)
        try bury(key, uuid: run.uuids[row], end: run.ends[row])
        row += 1
      }
    }
  }

  package mutating func bury(_ dots: VersionVector, at now: Double) throws {
    for row in rows(among: dots) { try bury(row.key, uuid: row.uuid, end: row.end) }
  }

  private mutating func bury(_ key: DotKey, uuid: SampleUUID, end: Double) throws {
    let place = state.tombstones.lowerBound(key)
    guard place == state.tombstones.count || state.tombstones[place].key != key else { return }
    var tombstone = Tombstone(key: key, uuid: uuid, end: end, position: try takePositions(1))
    if let index = state.rows.index(of: key) {
      let row = state.rows.remove(at: index)
      tombstone.uuid = row.uuid
      tombstone.end = row.end
      events.append(.buried(dot(key), row.uuid))
    }
    state.tombstones.insert(tombstone, at: place)
    state.vector.insert(dot(key))
    state.deaths.append(Death(uuid: tombstone.uuid, key: key))
    state.documents[tombstone.uuid] = nil
    if !holds(tombstone.uuid) { state.ghost.live.remove(Int(tombstone.uuid.counter)) }
    state.ghost.learned.insert(Int(tombstone.uuid.counter))
    if bug == .twinsSurvive { return }
    while let twin = state.rows.first(where: { $0.uuid == tombstone.uuid }) {
      try bury(twin.key, uuid: twin.uuid, end: twin.end)
    }
  }

  package mutating func twins(of run: DeletionRun) throws -> VersionVector {
    let uuids = Set(run.uuids)
    let told = VersionVector(run.dots, of: run.type)
    var twins = VersionVector()
    for row in state.rows where uuids.contains(row.uuid) { twins.insert(dot(row.key)) }
    return twins.subtracting(told)
  }

  package mutating func prune(outside range: SharedRange, under receipt: VersionVector) throws {
    let isIn = state.types.map { range.scope.contains($0) }
    // A segment knows of its damaged rows the type, and until when they go at most.
    var latest = [Double](repeating: -.infinity, count: state.types.count)
    for row in state.rows where row.isDamaged {
      latest[row.key.type] = max(latest[row.key.type], row.end)
    }
    let isOutside = { [bug, prunesDamageByTime] (row: Row) in
      let type = row.key.type
      if row.isDamaged, bug == .pruneKeepsDamaged || isIn[type] && !prunesDamageByTime {
        return false
      }
      return !isIn[type] || (row.isDamaged ? latest[type] : row.end) < range.floor
    }
    guard state.rows.contains(where: isOutside) else { return }
    let mustStay = { [types = state.types, bug] (row: Row) in
      !isOutside(row)
        || bug != .pruneIgnoresReceipt && !receipt.covers(Self.dot(row.key, types))
    }
    // Twins stay together, as far as they can be read: a damaged row is not known for one.
    var staying = Set(state.rows.filter { !$0.isDamaged && mustStay($0) }.map(\.uuid))
    // So do groups, as far as their types are in scope.
    if bug != .groupsComeApart {
      // By the sample that holds the others; several records may tie some to one workout.
      var groups: [SampleUUID: [SampleUUID]] = [:]
      for row in state.rows where !row.shape.members.isEmpty && isIn[row.key.type] {
        if bug == .workoutsComeApart, row.shape.container != nil { continue }
        if let workout = row.shape.container, isDead(workout) { continue }
        groups[row.shape.container ?? row.uuid, default: []] += row.shape.parts + [row.uuid]
      }
      var whole: Set<SampleUUID> = []
      for group in groups.values where group.contains(where: staying.contains) {
        whole.formUnion(group)
      }
      for row in state.rows where isIn[row.key.type] && whole.contains(row.uuid) {
        staying.insert(row.uuid)
      }
    }
    var kept: [Row] = []
    for row in state.rows {
      if row.isDamaged ? mustStay(row) : staying.contains(row.uuid) {
        kept.append(row)
      } else {
        events.append(.pruned(dot(row.key), row.uuid))
      }
    }
    guard kept.count < state.rows.count else { return }
    noteChange()
    let removed = state.rows
    state.rows = kept
    forgetRows(removed)
  }

  /// Notes that rows are gone, as far as no twin is left.
  mutating func forgetRows(_ removed: [Row]) {
    for row in removed where !holds(row.uuid) {
      state.documents[row.uuid] = nil
      state.ghost.live.remove(Int(row.uuid.counter))
    }
  }

  package mutating func dropTombstones(through position: Int64) throws {
    guard position > state.horizon else { return }
    noteChange()
    state.tombstones.removeAll { $0.position <= position }
    state.horizon = min(position, state.head)
  }

  package mutating func forgetLostTypes() throws {
    noteChange()
    state.lostTypes = []
  }
}
