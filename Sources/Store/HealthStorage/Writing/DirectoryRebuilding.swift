internal import HealthCodec
internal import HealthModel
internal import SQLiteCore

/// Makes directories of segments anew that are not what was written.
///
/// A block tells of itself all that a directory says of it. So the blocks that no other directory names are those of the
/// damaged ones, and become segments of their own. A damaged row goes only where nothing of it is missing: where its
/// partial aggregates are those of the blocks that were found, or, where these are damaged, too, where every block can
/// be read that anything names. Otherwise it stays, so that the rest counts as lost (R24).
struct DirectoryRebuilding: ~Copyable {
  /// A block that no directory names and that can be read.
  private struct Found {
    var run: SampleRun
    var entry: SegmentDirectory.Block
    /// The app that saved all of it; `nil` where they are several.
    var owner: String?
  }

  /// Blocks of one lane that follow each other in the log.
  private struct Part {
    var type: ObjectType
    var blocks: [SegmentDirectory.Block] = []
    var contents = SegmentContents()
    var foreign: [(uuid: SampleUUID, block: Int)] = []
    var rows = 0

    mutating func add(_ found: Found) {
      for uuid in found.run.uuids where !uuid.isNumbered { foreign.append((uuid, blocks.count)) }
      blocks.append(found.entry)
      contents.add(found.run)
      rows += found.run.count
    }
  }

  private let state: StoreState
  private var segments: SegmentTable
  private var uuids: UUIDTable
  /// How many blocks that no directory names cannot be read.
  private var unreadable = 0

  private init(_ connection: borrowing Connection, _ state: StoreState) throws(SQLiteError) {
    // Locals first: a struct that cannot be copied cannot be left half made by a throw.
    let segments = try SegmentTable(connection)
    let uuids = try UUIDTable(connection)
    self.segments = segments
    self.uuids = uuids
    self.state = state
  }

  /// Makes anew what can be made anew, in a transaction of its own.
  ///
  /// - Parameters:
  ///   - connection: Nobody else has read the store by it.
  ///   - state: As it was loaded; load it again where this returns `true`.
  /// - Returns: Whether anything changed. Where the disk is full, or the tables are too damaged for that, nothing does.
  /// - Throws: Any other fault of the disk.
  static func run(on connection: borrowing Connection, _ state: StoreState) throws -> Bool {
    guard !state.lost.isEmpty else { return false }
    do {
      try connection.execute("BEGIN IMMEDIATE")
      var rebuilding = try Self(connection, state)
      let hasChanged = try rebuilding.rebuild(connection)
      try connection.execute("COMMIT")
      return hasChanged
    } catch {
      // SQLite has rolled back by itself after some faults.
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      let fault = StorageError(wrapping: error)
      guard fault.code == .full || fault.code == .damaged else { throw fault }
      // What is lost stays so, and every question that needs it says that.
      return false
    }
  }

  private mutating func rebuild(_ connection: borrowing Connection) throws -> Bool {
    let types = Set(state.lost.values.map(\.type))
    var found = try unnamed(connection).filter { types.contains($0.run.type) }
    found = try withoutReplaced(found, connection)
    var hasChanged = false
    var next = try RowNumber.next(after: "SELECT max(id) FROM segment", on: connection)
    let isEveryBlockThere = try unreadable == 0 && !hasSpanOfNothing(connection)
    for type in types.sorted(by: { $0.identifier < $1.identifier }) {
      let own = found.filter { $0.run.type == type }
      let parts = parts(of: type, own)
      for part in parts {
        try write(part, as: next)
        next += 1
        hasChanged = true
      }
      // A loose block has no row.
      let rows = state.lost.filter {
        $0.value.type == type && !state.loose.damaged.contains($0.key)
      }.map(\.key)
      guard try isWhole(parts, without: rows, isEveryBlockThere) else { continue }
      for id in rows {
        try segments.remove(id)
        try uuids.removePages(of: id)
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// The blocks that no directory names and that can be read, the newest first.
  private mutating func unnamed(_ connection: borrowing Connection) throws -> [Found] {
    var named: Set<Int64> = []
    for type in state.types.values {
      named.formUnion(type.segments.lazy.flatMap(\.directory.blocks).map(\.id))
    }
    let garbage = try StateTable.garbage(connection)
    // A damaged loose block is a lost segment by itself.
    var rows = try connection.prepare(
      "SELECT id FROM block WHERE id < ?1 OR type IS NULL ORDER BY id DESC")
    try rows.bind(state.looseFrom, at: 1)
    var ids: [Int64] = []
    while try rows.step() {
      let id = rows.integer(at: 0)
      if !named.contains(id), !(id > 0 && garbage.contains(UInt64(id))) { ids.append(id) }
    }
    var find = try StoredBlocks(connection)
    var found: [Found] = []
    for id in ids {
      guard let run = try find.run(id), !run.isEmpty, run.dots.count == run.count else {
        unreadable += 1
        continue
      }
      let owners = Set(run.sources.values.map(\.source.bundleIdentifier))
      found.append(
        Found(
          run: run, entry: SegmentDirectory.Block(id: id, run),
          owner: owners.count == 1 ? owners.first : nil))
    }
    return found
  }

  /// Leaves out blocks that merging replaced and that wait for nobody to erase them any more, because the list of those
  /// was damaged once: their samples are elsewhere, or were deleted.
  private func withoutReplaced(
    _ found: [Found], _ connection: borrowing Connection
  ) throws -> [Found] {
    var taken = VersionVector()
    for type in Set(found.map(\.run.type)) {
      for segment in state.types[type]?.segments ?? [] { taken.formUnion(segment.live(of: type)) }
    }
    let buried = try tombstones(of: Set(found.map(\.run.type)), connection)
    var hidden = try connection.prepare("SELECT rows, checksum FROM dead WHERE block = ?1")
    var kept: [Found] = []
    for one in found {
      let dots = VersionVector(one.run.dots, of: one.run.type)
      guard dots.intersection(taken).isEmpty else { continue }
      let dead = dots.intersection(buried)
      if !dead.isEmpty {
        try hidden.bind(one.entry.id, at: 1)
        defer { hidden.reset() }
        guard try hidden.step() else { continue }
        let bytes = try hidden.blob(at: 0)
        guard RowChecksum.of(bytes, in: .integer(one.entry.id)) == hidden.integer(at: 1),
          let rows = try? IntervalSet(decoding: bytes, limits: .stored)
        else { continue }
        let outOfSight = (0..<one.run.count).filter { rows.contains(UInt64($0)) }
        let covered = VersionVector(one.run.dots.selecting(outOfSight), of: one.run.type)
        guard dead.subtracting(covered).isEmpty else { continue }
      }
      taken.formUnion(dots)
      kept.append(one)
    }
    return kept
  }

  private func tombstones(
    of types: Set<ObjectType>, _ connection: borrowing Connection
  ) throws -> VersionVector {
    var dots = VersionVector()
    var rows = try connection.prepare(
      "SELECT \(FoundDeletions.columns) FROM deletion WHERE type = ?1")
    for type in types {
      guard let id = state.types[type]?.id else { continue }
      try rows.bind(id, at: 1)
      defer { rows.reset() }
      while try rows.step() {
        // One that is damaged hides nothing that a block shows.
        guard case .run(let run) = try FoundDeletions(in: rows) else { continue }
        dots.cover(run.dots, of: type)
      }
    }
    return dots
  }

  /// The blocks as segments: of one lane, in log order, and with no other segment between them.
  private func parts(of type: ObjectType, _ found: [Found]) -> [Part] {
    var parts: [Part] = []
    for (owner, blocks) in Dictionary(grouping: found, by: \.owner) {
      let others = (state.types[type]?.segments ?? []).filter { $0.owner == owner }
        .map(\.firstPosition).sorted()
      var part = Part(type: type)
      var place = 0
      for block in blocks.sorted(by: { $0.entry.firstPosition < $1.entry.firstPosition }) {
        let next = others.count { $0 < block.entry.firstPosition }
        if !part.blocks.isEmpty,
          next != place || part.rows + block.run.count > MergePlan.mostRows
        {
          parts.append(part)
          part = Part(type: type)
        }
        place = next
        part.add(block)
      }
      if !part.blocks.isEmpty { parts.append(part) }
    }
    return parts.sorted { ($0.blocks[0].firstPosition) < ($1.blocks[0].firstPosition) }
  }

  private mutating func write(_ part: Part, as id: Int64) throws {
    guard let type = state.types[part.type]?.id else { return }
    try segments.insert(
      id, type: type,
      directory: SegmentDirectory(
        blocks: part.blocks, live: part.contents.live, sources: part.contents.sources),
      aggregates: part.contents.aggregates)
    try uuids.removePages(of: id)
    guard !part.foreign.isEmpty else { return }
    let pages = UUIDPages.build(
      part.foreign, blocks: part.blocks.count, asFor: part.foreign.count)
    try uuids.insert(pages, of: id)
  }

  /// Whether what was found is all that damaged rows named.
  private mutating func isWhole(
    _ parts: [Part], without rows: [Int64], _ isEveryBlockThere: Bool
  ) throws -> Bool {
    guard !rows.isEmpty, !parts.isEmpty else { return false }
    var stored = Aggregates()
    for id in rows {
      do {
        stored.merge(try segments.aggregates(id))
      } catch let error as StorageError where error.code == .damaged {
        return isEveryBlockThere
      }
    }
    var rebuilt = Aggregates()
    for part in parts { rebuilt.merge(part.contents.aggregates) }
    return stored == rebuilt
  }

  /// Whether our own UUIDs are said to be in a block that is not there.
  private func hasSpanOfNothing(_ connection: borrowing Connection) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM uuid_span WHERE block NOT IN (SELECT id FROM block) LIMIT 1") != nil
  }
}
