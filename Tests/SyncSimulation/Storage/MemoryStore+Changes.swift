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
    guard case .quantity(let contents, _) = run.payload, run.dots.count == run.count else {
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
      if state.deaths.contains(where: { $0.uuid == run.uuids[row] && $0.key != key }) {
        dead.insert(dot(key))
      } else {
        let new = Row(
          key: key, uuid: run.uuids[row], end: run.ends[row], content: Int(contents[row]))
        state.rows.insert(new, at: index)
        noteStored(new)
        count += 1
      }
    }
    state.vector.cover(run.dots, of: run.type)
    if numbersRows, count > 0 { _ = try takePositions(count) }
    return dead
  }

  mutating func noteStored(_ row: Row) {
    state.ghost.stored.insert(Int(row.uuid.counter))
    state.ghost.live.insert(Int(row.uuid.counter))
    events.append(.stored(dot(row.key), row.uuid))
  }

  package mutating func repair(_ run: SampleRun) throws {
    guard let type = number(of: run.type), case .quantity(let contents, _) = run.payload else {
      return
    }
    noteChange()
    for row in 0..<run.count {
      let (incarnation, sequence) = run.dots[row]
      let key = DotKey(incarnation: incarnation.rawValue, type: type, sequence: sequence)
      guard let index = state.rows.index(of: key), state.rows[index].isDamaged else { continue }
      state.rows[index] = Row(
        key: key, uuid: run.uuids[row], end: run.ends[row], content: Int(contents[row]))
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
    noteChange()
    var pieces = state.documents[piece.uuid] ?? []
    guard piece.ordinal <= pieces.count else {
      throw SimulationError(.misused, cannot: "insert a document piece", "one before it is missing")
    }
    if piece.ordinal == pieces.count {
      pieces.append(piece.bytes)
    } else {
      pieces[piece.ordinal] = piece.bytes
    }
    state.documents[piece.uuid] = pieces
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

  package mutating func prune(outside range: SharedRange, under receipt: VersionVector) throws {
    let isIn = state.types.map { range.scope.contains($0) }
    let isOutside = { (row: Row) in
      !row.isDamaged && (row.end < range.floor || !isIn[row.key.type])
    }
    guard state.rows.contains(where: isOutside) else { return }
    // Twins stay together.
    let staying = Set(
      state.rows.filter { row in
        !isOutside(row) || bug != .pruneIgnoresReceipt && !receipt.covers(dot(row.key))
      }.map(\.uuid))
    var kept: [Row] = []
    for row in state.rows {
      if staying.contains(row.uuid) {
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
