internal import HealthCodec
internal import HealthModel
internal import SQLiteCore

extension StoreState {
  /// Reads the state of a store that was just opened.
  init(loading connection: borrowing Connection) throws {
    self.init()
    try loadStore(connection)
    let identifiers = try loadTypes(connection)
    try loadSegments(connection, identifiers)
    try loadVector(connection, identifiers)
    nextSegment = try RowNumber.next(after: "SELECT max(id) FROM segment", on: connection)
    try loadLoose(connection, identifiers)
    try loadDead(connection)
    try loadGrants(connection, identifiers)
    try loadAliases(connection, identifiers)
    if !rebuiltStreams.isEmpty { try rebuildStreams(connection) }
    try loadNames(connection, identifiers)
    try loadRecord(connection)
    lostThrough = head
    // Never back, even where the last blocks are gone: what stands before is not loose.
    nextBlock = max(
      looseFrom, try RowNumber.next(after: "SELECT max(id) FROM block", on: connection))
  }

  private mutating func loadStore(_ connection: borrowing Connection) throws {
    var rows = try connection.prepare(StoreRow.query)
    row = try StoreRow(reading: &rows)
    // What it claimed before it had a record of its own; a floor bounds that in any case.
    let claimed = max(row.knownFrom, cutoff)
    if claimed > Instant.permitted.lowerBound { record.known.raise(to: claimed) }
    var epochs = try connection.prepare(
      "SELECT * FROM epoch ORDER BY first_position")
    while try epochs.step() {
      guard try epochs.isRowSound, RowNumber.isPossible(epochs.integer(at: 0)) else {
        throw Self.damagedRow("who wrote the log")
      }
      self.epochs.append(
        Epoch(
          firstPosition: epochs.integer(at: 0),
          incarnation: Incarnation(rawValue: UInt64(bitPattern: epochs.integer(at: 1)))))
    }
  }

  private mutating func loadTypes(
    _ connection: borrowing Connection
  ) throws -> [Int64: ObjectType] {
    var identifiers: [Int64: ObjectType] = [:]
    var rows = try connection.prepare("SELECT * FROM type NOT INDEXED")
    var lastDeletion = try connection.prepare(
      "SELECT max(last_position) FROM deletion WHERE type = ?1")
    while try rows.step() {
      let id = rows.integer(at: 0)
      guard try rows.isRowSound, RowNumber.isPossible(id) else {
        throw Self.damagedRow("which types there are")
      }
      let type = ObjectType(try rows.text(at: 1))
      identifiers[id] = type
      var state = TypeState(id: id)
      try lastDeletion.bind(id, at: 1)
      if try lastDeletion.step() { state.lastDeletion = lastDeletion.integer(at: 0) }
      lastDeletion.reset()
      types[type] = state
      nextType = max(nextType, id + 1)
    }
    return identifiers
  }

  private mutating func loadSegments(
    _ connection: borrowing Connection, _ identifiers: [Int64: ObjectType]
  ) throws {
    var rows = try connection.prepare(
      """
      SELECT id, type, directory, directory_checksum, claim_given_up, aggregates, aggregates_checksum
      FROM segment
      """)
    while try rows.step() {
      let id = rows.integer(at: 0)
      let number = rows.integer(at: 1)
      let bytes = try rows.blob(at: 2)
      guard SegmentTable.checksum(bytes, id, number) == rows.integer(at: 3),
        let type = identifiers[number],
        let directory = try? SegmentDirectory(decoding: bytes, limits: .stored),
        !directory.blocks.isEmpty,
        directory.blocks.allSatisfy({ $0.firstPosition > 0 && $0.lastPosition <= head })
      else {
        // R24: what it held is unknown, so nothing may be taken for deleted.
        let aggregates = try rows.blob(at: 5)
        // If a checksum is right for another type, the row names the wrong type, and that one is the right one.
        let right = identifiers.keys.first {
          SegmentTable.checksum(aggregates, id, $0) == rows.integer(at: 6)
            || SegmentTable.checksum(bytes, id, $0) == rows.integer(at: 3)
        }
        guard let type = identifiers[right ?? number] else {
          throw StorageError(.damaged, cannot: "read segment \(id)", "its type is missing")
        }
        let isKnown =
          SegmentTable.checksum(aggregates, id, right ?? number) == rows.integer(at: 6)
        lost[id] = LostSegment(
          type: type,
          starts: isKnown
            ? (try? Aggregates(decoding: aggregates, limits: .stored))?.starts : nil,
          isClaimGivenUp: rows.integer(at: 4) != 0)
        continue
      }
      types[type]?.segments.append(Segment(id: id, directory: directory))
    }
    for type in types.keys { types[type]?.sortSegments() }
  }

  private mutating func loadDead(_ connection: borrowing Connection) throws {
    var owners: [Int64: (type: ObjectType, count: Int)] = [:]
    var rows = try connection.prepare("SELECT block, rows, checksum FROM dead")
    while try rows.step() {
      if owners.isEmpty {
        for (type, state) in types {
          for segment in state.segments {
            for block in segment.directory.blocks { owners[block.id] = (type, block.count) }
          }
        }
      }
      let block = rows.integer(at: 0)
      let bytes = try rows.blob(at: 1)
      guard RowChecksum.of(bytes, in: .integer(block)) == rows.integer(at: 2) else {
        throw Self.damagedRow("the rows out of sight of block \(block)")
      }
      guard let (type, count) = owners[block] else { continue }
      let set = try IntervalSet(decoding: bytes, limits: .stored)
      guard set.max ?? 0 < UInt64(count) else {
        throw StorageError(
          .damaged, cannot: "open the store", "block \(block) lacks rows that are out of sight")
      }
      types[type]?.dead[block] = set
    }
  }

  private mutating func loadVector(
    _ connection: borrowing Connection, _ identifiers: [Int64: ObjectType]
  ) throws {
    var rows = try connection.prepare("SELECT type, incarnation, covered, checksum FROM vector")
    while try rows.step() {
      guard let type = identifiers[rows.integer(at: 0)] else {
        throw StorageError(.damaged, cannot: "open the store", "the vector names no type")
      }
      let stream = VersionVector.Stream(
        incarnation: Incarnation(rawValue: UInt64(bitPattern: rows.integer(at: 1))), type: type)
      let bytes = try rows.blob(at: 2)
      let sum = RowChecksum.of(bytes, in: try rows.value(at: 0), try rows.value(at: 1))
      if sum == rows.integer(at: 3),
        let covered = try? IntervalSet(decoding: bytes, limits: .stored)
      {
        vector[stream] = covered
      } else {
        rebuiltStreams.insert(stream)
      }
    }
    // A damaged row may name the wrong stream. So every stream that has samples here but no row is rebuilt as well.
    guard !rebuiltStreams.isEmpty else { return }
    for (type, state) in types {
      for incarnation in state.segments.flatMap(\.directory.live.keys) {
        let stream = VersionVector.Stream(incarnation: incarnation, type: type)
        if vector[stream].isEmpty { rebuiltStreams.insert(stream) }
      }
    }
  }

  /// Covers what the store holds of the streams, or knows to be deleted.
  ///
  /// To cover less claims less: no absence is taken for a death, and peers that have more give it again (R24).
  private mutating func rebuildStreams(_ connection: borrowing Connection) throws {
    var rows = try connection.prepare(
      "SELECT \(FoundDeletions.columns) FROM deletion WHERE type = ?1")
    for type in Set(rebuiltStreams.map(\.type)) {
      guard let state = types[type] else { continue }
      var known = VersionVector()
      for segment in state.segments { known.formUnion(segment.live(of: type)) }
      known.subtract(try hiddenDots(of: state, connection))
      known.formUnion(aliases.dots)
      try rows.bind(state.id, at: 1)
      defer { rows.reset() }
      while try rows.step() {
        guard case .run(let run) = try FoundDeletions(in: rows) else { continue }
        known.cover(run.dots, of: type)
      }
      for stream in rebuiltStreams where stream.type == type { vector[stream] = known[stream] }
    }
  }

  /// The dots of rows out of sight, which directories list still: they were buried, pruned, or gave way to a lower dot.
  private func hiddenDots(
    of state: TypeState, _ connection: borrowing Connection
  ) throws -> VersionVector {
    var hidden = VersionVector()
    var find = try StoredBlocks(connection)
    for (block, rows) in state.dead {
      guard let run = try find.run(block) else { continue }
      let outOfSight = (0..<run.count).filter { rows.contains(UInt64($0)) }
      hidden.formUnion(VersionVector(run.dots.selecting(outOfSight), of: run.type))
    }
    return hidden
  }

  private mutating func loadGrants(
    _ connection: borrowing Connection, _ identifiers: [Int64: ObjectType]
  ) throws {
    var rows = try connection.prepare("SELECT * FROM app_grant")
    while try rows.step() {
      // Without it the app has to ask again, and sees no more than before.
      guard try rows.isRowSound else { continue }
      guard let type = identifiers[rows.integer(at: 1)],
        let share = Grant.Decision(rawValue: Int(rows.integer(at: 2))),
        let read = Grant.Decision(rawValue: Int(rows.integer(at: 3)))
      else { throw StorageError(.damaged, cannot: "open the store", "a grant makes no sense") }
      grants[GrantKey(app: try rows.text(at: 0), type: type)] = AppGrant(
        grant: Grant(share: share, read: read), position: rows.integer(at: 4),
        incarnation: Incarnation(rawValue: UInt64(bitPattern: rows.integer(at: 5))),
        ownSince: rows.isNull(at: 6) ? nil : rows.integer(at: 6),
        foreignSince: rows.isNull(at: 7) ? nil : rows.integer(at: 7))
    }
  }

  private mutating func loadAliases(
    _ connection: borrowing Connection, _ identifiers: [Int64: ObjectType]
  ) throws {
    let rowCount = types.values.lazy.flatMap(\.segments).flatMap(\.directory.blocks)
      .reduce(0) { $0 + UInt64($1.count) }
    var rows = try connection.prepare("SELECT * FROM alias")
    while try rows.step() {
      guard try rows.isRowSound else {
        // R24: what it named is covered without a row and without an alias, and would be taken for deleted. To cover
        // less makes peers give it again.
        rebuiltStreams.formUnion(vector.streams.keys)
        continue
      }
      let (last, first) = (
        UInt64(bitPattern: rows.integer(at: 2)), UInt64(bitPattern: rows.integer(at: 3))
      )
      let hostFirst = UInt64(bitPattern: rows.integer(at: 6))
      guard let type = identifiers[rows.integer(at: 0)], first <= last,
        let hostType = identifiers[rows.integer(at: 4)],
        // Each has a host, which is a row.
        last - first < rowCount, !hostFirst.addingReportingOverflow(last - first).overflow
      else {
        throw StorageError(.damaged, cannot: "open the store", "an alias makes no sense")
      }
      aliases.insert(
        Aliases.Span(
          stream: VersionVector.Stream(
            incarnation: Incarnation(rawValue: UInt64(bitPattern: rows.integer(at: 1))), type: type),
          sequences: first...last,
          host: VersionVector.Stream(
            incarnation: Incarnation(rawValue: UInt64(bitPattern: rows.integer(at: 5))),
            type: hostType),
          hostFirst: hostFirst))
    }
  }

  private mutating func loadNames(
    _ connection: borrowing Connection, _ identifiers: [Int64: ObjectType]
  ) throws {
    var rows = try connection.prepare("SELECT * FROM sample_owner NOT INDEXED")
    while try rows.step() {
      guard try rows.isRowSound, let type = identifiers[rows.integer(at: 2)],
        rows.integer(at: 0) > 0, RowNumber.isPossible(rows.integer(at: 0))
      else {
        throw StorageError(.damaged, cannot: "open the store", "an owner of samples makes no sense")
      }
      owners.insert(SampleOwner(bundle: try rows.text(at: 1), type: type), rows.integer(at: 0))
    }
    var names = try connection.prepare("SELECT * FROM namesake")
    while try names.step() {
      guard try names.isRowSound, let said = SampleUUID(bytes: try names.blob(at: 1)),
        let stored = SampleUUID(bytes: try names.blob(at: 2)),
        namesakes.insert(said, storedAs: stored, of: try names.text(at: 0))
      else {
        throw StorageError(.damaged, cannot: "open the store", "a namesake makes no sense")
      }
    }
  }

  private mutating func loadRecord(_ connection: borrowing Connection) throws {
    var row = try connection.prepare("SELECT body, checksum FROM node_record WHERE key = ?1")
    try row.bind(NodeTable.syncKey, at: 1)
    guard try row.step() else { return }
    let bytes = try row.blob(at: 0)
    if RowChecksum.of(bytes, in: .text(NodeTable.syncKey)) == row.integer(at: 1),
      let stored = try? SyncRecord(decoding: bytes, limits: .syncRecord)
    {
      record = stored
    } else {
      // To know nothing claims nothing: peers are asked again, and no absence is taken for a death.
      record = SyncRecord(role: nil)
      record.known = .nothing
      isRecordDamaged = true
    }
  }

  private static func damagedRow(_ what: String) -> StorageError {
    StorageError(.damaged, cannot: "open the store", "\(what): the checksum does not match")
  }
}

extension Aggregates {
  /// From when to when its samples begin, to the quarter-hour.
  fileprivate var starts: ClosedRange<Double>? {
    let hours = entries.map(\.quarterHour)
    guard let first = hours.min(), let last = hours.max(), last < .max else { return nil }
    return Instant.startOfQuarterHour(first)...Instant.startOfQuarterHour(last + 1)
  }
}
