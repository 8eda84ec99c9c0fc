internal import HealthModel
internal import HealthStorage

/// What a store must seem to be, as plain arrays and obvious code.
struct ReferenceStore {
  struct Row {
    enum Fate {
      case live
      case deleted(at: Int64)
      case pruned
    }

    var sample: Sample
    var position: Int64
    var incarnation: Incarnation
    var sequence: UInt64
    var fate = Fate.live

    var isLive: Bool {
      if case .live = fate { true } else { false }
    }
    var bundle: String { sample.source.source.bundleIdentifier }
  }

  struct AppGrant {
    var grant: Grant
    var ownSince: Int64?
    var foreignSince: Int64?

    func since(_ isOwn: Bool) -> Int64? { isOwn ? ownSince : foreignSince }
  }

  /// In log order.
  private(set) var rows: [Row] = []
  private(set) var head: Int64 = 0
  private(set) var horizon: Int64 = 0
  private(set) var cutoff = Instant.permitted.lowerBound
  private(set) var grants: [StoreState.GrantKey: AppGrant] = [:]
  /// Who writes: a new one after each open.
  var incarnation: Incarnation
  private var sequences: [VersionVector.Stream: UInt64] = [:]
  /// Where every row is, live or not.
  private var places: [SampleUUID: Int] = [:]

  init(incarnation: Incarnation) {
    self.incarnation = incarnation
  }

  func row(_ uuid: SampleUUID) -> Row? { places[uuid].map { rows[$0] } }

  /// Does the change or refuses it; returns the count that the store must answer with.
  mutating func apply(_ change: Change) -> Int? {
    switch change {
    case .save(let save):
      return isAcceptable(save) ? store(save) : nil
    case .delete(let deletion):
      return resolve(deletion).map { bury($0) }
    case .replace(let deletion, let save):
      guard let victims = resolve(deletion), isAcceptable(save) else { return nil }
      return bury(victims) + store(save)
    case .prune(let prune): return apply(prune)
    case .dropTombstones(let position):
      if position > horizon, position <= head { horizon = position }
      return 0
    case .setCutoff(let date):
      cutoff = date
      head += 1
      return 0
    case .setGrant(let grant, let app, let type):
      head += 1
      let key = StoreState.GrantKey(app: app, type: type)
      let old = grants[key]
      grants[key] = AppGrant(
        grant: grant, ownSince: grant.seesOwn ? old?.ownSince ?? head : nil,
        foreignSince: grant.seesForeign ? old?.foreignSince ?? head : nil)
      return 1
    case .setRecord:
      head += 1
      return 1
    case .setNodeRecord, .noteAudit, .noteExport, .subscribe, .acknowledge, .unsubscribe: return 0
    case .noteImport: return 0
    // Nothing here has an age: `SubscriberTests` has what goes when, and `UndoTests` what comes back.
    case .forgetDeletions, .undo, .undoImport: return nil
    case .eraseHistory:
      let count = rows.reduce(0) { $0 + ($1.isLive ? 1 : 0) }
      head += 1
      (rows, horizon, grants, sequences, places) = ([], head, [:], [:], [:])
      return count
    }
  }

  private func isAcceptable(_ save: Change.Save) -> Bool {
    var seen: Set<SampleUUID> = []
    for run in save.runs {
      guard let description = run.type.description, description.isSample else { return false }
      for row in 0..<run.count {
        let sample = run[row]
        guard sample.start <= sample.end, sample.end >= cutoff, places[sample.uuid] == nil,
          seen.insert(sample.uuid).inserted
        else { return false }
        switch sample.value {
        case .quantity(let quantity):
          guard let unit = description.canonicalUnit, quantity.isCompatible(with: unit) else {
            return false
          }
        case .category(let value):
          guard description.categoryValues?.contains(value) == true else { return false }
        case .object: guard description.kind == .workout else { return false }
        }
      }
    }
    return true
  }

  private mutating func store(_ save: Change.Save) -> Int {
    var count = 0
    for run in save.runs {
      for row in 0..<run.count {
        head += 1
        count += 1
        let stream = VersionVector.Stream(incarnation: incarnation, type: run.type)
        sequences[stream, default: 0] += 1
        places[run.uuids[row]] = rows.count
        rows.append(
          Row(
            sample: run[row], position: head, incarnation: incarnation,
            sequence: sequences[stream] ?? 0))
      }
    }
    return count
  }

  private func resolve(_ deletion: Change.Deletion) -> [Int]? {
    func isOwn(_ row: Row) -> Bool { deletion.owner.map { row.bundle == $0 } ?? true }
    switch deletion.target {
    case .uuids(let uuids):
      let wanted = Set(uuids)
      let found = wanted.compactMap { places[$0] }.filter { rows[$0].isLive && isOwn(rows[$0]) }
      return !wanted.isEmpty && found.count == wanted.count ? found.sorted() : nil
    case .matching(let type, let predicate):
      return rows.indices.filter { index in
        rows[index].isLive && rows[index].sample.type == type && isOwn(rows[index])
          && predicate.matches(rows[index].sample)
      }
    }
  }

  private mutating func bury(_ victims: [Int]) -> Int {
    let order = victims.sorted { left, right in
      let (one, other) = (rows[left], rows[right])
      return (one.sample.type, one.sample.source.source.bundleIdentifier, one.position)
        < (other.sample.type, other.sample.source.source.bundleIdentifier, other.position)
    }
    for index in order {
      head += 1
      rows[index].fate = .deleted(at: head)
    }
    return victims.count
  }

  private mutating func apply(_ prune: Change.Prune) -> Int {
    var count = 0
    for index in rows.indices where rows[index].isLive && rows[index].sample.end < prune.before {
      if case .receipt(let vector) = prune.licence {
        let dot = Dot(
          incarnation: rows[index].incarnation, type: rows[index].sample.type,
          sequence: rows[index].sequence)
        if !vector.covers(dot) { continue }
      }
      rows[index].fate = .pruned
      count += 1
    }
    if prune.before > cutoff {
      cutoff = prune.before
      head += 1
    }
    return count
  }
}
