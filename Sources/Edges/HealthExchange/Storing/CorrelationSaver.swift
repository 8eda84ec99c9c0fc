internal import HealthModel
internal import StoreAccess

/// Saves correlations with what they hold.
///
/// An export repeats the members of most correlations as records of their own. A member that is stored is linked;
/// one that is not is saved with the correlation, and its record is left out where it comes later.
struct CorrelationSaver {
  /// As many members as are remembered whose records may still come.
  private static let mostTwins = 1 << 16

  /// What tells samples apart, but for their values.
  private struct Key: Hashable {
    var type: ObjectType
    var start: Double
    var end: Double
    var bundle: String
  }

  /// A stored correlation.
  private struct Stored {
    var uuid: SampleUUID
    var members: Set<SampleUUID>
  }

  private let data: any OwnerAccess
  /// Values of members that were saved without a record of their own.
  private var twins: [Key: [Double]] = [:]
  /// Correlations that were found once, and are not found again.
  private var found: Set<SampleUUID> = []
  /// Those that were there before, with what they hold, and what was linked to new ones.
  private(set) var met = UUIDSet()

  init(_ data: any OwnerAccess) {
    self.data = data
  }

  /// Leaves out the rows that are members saved before.
  mutating func removingTwins(
    from chosen: [Int], of rows: ImportRows, _ tables: ImportTables
  ) -> [Int] {
    guard !twins.isEmpty else { return chosen }
    let values = CanonicalValues(rows, tables)
    return chosen.filter { row in
      let key = Key(
        type: rows.description.type, start: rows.starts[row], end: rows.ends[row],
        bundle: tables.sources[Int(rows.sources[row])].source.bundleIdentifier)
      guard let index = twins[key]?.firstIndex(where: { Self.isSame($0, values[row]) }) else {
        return true
      }
      twins[key]?.remove(at: index)
      if twins[key]?.isEmpty == true { twins[key] = nil }
      return false
    }
  }

  /// Saves those that are not stored.
  ///
  /// All records that came before them are saved already.
  mutating func save(
    _ drafts: [ImportCorrelation], _ context: inout ImportContext, _ saver: inout RowSaver,
    _ deleted: inout DeletedRows
  ) async throws {
    let tables = context.tables
    var stored: [Key: [Stored]] = [:]
    var taken: Set<SampleUUID> = []
    for (type, group) in Dictionary(grouping: drafts, by: \.type) {
      try await read(type, at: group.map(\.row)) { run in
        for row in 0..<run.count {
          guard case .object(.correlation(let members)) = run.payload[row] else { continue }
          taken.formUnion(members.uuids)
          stored[Self.key(run, row), default: []].append(
            Stored(uuid: run.uuids[row], members: Set(members.uuids)))
        }
      }
    }
    var samples: [Key: [(uuid: SampleUUID, value: Double)]] = [:]
    let members = drafts.flatMap(\.members)
    let wanted = Set(members.map { Self.key($0.type, $0.row, tables) })
    for (type, group) in Dictionary(grouping: members, by: \.type) {
      try await read(type, at: group.map(\.row)) { run in
        let values = StoredValues(run)
        for row in 0..<run.count {
          let key = Self.key(run, row)
          if wanted.contains(key) {
            samples[key, default: []].append((run.uuids[row], values[row]))
          }
        }
      }
    }
    for draft in drafts {
      let candidates = draft.members.map { member in
        let value = Self.value(member, tables)
        return (samples[Self.key(member.type, member.row, tables)] ?? []).filter {
          Self.isSame($0.value, value)
        }.map(\.uuid)
      }
      let key = Self.key(draft.type, draft.row, tables)
      let known = (stored[key] ?? []).first { stored in
        stored.members.count == draft.members.count && !found.contains(stored.uuid)
          && Self.choose(candidates.map { $0.filter(stored.members.contains) })
            .allSatisfy { $0 != nil }
      }
      if let known {
        found.insert(known.uuid)
        for uuid in [known.uuid] + known.members { met.insert(uuid) }
        context.summary.types[draft.type, default: .init()].known += 1
        continue
      }
      let free = Self.choose(candidates.map { $0.filter { !taken.contains($0) } })
      let missing = zip(draft.members, free).filter { $1 == nil }.map(\.0)
      if deleted.meet(draft, missing: missing, tables) {
        context.summary.types[draft.type, default: .init()].deleted += 1
        continue
      }
      for uuid in free.compactMap(\.self) {
        taken.insert(uuid)
        met.insert(uuid)
      }
      try await save(draft, linking: free, &context, &saver)
    }
  }

  private mutating func save(
    _ draft: ImportCorrelation, linking links: [SampleUUID?], _ context: inout ImportContext,
    _ saver: inout RowSaver
  ) async throws {
    var members = Members()
    var runs: [SampleRun] = []
    var added: [ObjectType: Int] = [:]
    for (member, link) in zip(draft.members, links) {
      if let link {
        members.append(link, of: member.type)
        continue
      }
      guard let description = member.type.description else { continue }
      let uuid = saver.name(for: member.type)
      var rows = ImportRows(description)
      rows.append(member.row)
      let run = rows.run(0..<1, named: [uuid], context.tables)
      if let index = runs.firstIndex(where: { $0.type == member.type }) {
        runs[index].append(run, rows: 0..<1)
      } else {
        runs.append(run)
      }
      members.append(uuid, of: member.type)
      added[member.type, default: 0] += 1
      if twins.count < Self.mostTwins {
        twins[Self.key(member.type, member.row, context.tables), default: []].append(
          Self.value(member, context.tables))
      }
    }
    guard let description = draft.type.description else { return }
    var row = draft.row
    row.body = .correlation(members)
    var rows = ImportRows(description)
    rows.append(row)
    let uuid = saver.name(for: draft.type)
    runs.append(rows.run(0..<1, named: [uuid], context.tables))
    found.insert(uuid)
    if let problem = try await saver.save(runs) {
      context.summary.types[draft.type, default: .init()].read -= 1
      return context.summary.lose(
        "Correlation", line: draft.row.line, problem, of: draft.type)
    }
    context.summary.types[draft.type, default: .init()].saved += 1
    for (type, count) in added {
      context.summary.types[type, default: .init()].read += count
      context.summary.types[type, default: .init()].saved += count
    }
  }

  /// Reads the stored samples of a type that start when rows do.
  private func read(
    _ type: ObjectType, at rows: [ImportRow], _ body: (SampleRun) -> Void
  ) async throws {
    let starts = Set(rows.map(\.start)).sorted()
    var index = 0
    while index < starts.count {
      let from = starts[index]
      var to = from
      while index < starts.count, starts[index] - to <= Instant.secondsPerDay {
        to = starts[index]
        index += 1
      }
      let query = SampleQuery(
        type,
        where: .and([
          .end(.greaterOrEqual, from), .start(.greaterOrEqual, from), .start(.less, to + 1),
        ]))
      for try await run in try await data.samples(query) { body(run) }
    }
  }

  /// One candidate for each, none for two; `nil` where there is none left.
  private static func choose(_ candidates: [[SampleUUID]]) -> [SampleUUID?] {
    var chosen: Set<SampleUUID> = []
    return candidates.map { candidates in
      let first = candidates.first { !chosen.contains($0) }
      if let first { chosen.insert(first) }
      return first
    }
  }

  private static func key(_ type: ObjectType, _ row: ImportRow, _ tables: ImportTables) -> Key {
    Key(
      type: type, start: row.start, end: row.end,
      bundle: tables.sources[Int(row.source)].source.bundleIdentifier)
  }

  private static func key(_ run: SampleRun, _ row: Int) -> Key {
    Key(
      type: run.type, start: run.starts[row].rounded(.down), end: run.ends[row].rounded(.down),
      bundle: run.sources[row].source.bundleIdentifier)
  }

  static func value(
    _ member: (type: ObjectType, row: ImportRow), _ tables: ImportTables
  ) -> Double {
    guard let canonical = member.type.description?.canonicalUnit,
      let conversion = UnitConversion.remembered(
        from: tables.units[Int(member.row.unit)], to: canonical)
    else { return member.row.value }
    return conversion(member.row.value)
  }

  private static func isSame(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= max(abs(one), abs(other)) * StoredMatch.tolerance
  }
}
