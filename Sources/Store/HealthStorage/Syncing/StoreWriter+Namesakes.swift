internal import HealthModel

// Rows of peers whose UUID names another sample here (R23). They are no twins: an alias has its host's type and end for
// all that peers are told, and what one app says must not take the place of what another one saved.
extension StoreWriter {
  /// Rows that are about to be stored, of which no two that are no twins have one UUID.
  struct SettledRows {
    var run: SampleRun
    /// Rows that are stored, and give their UUID up to one of the run.
    var displaced: [RowsInBlock] = []
    /// The rows of the run that get another UUID because another app's sample has theirs.
    var yielding: [Int] = []
  }

  /// Gives new UUIDs to rows of which another sample has the UUID, on whichever side the higher name is.
  ///
  /// Of several samples with one UUID the one keeps it whose app, type and end come first, in this order. So all nodes
  /// give the same names, whatever comes first. The others get a UUID that follows from what they are.
  ///
  /// - Parameter named: Rows of which nothing is stored yet.
  /// - Returns: The same rows; UUIDs that are left equal are those of twins.
  /// - Throws: `StorageError` where UUIDs cannot be looked up.
  mutating func settleNamesakes(_ named: SampleRun) throws -> SettledRows {
    var rows = SettledRows(run: named)
    let names = (0..<named.count).map { SampleName(named, $0) }
    var yielding: Set<Int> = []
    if !draft.namesakes.isEmpty {
      for (row, uuid) in named.uuids.enumerated() {
        // Its twin came before, and was renamed.
        let new = names[row].namesake(of: uuid)
        if draft.namesakes.stored(uuid, of: names[row].bundle) == new {
          rows.run.rename(row, to: new)
        }
      }
    }
    // A new UUID is known already where its twin came before; anything else is no accident.
    for _ in 0..<Self.mostRenamings {
      let holders = try holders(of: UUIDSet(rows.run.uuids))
      var first = holders.mapValues(\.name)
      for (row, uuid) in rows.run.uuids.enumerated() {
        first[uuid] = first[uuid].map { min($0, names[row]) } ?? names[row]
      }
      var isDone = true
      for (row, uuid) in rows.run.uuids.enumerated() {
        guard let keeper = first[uuid], keeper != names[row] else { continue }
        if keeper.bundle != names[row].bundle, uuid == named.uuids[row] { yielding.insert(row) }
        rows.run.rename(row, to: names[row].namesake(of: uuid))
        isDone = false
      }
      if isDone {
        for (uuid, holder) in holders {
          guard holder.name != first[uuid],
            case .stored(let block, let type, let row) = holder.place
          else { continue }
          try rows.displace(row, of: block, type, in: draft)
        }
        rows.yielding = yielding.sorted()
        return rows
      }
    }
    throw refusal("store what a peer sent", "too many objects have the same UUID")
  }

  /// Notes by which UUIDs apps know the rows that yielded.
  ///
  /// - Returns: What held the rows by those UUIDs, with the others in their place. It is out of sight until it is stored
  ///   anew.
  mutating func noteNames(of rows: SettledRows, _ named: SampleRun) throws -> [SampleRun] {
    var renamed: Renamed = [:]
    for row in rows.yielding {
      let app = named.sources[row].source.bundleIdentifier
      try note(named.uuids[row], storedAs: rows.run.uuids[row], of: app)
      renamed[app, default: [:]][named.uuids[row]] = rows.run.uuids[row]
    }
    return renamed.isEmpty ? [] : try takeOutHolders(of: renamed, named.type)
  }

  /// Of each app the UUIDs that it said, and those that are stored.
  private typealias Renamed = [String: [SampleUUID: SampleUUID]]

  /// Takes correlations and associations out of sight that name samples of their apps which have other UUIDs now.
  ///
  /// - Parameters:
  ///   - renamed: These samples.
  ///   - type: Theirs.
  /// - Returns: The same with the new UUIDs.
  /// - Throws: What looking for them throws.
  private mutating func takeOutHolders(
    of renamed: Renamed, _ type: ObjectType
  ) throws -> [SampleRun] {
    let said = renamed.values.flatMap(\.keys)
    var groups = Set(try memberships(of: UUIDSet(said)).map(\.container))
    if type == .workout || type.isCorrelation { groups.formUnion(said) }
    guard !groups.isEmpty else { return [] }
    // The holders below write their groups anew.
    for group in groups { try tables.members.removeMembers(of: group) }
    let all = UUIDSet(Array(groups))
    var holders = try associations(of: all) { try $0.readable($1) }
    holders += try locateReadable(all).filter(\.type.isCorrelation)
    var outdated: [RowsInBlock] = []
    for var hit in holders {
      guard let run = try readable(hit.block)?.selecting(hit.rows) else { continue }
      let new = Self.naming(renamed, in: run)
      let isSame = (0..<run.count).map { run[$0].value == new[$0].value }
      try link(run.selecting(isSame.indices.filter { isSame[$0] }), UUIDSet())
      hit.rows = isSame.indices.filter { !isSame[$0] }.map { hit.rows[$0] }
      if !hit.rows.isEmpty { outdated.append(hit) }
    }
    return try takeOut(outdated).map { Self.naming(renamed, in: $0) }
  }

  /// The same with what the apps of the rows have renamed.
  private static func naming(_ renamed: Renamed, in run: SampleRun) -> SampleRun {
    run.replacingNamed { renamed[run.sources[$0].source.bundleIdentifier] ?? [:] }
  }

  /// What a peer sent, with the UUIDs under which samples are stored here that its objects name.
  func namingStored(in run: SampleRun) -> SampleRun {
    guard !draft.namesakes.isEmpty else { return run }
    return run.replacingNamed {
      draft.namesakes.of(run.sources[$0].source.bundleIdentifier)?.allStored ?? [:]
    }
  }

  /// Stores displaced rows anew, as if they came now: under other UUIDs and their own dots.
  mutating func insertAgain(_ runs: [SampleRun]) throws {
    for run in runs { _ = try insertKnown(run, isAgain: true) }
  }

  /// Gives the bytes of documents that were stored to the UUIDs that the documents have now.
  mutating func moveDocuments(of rows: SettledRows, _ named: SampleRun) throws {
    guard case .objects(let bodies) = named.payload else { return }
    for (row, body) in bodies.enumerated() where rows.run.uuids[row] != named.uuids[row] {
      guard case .document = body else { continue }
      try tables.documents.move(named.uuids[row], to: rows.run.uuids[row])
    }
  }

  /// Takes rows out of sight that are about to be stored anew, and returns them.
  mutating func takeOut(_ rows: [RowsInBlock]) throws -> [SampleRun] {
    var runs: [SampleRun] = []
    for hit in rows {
      var run = try tables.blocks.run(hit.block.id).selecting(hit.rows.sorted())
      run.dropPositions()
      runs.append(run)
      try hide(hit.rows.sorted(), of: hit.block.id, type: hit.type)
      for uuid in run.uuids where uuid.isNumbered {
        try tables.uuids.cut(uuid.counter...uuid.counter, of: uuid.base)
      }
      changedTypes.insert(hit.type)
    }
    return runs
  }
}

extension StoreWriter.SettledRows {
  fileprivate mutating func displace(
    _ row: Int, of block: Int64, _ type: ObjectType, in state: StoreState
  ) throws {
    if let index = displaced.firstIndex(where: { $0.block.id == block }) {
      displaced[index].rows.append(row)
      return
    }
    guard let place = state.place(ofBlock: block) else {
      throw StorageError(
        .damaged, cannot: "store what a peer sent", "the index of UUIDs names a block that is gone")
    }
    displaced.append(
      RowsInBlock(
        type: type, segment: place.segment.id,
        block: place.segment.directory.blocks[place.index], rows: [row]))
  }
}
