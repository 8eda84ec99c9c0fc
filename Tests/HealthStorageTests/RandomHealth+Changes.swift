internal import HealthModel
internal import HealthStorage
internal import TestSupport

extension RandomHealth {
  /// Something to do to a store that stands as `reference` does; now and then something it refuses.
  mutating func change(_ reference: ReferenceStore) -> Change {
    switch number(0...99) {
    case 0..<50: return .save(save())
    case 50..<58: return .save(badSave(reference))
    case 58..<78: return .delete(deletion(reference))
    case 78..<83: return .replace(deletion(reference), save())
    case 83..<88: return .prune(prune(reference))
    case 88..<90:
      // Mostly where it was, as little could be saved after it.
      return .setCutoff(chance(70) ? reference.cutoff : date() / 4)
    case 90..<97: return grant()
    case 97: return .dropTombstones(through: Int64(number(0...Int(reference.head)) / 2))
    default: return .setRecord(key: "record", body: generator.bytes(8))
    }
  }

  mutating func grant() -> Change {
    let decisions: [Grant.Decision] = [.denied, .authorized, .authorized]
    return .setGrant(
      Grant(share: pick(decisions), read: pick(decisions)), app: pick(Self.bundles),
      type: pick(Self.types))
  }

  /// A save with one thing wrong, at a place that anything may stand before.
  private mutating func badSave(_ reference: ReferenceStore) -> Change.Save {
    var save = save()
    var sample = sample(pick(Self.types))
    switch number(0...5) {
    case 0: sample.end = sample.start - 1
    case 1: sample.type = ObjectType("HKQuantityTypeIdentifierNobodyKnows")
    case 2:
      sample.type = .bodyMass
      sample.value = .quantity(Quantity(1, .count))
    case 3:
      sample.type = .sleepAnalysis
      sample.value = .category(7)
    case 4:
      sample.uuid = save.runs[0].uuids[0]
    default:
      // The UUIDs of deleted random ones are forgotten with the tombstones, at no certain time.
      let known = reference.rows.filter { row in
        switch row.fate {
        case .live: true
        case .deleted: row.sample.uuid.isNumbered || reference.horizon == 0
        case .pruned: false
        }
      }
      sample.uuid = known.isEmpty ? save.runs[0].uuids[0] : pick(known).sample.uuid
    }
    save.runs.append(SampleRun(sample))
    return save
  }

  private mutating func deletion(_ reference: ReferenceStore) -> Change.Deletion {
    let owner = chance(40) ? pick(Self.bundles) : nil
    if chance(45) {
      return Change.Deletion(.matching(pick(Self.types), narrowPredicate(reference)), owner: owner)
    }
    let known = reference.rows.suffix(chance(50) ? 50 : 5_000)
    var uuids: [SampleUUID] = []
    if !known.isEmpty {
      let isOwned = owner != nil && chance(80)
      for _ in 0..<pick([1, 1, 2, 10, 60]) {
        let row = pick(Array(known))
        if chance(97), !row.isLive || (isOwned && row.bundle != owner) { continue }
        uuids.append(row.sample.uuid)
      }
    }
    if chance(5) { uuids.append(uuid()) }
    return Change.Deletion(.uuids(uuids), owner: owner)
  }

  private mutating func prune(_ reference: ReferenceStore) -> Change.Prune {
    // Mostly before everything, so that something is left to work with.
    let before = chance(30) ? date() / 3 : date() / 12
    guard chance(60) else { return Change.Prune(before: before, licence: .unpaired) }
    var vector = VersionVector()
    for row in reference.rows where row.sequence % 3 != 0 {
      vector.cover(
        row.sequence...row.sequence,
        in: VersionVector.Stream(incarnation: row.incarnation, type: row.sample.type))
    }
    return Change.Prune(before: before, licence: .receipt(vector))
  }
}

// Predicates and queries.
extension RandomHealth {
  mutating func comparison() -> Comparison {
    pick([.less, .lessOrEqual, .equal, .notEqual, .greaterOrEqual, .greater])
  }

  /// One that finds a part, not all.
  mutating func narrowPredicate(_ reference: ReferenceStore) -> Predicate {
    let from = date()
    let window = Predicate.window(from: from, to: from + Self.span / 20)
    return chance(50) ? window : .and([window, predicate(reference)])
  }

  mutating func predicate(_ reference: ReferenceStore, depth: Int = 0) -> Predicate {
    switch number(0...(depth < 3 ? 19 : 14)) {
    case 0: return .constant(chance(80))
    case 1: return .uuid(uuids(reference))
    case 2: return .start(comparison(), date())
    case 3: return .end(comparison(), date())
    case 4: return .quantity(comparison(), quantity(pick(Self.types)))
    case 5: return .category(comparison(), Int64(number(0...2)))
    case 6: return .hasMetadata(key: pick(["place", "level", "nothing"]))
    case 7:
      return pick([
        .metadata(key: "level", comparison(), .integer(1)),
        .metadata(key: "level", comparison(), .double(1.5)),
        .metadata(key: "place", comparison(), .string("home")),
        .metadata(key: "HKWasUserEntered", .equal, .bool(true)),
      ])
    case 8: return .metadataIn(key: "place", [.string("gym"), .integer(3)])
    case 9: return .sources(bundleIdentifiers: [pick(Self.bundles), pick(Self.bundles)])
    case 10: return .revisions([revision(), revision()])
    case 11: return .devices(Set([device(), device()].compactMap { $0 }))
    case 12: return .deviceProperty(pick([.name, .model]), chance(30) ? [] : ["watch", "A"])
    case 13:
      return .workout(pick([.activity, .duration]), comparison(), Double(number(0...5)) * 600)
    case 14: return .workoutTotal(pick([.distance, .energyBurned]), comparison(), total())
    case 15:
      let from = date()
      let options = Predicate.WindowOptions(rawValue: number(0...3))
      return .window(
        from: chance(80) ? from : nil, to: chance(80) ? from + Self.span / 8 : nil,
        options: options)
    case 16, 17: return .and(parts(reference, depth))
    case 18: return .or(parts(reference, depth))
    default: return .not(predicate(reference, depth: depth + 1))
    }
  }

  private mutating func total() -> Quantity {
    chance(50) ? Quantity(Double(number(1...9)), .mile) : Quantity(5, .kilocalorie)
  }

  private mutating func parts(_ reference: ReferenceStore, _ depth: Int) -> [Predicate] {
    (0..<number(0...3)).map { _ in predicate(reference, depth: depth + 1) }
  }

  private mutating func uuids(_ reference: ReferenceStore) -> UUIDSet {
    var set = UUIDSet()
    set.insert(uuid())
    guard !reference.rows.isEmpty else { return set }
    for _ in 0..<number(0...30) { set.insert(pick(reference.rows).sample.uuid) }
    return set
  }

  mutating func query(_ reference: ReferenceStore) -> SampleQuery {
    let type = pick(Self.types)
    let keys: [SortDescriptor.Key] =
      type == .workout
      ? [.start, .end, .workoutDuration, .workoutTotal(.distance)] : [.start, .end]
    return SampleQuery(
      type, where: chance(20) ? .constant(true) : predicate(reference),
      order: (0..<number(0...2)).map { _ in SortDescriptor(pick(keys), ascending: chance(50)) },
      limit: pick([nil, nil, 0, 1, 7, 100, 1_000]))
  }
}
