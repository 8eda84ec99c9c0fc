internal import HealthModel
internal import SQLiteCore

// What was found damaged, and what becomes of it.
extension StoreWriter {
  /// Notes that the bytes of a document cannot be read, while its sample can.
  mutating func noteDamage(ofDocument uuid: SampleUUID) throws {
    for hit in try locateReadable(UUIDSet([uuid])) {
      let run = try tables.blocks.run(hit.block.id)
      guard let row = hit.rows.first, case .objects(let bodies) = run.payload,
        case .document(let document) = bodies[row],
        try tables.documents.flaw(of: uuid, byteCount: document.byteCount) != nil
      else { continue }
      let (incarnation, sequence) = run.dots[row]
      draft.damagedDocuments[uuid] = Dot(
        incarnation: incarnation, type: run.type, sequence: sequence)
    }
    _ = tables.documents.takeUnreadable()
  }

  /// Erases what is left of lost segments of which a watch has just been given all again: it knows the type down to
  /// its floor again.
  mutating func eraseGivenBack() throws {
    guard !draft.lost.isEmpty, draft.record.known != state.record.known else { return }
    let given = draft.lost.filter { _, segment in
      segment.isClaimGivenUp && state.record.known[segment.type] > state.cutoff
        && draft.record.known[segment.type] <= draft.cutoff
    }
    if !given.isEmpty { try eraseLost(Array(given.keys)) }
  }

  /// Erases the rows of lost segments, and with the last of them the blocks that no directory names.
  mutating func eraseLost(_ ids: [Int64]) throws {
    guard !ids.isEmpty else { return }
    try flush()
    try giveHeaders()
    for id in ids {
      guard let segment = draft.lost.removeValue(forKey: id) else { continue }
      changedTypes.insert(segment.type)
      try tables.segments.remove(id)
      try tables.uuids.removePages(of: id)
    }
    if draft.lost.isEmpty { try eraseUnnamedBlocks() }
  }

  private mutating func eraseUnnamedBlocks() throws {
    var named: Set<Int64> = []
    for state in draft.types.values {
      named.formUnion(state.segments.lazy.flatMap(\.directory.blocks).map(\.id))
    }
    named.formUnion(garbage.lazy.flatMap(\.blocks))
    var unnamed: [Int64] = []
    var blocks = try connection.prepare("SELECT id FROM block")
    while try blocks.step() {
      if !named.contains(blocks.integer(at: 0)) { unnamed.append(blocks.integer(at: 0)) }
    }
    for id in unnamed {
      try dead.remove(id)
      try tables.uuids.removeSpans(ofBlock: id)
      try tables.blocks.remove(id)
    }
  }

  /// Whether readings found something that is not noted yet.
  var hasNewDamage: Bool {
    !tables.uuids.unreadablePages.isEmpty || tables.uuids.areSpansUnreadable || isLogDamaged
      || tables.members.isUnreadable
      || !tables.documents.unreadable.isEmpty
      || tables.blocks.unreadable.contains {
        !draft.damagedBlocks.contains($0) && draft.place(ofBlock: $0) != nil
      }
  }

  private var isLogDamaged: Bool {
    min(tables.deletions.unreadableThrough, draft.head) > draft.horizon
  }

  /// Notes what readings found since the last time; whether that was something new.
  @discardableResult
  mutating func noteNewDamage() throws -> Bool {
    // Peers learn from what lists say what tombstones can tell them no more (R11).
    if isLogDamaged {
      _ = try forgetTombstones(through: min(tables.deletions.unreadableThrough, draft.head))
    }
    for uuid in tables.documents.takeUnreadable() { try noteDamage(ofDocument: uuid) }
    let areSpansNew = try tables.uuids.takeUnreadableSpans() && rebuildSpans()
    if tables.members.takeUnreadable() { try rebuildMembers() }
    let arePagesNew = try !tables.uuids.unreadablePages.isEmpty && rebuildPages()
    let isNew = try noteUnreadableBlocks() || arePagesNew || areSpansNew
    // An import may bring back what is lost.
    if isNew {
      try tables.imports.forgetExports()
      try lookAtPiecesAgain()
    }
    return isNew
  }

  /// Writes the pages of segments anew of which one is damaged; what other damage they hold is found by that.
  private mutating func rebuildPages() throws -> Bool {
    for id in tables.uuids.unreadablePages { try rebuildPages(of: id) }
    return true
  }

  /// Writes the spans of our own numbering anew from the blocks.
  ///
  /// What is in a block that cannot be read keeps the spans that are what was written.
  private mutating func rebuildSpans() throws -> Bool {
    try giveHeaders()
    var readable: [(block: Int64, numbered: [UInt64: IntervalSet])] = []
    var hidden: [(block: Int64, numbered: [UInt64: IntervalSet])] = []
    for state in draft.types.values {
      for block in state.segments.lazy.flatMap(\.directory.blocks)
      where block.foreignUUIDs < block.count {
        guard let run = try self.readable(block) else { continue }
        let dead = state.dead[block.id]
        let rows = (0..<run.count).filter { !(dead?.contains(UInt64($0)) ?? false) }
        readable.append((block.id, UUIDSet(rows.map { run.uuids[$0] }).numbered))
        guard rows.count < run.count else { continue }
        let others = (0..<run.count).filter { dead?.contains(UInt64($0)) ?? false }
        hidden.append((block.id, UUIDSet(others.map { run.uuids[$0] }).numbered))
      }
    }
    let kept = try tables.uuids.soundSpans(of: draft.damagedBlocks, on: connection)
    try connection.execute("DELETE FROM uuid_span")
    // What is in sight comes first, as UUIDs of rows out of sight may be of others now.
    var taken: [UInt64: IntervalSet] = [:]
    for (block, numbered) in readable + kept + hidden {
      for (base, counters) in numbered {
        let free = counters.subtracting(taken[base] ?? IntervalSet())
        taken[base, default: IntervalSet()].formUnion(free)
        for interval in free.intervals {
          try tables.uuids.insert(interval, of: base, block: block)
        }
      }
    }
    return true
  }

  /// Writes the damaged rows of which samples belong together anew, from the objects that say so.
  ///
  /// Where one of these cannot be read the rows stay as they are, and questions that need them go on to end with an
  /// error.
  private mutating func rebuildMembers() throws {
    try giveHeaders()
    var objects: [SampleRun] = []
    for (type, state) in draft.types
    where type.isCorrelation || type == .association || type == .workout {
      for block in state.segments.lazy.flatMap(\.directory.blocks) where !state.isDead(block) {
        guard let run = try readable(block) else { return }
        let dead = state.dead[block.id]
        objects.append(
          run.selecting((0..<run.count).filter { !(dead?.contains(UInt64($0)) ?? false) }))
      }
    }
    try RowChecksum.removeDamaged("member", on: connection)
    for run in objects { try link(run, UUIDSet()) }
  }

  /// Lets go of rows of the small tables that are not what was written, as a person decided.
  mutating func eraseDamagedRows() throws {
    for table in ["app_grant", "alias", "dead_span", "dead_uuid", "member", "uuid_base"] {
      try RowChecksum.removeDamaged(table, on: connection)
    }
  }

  /// Writes the pages of one segment anew of which one has an older form; returns whether another segment has
  /// such pages, as far as look-ups met them.
  mutating func renewPages() throws -> Bool {
    guard let id = tables.uuids.agedPages.first else { return false }
    try rebuildPages(of: id)
    return !tables.uuids.agedPages.isEmpty
  }

  private mutating func rebuildPages(of id: Int64) throws {
    try giveHeaders()
    let segment = draft.types.values.lazy.flatMap(\.segments).first { $0.id == id }
    let blocks = segment?.directory.blocks ?? []
    var foreign: [(uuid: SampleUUID, block: Int)] = []
    for (index, block) in blocks.enumerated() where block.foreignUUIDs > 0 {
      guard let run = try readable(block) else { continue }
      for uuid in run.uuids where !uuid.isNumbered { foreign.append((uuid, index)) }
    }
    try tables.uuids.removePages(of: id)
    if let segment {
      let pages = UUIDPages.build(foreign, blocks: blocks.count, asFor: segment.foreignUUIDs)
      try tables.uuids.insert(pages, of: id)
    }
  }

  private mutating func noteUnreadableBlocks() throws -> Bool {
    guard !tables.blocks.unreadable.isEmpty else { return false }
    let new = tables.blocks.unreadable.subtracting(draft.damagedBlocks)
    guard !new.isEmpty else { return false }
    return try noteDamage(inBlocks: new)
  }

  @discardableResult
  mutating func noteDamage(inBlocks ids: Set<Int64>) throws -> Bool {
    var isNew = false
    for id in ids {
      guard let place = draft.place(ofBlock: id),
        draft.damage[place.segment.id]?.blocks.contains(id) != true
      else { continue }
      isNew = true
      try noteDamage(in: place.segment, of: place.type)
    }
    return isNew
  }

  /// Tells apart what can be read of a segment and what cannot.
  private mutating func noteDamage(in segment: Segment, of type: ObjectType) throws {
    try giveHeaders()
    var damage = SegmentDamage(blocks: [], dots: segment.live(of: type))
    var hidesRows = false
    for block in segment.directory.blocks {
      do {
        guard !tables.blocks.unreadable.contains(block.id), try tables.blocks.isSound(block.id)
        else {
          throw BlockReading.damage(block, "a reading found it damaged")
        }
        // Decoded whole, so that what only looks right is found, too.
        damage.dots.subtract(VersionVector(try tables.blocks.run(block.id).dots, of: type))
      } catch let error as StorageError where error.code == .damaged {
        tables.blocks.noteUnreadable(block.id)
        damage.blocks.insert(block.id)
        if draft.types[type]?.dead[block.id] != nil { hidesRows = true }
      }
    }
    guard !damage.blocks.isEmpty else { return }
    // Rows out of sight are in the directory still: they were buried, or gave way to a lower dot.
    if hidesRows {
      damage.dots.subtract(try tombstones(of: type))
      damage.dots.subtract(draft.aliases.dots)
    }
    draft.damage[segment.id] = damage
    draft.unmergeable.insert(segment.id)
    if damage.dots.isEmpty { try drop(segment.id, of: type) }
  }

  private mutating func tombstones(of type: ObjectType) throws -> VersionVector {
    var result = VersionVector()
    guard let id = draft.types[type]?.id else { return result }
    var position: Int64 = 0
    do {
      while let run = try tables.deletions.run(of: id, after: position, through: draft.head) {
        result.cover(run.dots, of: type)
        position = run.positions.max ?? draft.head
      }
    } catch let error as StorageError where error.code == .damaged {
      // Dots taken for live that are not are asked for in vain, which does no harm.
    }
    return result
  }

  /// Takes dots for damaged no longer: they are stored anew, or buried.
  mutating func settle(_ dots: VersionVector) throws {
    for (id, damage) in draft.damage {
      let settled = damage.dots.intersection(dots)
      guard let type = settled.streams.keys.first?.type,
        let index = draft.types[type]?.segments.firstIndex(where: { $0.id == id }),
        let segment = draft.types[type]?.segments[index]
      else { continue }
      draft.damage[id]?.dots.subtract(settled)
      var directory = segment.directory
      for (stream, intervals) in settled.streams {
        directory.live[stream.incarnation]?.subtract(intervals)
        if directory.live[stream.incarnation]?.isEmpty ?? false {
          directory.live[stream.incarnation] = nil
        }
      }
      try tables.segments.replace(
        id, type: try typeState(type).id, directory: directory)
      draft.types[type]?.segments[index] = Segment(id: id, directory: directory)
      // After the directory, which stays where another block turns out to be damaged now.
      if draft.damage[id]?.dots.isEmpty ?? true { try drop(id, of: type) }
    }
  }

  /// Makes a segment anew without its damaged blocks, of which nothing is missed any more.
  private mutating func drop(_ id: Int64, of type: ObjectType) throws {
    guard let index = draft.types[type]?.segments.firstIndex(where: { $0.id == id }) else { return }
    draft.unmergeable.remove(id)
    try merge(index..<(index + 1), of: type)
    // Where another block of it went bad meanwhile, that is noted in its turn.
    draft.damage[id] = nil
  }

  /// Where the UUIDs are in sight, as far as it can be read.
  mutating func locateReadable(_ uuids: UUIDSet) throws -> [RowsInBlock] {
    var hits = try lookingUp { writer in
      guard
        let hits = try writer.tables.locate(
          uuids, in: writer.draft, except: writer.draft.damagedBlocks)
      else {
        throw StorageError(
          .damaged, cannot: "look UUIDs up", "the index names a block that is gone")
      }
      return hits
    }
    for index in hits.indices {
      guard let dead = draft.types[hits[index].type]?.dead[hits[index].block.id] else { continue }
      hits[index].rows.removeAll { dead.contains(UInt64($0)) }
    }
    return hits.filter { !$0.rows.isEmpty }
  }

  /// Looks UUIDs up; where what finds them turns out to be damaged, it is made anew and asked once more.
  ///
  /// - Throws: `damaged` where nothing new is to be made anew by that.
  mutating func lookingUp<Found>(_ look: (inout StoreWriter) throws -> Found) throws -> Found {
    while true {
      do {
        return try look(&self)
      } catch let error as StorageError where error.code == .damaged {
        guard try noteNewDamage() else { throw error }
      }
    }
  }

  /// The samples of a block; `nil` for a damaged one.
  mutating func readable(_ block: SegmentDirectory.Block) throws -> SampleRun? {
    do {
      return try tables.blocks.run(block.id)
    } catch let error as StorageError where error.code == .damaged {
      return nil
    }
  }

  /// Writes segments anew from their blocks; one of which a block cannot be read either waits for that.
  mutating func makeAnew(_ segments: Set<Int64>) throws {
    try giveHeaders()
    for (type, state) in draft.types {
      for id in state.segments.map(\.id) where segments.contains(id) {
        guard let index = draft.types[type]?.segments.firstIndex(where: { $0.id == id }) else {
          continue
        }
        try merge(index..<(index + 1), of: type)
      }
    }
  }
}

extension Segment {
  /// The dots that its directory lists, of its type.
  func live(of type: ObjectType) -> VersionVector {
    var dots = VersionVector()
    for (incarnation, intervals) in directory.live {
      dots[VersionVector.Stream(incarnation: incarnation, type: type)] = intervals
    }
    return dots
  }
}
