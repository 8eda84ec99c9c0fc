internal import HealthModel

extension StoreWriter {
  /// Stores rows of which some have a UUID that is known here, under R23: of two dots the lower one holds
  /// the row.
  ///
  /// - Parameters:
  ///   - named: The rows, under the UUIDs that they came with.
  ///   - isAgain: Whether they were stored, and the bytes of documents among them are.
  /// - Returns: The dots whose UUID was deleted.
  /// - Throws: `StorageError` where UUIDs cannot be looked up, and for a fault of the disk.
  mutating func insertKnown(
    _ named: SampleRun, isAgain: Bool = false
  ) throws -> VersionVector {
    // What looks for rows finds what is written.
    try flush()
    let settled = try settleNamesakes(named)
    let run = settled.run
    var displaced = try takeOut(settled.displaced)
    displaced += try noteNames(of: settled, named)
    if isAgain { try moveDocuments(of: settled, named) }
    let all = UUIDSet(run.uuids)
    let buried = try tables.uuids.remembered(of: UUIDSet(named.uuids + run.uuids))
    var holders = try holders(of: all)
    let dots = run.dots.all(of: run.type)
    var dead = VersionVector()
    var isStored = [Bool](repeating: false, count: run.count)
    var overtaken: [Int64: (type: ObjectType, rows: [Int])] = [:]
    for row in 0..<run.count {
      let (uuid, dot) = (run.uuids[row], dots[row])
      let owner = SampleName(run, row).owner
      if try isBuried(uuid, buried, owner) || isBuried(named.uuids[row], buried, owner) {
        dead.insert(dot)
        continue
      }
      if let holder = holders[uuid] {
        if holder.dot == dot { continue }
        if holder.dot < dot {
          try addAlias(dot, of: holder.dot)
          continue
        }
        switch holder.place {
        case .arriving(let row): isStored[row] = false
        case .stored(let block, let type, let row):
          overtaken[block, default: (type, [])].rows.append(row)
        }
        try addAlias(holder.dot, of: dot)
      }
      isStored[row] = true
      holders[uuid] = Holder(dot: dot, name: SampleName(run, row), place: .arriving(row))
    }
    for (block, hit) in overtaken {
      try hide(hit.rows.sorted(), of: block, type: hit.type)
      changedTypes.insert(hit.type)
    }
    let rows = isStored.indices.filter { isStored[$0] }
    guard !rows.isEmpty else {
      try insertAgain(displaced)
      return dead
    }
    let stored = run.selecting(rows)
    try giveHeaders()
    let uuids = UUIDSet(stored.uuids)
    for (base, counters) in uuids.numbered {
      for interval in counters.intervals { try tables.uuids.cut(interval, of: base) }
    }
    try take(stored, uuids)
    for type in Set(overtaken.values.map(\.type)) { try boundDeadRows(of: type) }
    try insertAgain(displaced)
    return dead
  }

  /// Whether a sample of an owner died under a UUID, or one of whom nobody knows any more.
  private mutating func isBuried(
    _ uuid: SampleUUID, _ buried: UUIDSet, _ owner: SampleOwner
  ) throws -> Bool {
    guard buried.contains(uuid) else { return false }
    let number = draft.owners.number(of: owner)
    return try tables.uuids.owners(ofDead: uuid).contains {
      $0 == SampleOwners.unknown || $0 == number
    }
  }

  /// Makes `alias` one of `host`, and all of its own aliases with it.
  private mutating func addAlias(_ alias: Dot, of host: Dot) throws {
    if draft.aliases.host(of: alias) == host { return }
    let named = VersionVector(alias)
    let others = draft.aliases.hosted(by: named)
    try removeAliases(draft.aliases.among(named) + others)
    try insertAlias(Aliases.Span(alias, of: host))
    for (other, _) in others.flatMap(\.pairs) where other != host {
      try insertAlias(Aliases.Span(other, of: host))
    }
  }

  private mutating func insertAlias(_ span: Aliases.Span) throws {
    let (removed, inserted) = draft.aliases.insert(span)
    let type = try typeState(span.stream.type).id
    for old in removed { try tables.aliases.remove(old, type: type) }
    try tables.aliases.insert(
      inserted, type: type, hostType: try typeState(span.host.type).id)
  }

  /// Forgets aliases: they were buried, or went with their hosts.
  mutating func removeAliases(_ parts: [Aliases.Span]) throws {
    for part in parts {
      guard let (old, left) = draft.aliases.remove(part) else { continue }
      let type = try typeState(old.stream.type).id
      try tables.aliases.remove(old, type: type)
      let hostType = try typeState(old.host.type).id
      for span in left { try tables.aliases.insert(span, type: type, hostType: hostType) }
    }
  }

  /// Who has the row of a UUID.
  struct Holder {
    var dot: Dot
    var name: SampleName
    var place: Place
  }

  /// Where that row is.
  enum Place {
    case stored(block: Int64, ObjectType, row: Int)
    /// Among the rows that are being stored.
    case arriving(Int)
  }

  /// The rows in sight that have one of the UUIDs, as far as they can be read.
  mutating func holders(of uuids: UUIDSet) throws -> [SampleUUID: Holder] {
    var holders: [SampleUUID: Holder] = [:]
    for hit in try locateReadable(uuids) {
      guard let run = try readable(hit.block) else { continue }
      let rows = run.selecting(hit.rows)
      for (index, dot) in rows.dots.all(of: hit.type).enumerated() {
        holders[rows.uuids[index]] = Holder(
          dot: dot, name: SampleName(rows, index),
          place: .stored(block: hit.block.id, hit.type, row: hit.rows[index]))
      }
    }
    return holders
  }
}

extension DotColumn {
  /// Every row's dot.
  func all(of type: ObjectType) -> [Dot] {
    var all: [Dot] = []
    all.reserveCapacity(count)
    for span in spans {
      for sequence in span.interval {
        all.append(Dot(incarnation: span.incarnation, type: type, sequence: sequence))
      }
    }
    return all
  }
}

extension VersionVector {
  /// The vector of one dot.
  init(_ dot: Dot) {
    self.init()
    insert(dot)
  }
}
