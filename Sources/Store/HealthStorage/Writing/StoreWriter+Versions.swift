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

extension StoreWriter {
  /// Where the last version of something is among the runs of a save.
  private struct Latest {
    var version: SyncVersion
    var run: Int
    var row: Int
  }

  /// Leaves out of a save what the app saved already in the same version or a later one, and finds the rows that
  /// the rest takes the place of.
  ///
  /// - Parameters:
  ///   - save: What is to be saved.
  ///   - going: What the same change deletes anyway.
  /// - Returns: What is left of the save, and the rows of earlier versions.
  /// - Throws: Where what is stored cannot be read.
  mutating func settleVersions(
    of save: Change.Save, without going: UUIDSet
  ) throws -> (save: Change.Save, older: [RowsInBlock]) {
    guard let owner = save.versionsOf else { return (save, []) }
    var left: [Int: Set<Int>] = [:]
    var latest: [ObjectType: [String: Latest]] = [:]
    for (index, run) in save.runs.enumerated() {
      for (row, identifier, version) in run.versions {
        guard let other = latest[run.type]?[identifier] else {
          latest[run.type, default: [:]][identifier] = Latest(
            version: version, run: index, row: row)
          continue
        }
        if other.version < version {
          latest[run.type]?[identifier] = Latest(version: version, run: index, row: row)
          left[other.run, default: []].insert(other.row)
        } else {
          left[index, default: []].insert(row)
        }
      }
    }
    var older: [RowsInBlock] = []
    for (type, wanted) in latest {
      let stored = try versions(of: Set(wanted.keys), type, savedBy: owner, without: going)
      let newer = Set(
        stored.filter { row in wanted[row.identifier].map { !(row.version < $0.version) } ?? true }
          .map(\.identifier))
      for identifier in newer {
        guard let one = wanted[identifier] else { continue }
        left[one.run, default: []].insert(one.row)
      }
      for row in stored where !newer.contains(row.identifier) {
        if older.last?.block.id == row.hit.block.id {
          older[older.count - 1].rows += row.hit.rows
        } else {
          older.append(row.hit)
        }
      }
    }
    guard !left.isEmpty else { return (save, older) }
    var kept = save
    for (index, rows) in left {
      let run = save.runs[index]
      kept.runs[index] = run.selecting((0..<run.count).filter { !rows.contains($0) })
    }
    kept.runs.removeAll(where: \.isEmpty)
    return (kept, older)
  }

  /// The stored versions of some things, each as a hit of one row, those of a block one after the other.
  private mutating func versions(
    of identifiers: Set<String>, _ type: ObjectType, savedBy owner: String,
    without going: UUIDSet
  ) throws -> [(identifier: String, version: SyncVersion, hit: RowsInBlock)] {
    let wanted = Predicate.metadataIn(
      key: SyncVersion.identifierKey, Set(identifiers.map { .string($0) }))
    var found: [(identifier: String, version: SyncVersion, hit: RowsInBlock)] = []
    for hit in try resolve(wanted, of: type, owner: owner) {
      let run = try tables.blocks.run(hit.block.id)
      let rows = Set(hit.rows)
      for (row, identifier, version) in run.versions
      where rows.contains(row) && !going.contains(run.uuids[row]) {
        var one = hit
        one.rows = [row]
        found.append((identifier, version, one))
      }
    }
    return found
  }
}
