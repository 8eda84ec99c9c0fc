internal import HealthModel

// Deaths that peers told or that follow from what they list.
//
// A death here takes exactly the dots it names, and their twins: whoever deleted a workout has buried what
// tied samples to it and tells those dots, too, so that nothing is inferred from the one to the other.
extension StoreWriter {
  mutating func bury(_ run: DeletionRun, at now: Double, by actor: Removal.Actor?) throws {
    try flush()
    let told = VersionVector(run.dots, of: run.type)
    let named = told.adding(hostsOfAliases(among: told))
    var victims = try twins(of: run)
    // A dot has one UUID for ever, so that the rest is only what a peer has wrong.
    let missing = try named.subtracting(dots(of: victims))
    victims += try rows(of: missing)
    let buried = try buryRows(victims, at: now, by: actor)
    try addToVector(told)
    try buryUnseen(run, except: buried, at: now)
  }

  /// The rows that have the UUIDs of dead samples and are the same: what is of another app or type, or has another
  /// end, is no twin, and goes by its own death.
  mutating func twins(of dead: DeletionRun) throws -> [RowsInBlock] {
    var names: [SampleUUID: Set<SampleName>] = [:]
    var uuids = dead.uuids
    for (row, uuid) in dead.uuids.enumerated() {
      let name = SampleName(dead, row)
      names[uuid, default: []].insert(name)
      // The twin here had to yield.
      if let stored = draft.namesakes.stored(uuid, of: name.bundle) {
        names[stored, default: []].insert(name)
        uuids.append(stored)
      }
    }
    var twins: [RowsInBlock] = []
    for var hit in try locateReadable(UUIDSet(uuids)) where hit.type == dead.type {
      guard let run = try readable(hit.block) else { continue }
      hit.rows.removeAll { !(names[run.uuids[$0]]?.contains(SampleName(run, $0)) ?? false) }
      if !hit.rows.isEmpty { twins.append(hit) }
    }
    return twins
  }

  mutating func bury(_ dots: VersionVector, at now: Double, by actor: Removal.Actor?) throws {
    try flush()
    let named = dots.adding(hostsOfAliases(among: dots))
    _ = try buryRows(try rows(of: named), at: now, by: actor)
    try letGo(named)
  }

  /// Writes the tombstones that no row here speaks for.
  private mutating func buryUnseen(
    _ run: DeletionRun, except buried: VersionVector, at now: Double
  ) throws {
    let told = VersionVector(run.dots, of: run.type)
    // The row of a twin is damaged, or was lost: the twins die all the same.
    let hosts = hostsOfAliases(among: told)
    let others = draft.aliases.hosted(by: told.adding(hosts)).flatMap(\.pairs)
    var graves: [ObjectType: Graves] = [:]
    if buried.isEmpty && others.isEmpty {
      graves[run.type, default: Graves()].append(run)
    } else {
      var done = buried
      let aliases = Dictionary(grouping: others) { $0.host }
      for (row, dot) in run.dots.all(of: run.type).enumerated() {
        let host = draft.aliases.host(of: dot) ?? dot
        for twin in [dot, host] + (aliases[host] ?? []).map(\.alias) where !done.covers(twin) {
          graves[twin.type, default: Graves()].append(twin, like: run, row: row)
          done.insert(twin)
        }
      }
    }
    try letGo(told.adding(hosts))
    if run.type.description?.kind != .quantity, run.type.description?.kind != .category {
      // Pieces of a document come before the sample that has them.
      for uuid in graves[run.type]?.uuids ?? [] {
        try tables.members.removeMembers(of: uuid)
        try tables.documents.remove(uuid)
      }
    }
    for type in graves.keys.sorted(by: { $0.identifier < $1.identifier }) {
      if let graves = graves[type] { try write(graves, of: type, at: now) }
    }
  }

  /// Misses dots no more, as aliases or as damaged.
  private mutating func letGo(_ dots: VersionVector) throws {
    var all = dots
    let parts = draft.aliases.among(dots) + draft.aliases.hosted(by: dots)
    for part in parts { all.cover(part.sequences, in: part.stream) }
    try removeAliases(draft.aliases.among(all))
    try settle(all)
  }

  func hostsOfAliases(among dots: VersionVector) -> VersionVector {
    var hosts = VersionVector()
    for part in draft.aliases.among(dots) { hosts.cover(part.hosts, in: part.host) }
    return hosts
  }

  mutating func dots(of hits: [RowsInBlock]) throws -> VersionVector {
    var dots = VersionVector()
    for hit in hits {
      dots.cover(try tables.blocks.dots(hit.block.id).selecting(hit.rows), of: hit.type)
    }
    return dots
  }

  /// The rows in sight that have these dots, as far as they can be read.
  mutating func rows(of dots: VersionVector) throws -> [RowsInBlock] {
    var result: [RowsInBlock] = []
    for type in Set(dots.streams.keys.map(\.type)) {
      for segment in draft.types[type]?.segments ?? [] {
        let wanted = dots.intersection(segment.live(of: type))
        guard !wanted.isEmpty else { continue }
        for block in segment.directory.blocks {
          let rows = try self.rows(of: wanted, in: block, type)
          if !rows.isEmpty {
            result.append(
              RowsInBlock(type: type, segment: segment.id, block: block, rows: rows))
          }
        }
      }
    }
    // Before what is damaged is settled.
    try noteNewDamage()
    return result
  }

  private mutating func rows(
    of dots: VersionVector, in block: SegmentDirectory.Block, _ type: ObjectType
  ) throws -> [Int] {
    guard let state = draft.types[type], !state.isDead(block) else { return [] }
    let column: DotColumn
    do {
      column = try tables.blocks.dots(block.id)
    } catch let error as StorageError where error.code == .damaged {
      return []
    }
    let dead = state.dead[block.id]
    var rows: [Int] = []
    var start = 0
    for span in column.spans {
      let stream = VersionVector.Stream(incarnation: span.incarnation, type: type)
      let found = dots[stream].intersection(IntervalSet(span.interval))
      for interval in found.intervals {
        for sequence in interval {
          let row = start + Int(sequence - span.first)
          if !(dead?.contains(UInt64(row)) ?? false) { rows.append(row) }
        }
      }
      start += span.count
    }
    return rows
  }
}

extension VersionVector {
  func adding(_ other: Self) -> Self {
    var result = self
    result.formUnion(other)
    return result
  }
}
