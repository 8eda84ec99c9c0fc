package import HealthModel

/// Which of two versions of a thing is the later one.
private struct SyncVersion: Comparable {
  static let identifierKey = "HKMetadataKeySyncIdentifier"
  static let versionKey = "HKMetadataKeySyncVersion"

  private var integer: Int64?
  private var number: Double

  /// The version that metadata tells; `nil` for what is no number.
  init?(_ value: MetadataValue?) {
    switch value {
    case .integer(let value): (integer, number) = (value, Double(value))
    case .double(let value) where !value.isNaN: number = value
    default: return nil
    }
  }

  static func == (one: Self, other: Self) -> Bool { !(one < other) && !(other < one) }

  static func < (one: Self, other: Self) -> Bool {
    if let left = one.integer, let right = other.integer { return left < right }
    return one.number < other.number
  }
}

extension SampleRun {
  /// The rows that are versions of something, each with what it is a version of.
  fileprivate var versions: [(row: Int, identifier: String, version: SyncVersion)] {
    guard let identifiers = metadata.first(where: { $0.key == SyncVersion.identifierKey }),
      let numbers = metadata.first(where: { $0.key == SyncVersion.versionKey })
    else { return [] }
    return identifiers.rows.compactMap { row in
      guard case .string(let identifier) = identifiers.value(at: row),
        let version = SyncVersion(numbers.value(at: row))
      else { return nil }
      return (row, identifier, version)
    }
  }
}

extension Change.Save {
  /// Whether any of the objects is a version of something that may have been saved before.
  package static func hasVersions(_ runs: [SampleRun]) -> Bool {
    runs.contains { !$0.versions.isEmpty }
  }
}

/// A save without what was saved already, and what its later versions take the place of.
struct SettledSave {
  var save: Change.Save
  /// The rows of earlier versions, which go.
  var older: [RowsInBlock] = []
  /// Which version stays in the place of each that goes or was left out.
  var heirs: [SampleUUID: SampleUUID] = [:]
}

extension StoreWriter {
  /// The last version of something among the runs of a save, and the UUIDs of those before it.
  private struct Latest {
    var version: SyncVersion
    var run: Int
    var row: Int
    var others: [SampleUUID] = []
  }

  /// Leaves out of a save what the app saved already in the same version or a later one, and finds the rows that
  /// the rest takes the place of.
  ///
  /// - Parameters:
  ///   - save: What is to be saved.
  ///   - going: What the same change deletes anyway.
  /// - Returns: What is left of the save, and the earlier versions.
  /// - Throws: Where what is stored cannot be read.
  mutating func settleVersions(
    of save: Change.Save, without going: UUIDSet
  ) throws -> SettledSave {
    var settled = SettledSave(save: save)
    guard let owner = save.versionsOf else { return settled }
    var left: [Int: Set<Int>] = [:]
    var older: [RowsInBlock] = []
    for (type, wanted) in Self.latestVersions(in: save, leaving: &left) {
      let stored = try versions(of: Set(wanted.keys), type, savedBy: owner, without: going)
      for (identifier, one) in wanted {
        var heir = save.runs[one.run].uuids[one.row]
        var others = one.others
        let same = stored[identifier] ?? []
        if let last = same.max(by: { $0.version < $1.version }), !(last.version < one.version) {
          left[one.run, default: []].insert(one.row)
          others.append(heir)
          heir = last.uuid
        } else {
          others += same.map(\.uuid)
          older += same.map(\.row)
        }
        for other in others { settled.heirs[other] = heir }
      }
    }
    settled.older = older.joinedByBlock()
    for (index, rows) in left {
      let run = save.runs[index]
      settled.save.runs[index] = run.selecting((0..<run.count).filter { !rows.contains($0) })
    }
    settled.save.runs.removeAll(where: \.isEmpty)
    settled.renameMembers()
    return settled
  }

  /// The last version of each thing that a save has versions of; the rows of the others are left out.
  private static func latestVersions(
    in save: Change.Save, leaving left: inout [Int: Set<Int>]
  ) -> [ObjectType: [String: Latest]] {
    var latest: [ObjectType: [String: Latest]] = [:]
    for (index, run) in save.runs.enumerated() {
      for (row, identifier, version) in run.versions {
        guard var last = latest[run.type]?[identifier] else {
          latest[run.type, default: [:]][identifier] = Latest(
            version: version, run: index, row: row)
          continue
        }
        if last.version < version {
          left[last.run, default: []].insert(last.row)
          last.others.append(save.runs[last.run].uuids[last.row])
          (last.version, last.run, last.row) = (version, index, row)
        } else {
          left[index, default: []].insert(row)
          last.others.append(run.uuids[row])
        }
        latest[run.type]?[identifier] = last
      }
    }
    return latest
  }

  /// A stored version of something.
  private struct StoredVersion {
    var version: SyncVersion
    var sample: NamedSample
    var uuid: SampleUUID
    var row: RowsInBlock
  }

  /// The stored versions of some things.
  private mutating func versions(
    of identifiers: Set<String>, _ type: ObjectType, savedBy owner: String,
    without going: UUIDSet, passingDamage passesDamage: Bool = false
  ) throws -> [String: [StoredVersion]] {
    let things = KnownThings.Owner(type: type, app: owner)
    if !knownThings.knows(things) { try lookForThings(of: things, passingDamage: passesDamage) }
    let known = knownThings.among(identifiers, of: things)
    guard !known.isEmpty else { return [:] }
    let wanted = Predicate.metadataIn(
      key: SyncVersion.identifierKey, Set(known.map { .string($0) }))
    var found: [String: [StoredVersion]] = [:]
    for hit in try resolve(wanted, of: type, owner: owner, passingDamage: passesDamage) {
      let run = try tables.blocks.run(hit.block.id)
      let rows = Set(hit.rows)
      for (row, identifier, version) in run.versions
      where rows.contains(row) && !going.contains(run.uuids[row]) {
        var one = hit
        one.rows = [row]
        found[identifier, default: []].append(
          StoredVersion(
            version: version, sample: NamedSample(type: type, end: run.ends[row]),
            uuid: run.uuids[row], row: one))
      }
    }
    return found
  }
}

// Which things there are versions of.
extension StoreWriter {
  /// Looks at all that an app saved of a type; where some of it is damaged, it has to be looked at again.
  private mutating func lookForThings(
    of owner: KnownThings.Owner, passingDamage passesDamage: Bool
  ) throws {
    var identifiers: [String] = []
    var isWhole = true
    let state = draft.types[owner.type]?.seen(.own(bundleIdentifier: owner.app))
    for block in state?.segments.flatMap(\.directory.blocks) ?? [] {
      guard let run = try passesDamage ? readable(block) : tables.blocks.run(block.id) else {
        isWhole = false
        continue
      }
      identifiers += run.things[owner] ?? []
    }
    identifiers += pending.runs[owner.type]?.things[owner] ?? []
    guard isWhole else { return }
    knownThings.begin(with: owner)
    knownThings.note(identifiers, of: owner)
  }

  /// Notes of which things an app saves versions.
  mutating func noteThings(of run: SampleRun) {
    for (owner, identifiers) in run.things { knownThings.note(identifiers, of: owner) }
  }

  /// Notes rows of a peer that are versions of something, of which there may be others here.
  mutating func noteVersions(of run: SampleRun) {
    for (owner, identifiers) in run.things {
      for identifier in identifiers {
        arrivedVersions[owner, default: [:]][identifier, default: 0] += 1
      }
    }
  }

  /// Notes the things that a peer gave and that no phone settled: on a watch all of them.
  mutating func noteArrivedThings() {
    for (owner, things) in arrivedVersions { knownThings.note(things.keys, of: owner) }
    arrivedVersions = [:]
  }
}

extension SampleRun {
  /// The sync identifiers of the rows that are versions of something, by whose they are.
  fileprivate var things: [KnownThings.Owner: [String]] {
    var things: [KnownThings.Owner: [String]] = [:]
    for (row, identifier, _) in versions {
      let app = sources[row].source.bundleIdentifier
      things[KnownThings.Owner(type: type, app: app), default: []].append(identifier)
    }
    return things
  }
}

// What two nodes saved of one thing.
extension StoreWriter {
  /// Lets the last version of each thing of which the open transaction took one from a peer take the place of the
  /// others; of equal ones the first found.
  ///
  /// What is damaged is passed over: it says of nothing which version it is.
  mutating func settleArrivedVersions(at now: Double) throws {
    let arrived = arrivedVersions
    var checked = CheckedSave(save: Change.Save([]), uuids: UUIDSet(), named: [:])
    var settled = SettledSave(save: checked.save)
    for (owner, things) in arrived {
      var wanted = Set(things.keys)
      if knownThings.knows(owner) {
        // Before what came is noted.
        wanted = knownThings.among(wanted, of: owner).union(wanted.filter { things[$0] ?? 0 > 1 })
        knownThings.note(things.keys, of: owner)
      }
      guard !wanted.isEmpty else { continue }
      // What looks for rows finds what is written.
      try flush()
      let stored = try versions(
        of: wanted, owner.type, savedBy: owner.app, without: UUIDSet(), passingDamage: true)
      for same in stored.values where same.count > 1 {
        guard let last = same.max(by: { $0.version < $1.version }) else { continue }
        for other in same where other.uuid != last.uuid {
          settled.heirs[other.uuid] = last.uuid
          settled.older.append(other.row)
          checked.named[last.uuid] = last.sample
        }
      }
    }
    arrivedVersions = [:]
    guard !settled.older.isEmpty else { return }
    settled.older = settled.older.joinedByBlock()
    let places = try keepPlaces(of: settled, without: try uuids(of: settled.older), in: &checked)
    _ = try bury(settled.older + places, at: now)
    _ = try store(checked)
  }
}

extension [RowsInBlock] {
  /// The same rows, those of a block together and in their order.
  fileprivate func joinedByBlock() -> Self {
    var joined: [Int64: RowsInBlock] = [:]
    for hit in self {
      joined[hit.block.id, default: hit].rows = (joined[hit.block.id]?.rows ?? []) + hit.rows
    }
    return joined.values.map { hit in
      var hit = hit
      hit.rows.sort()
      return hit
    }
  }
}

extension SettledSave {
  /// Lets the objects of the save hold the versions that stay.
  fileprivate mutating func renameMembers() {
    guard !heirs.isEmpty else { return }
    for (index, run) in save.runs.enumerated() {
      guard case .objects(let bodies) = run.payload else { continue }
      save.runs[index] = run.replacingObjects(by: bodies.map { $0.replacing(heirs) })
    }
  }
}
