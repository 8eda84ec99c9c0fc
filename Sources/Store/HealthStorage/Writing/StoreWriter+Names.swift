internal import HealthModel

// What an app may not see decides nothing of what its saves are answered. A UUID that somebody else's hidden sample has
// is no reason to refuse one, so that the sample is stored under another UUID, and the app meets it under its own.
extension StoreWriter {
  /// The names of a save, settled: none of what is stored or dead has one of its UUIDs.
  struct SettledNames {
    var save: Change.Save
    var uuids: UUIDSet
    /// What is stored under another UUID than was said.
    var renamed: [SampleUUID: SampleUUID] = [:]
  }

  /// Settles under which UUIDs the samples of a save are stored.
  ///
  /// - Parameters:
  ///   - save: What is to be saved.
  ///   - uuids: The UUIDs of its samples.
  /// - Returns: The save as it is stored.
  /// - Throws: `invalidArgument` where an app names a sample under another app's base, and for a UUID that was saved
  ///   before, as far as whoever saves may see that; `StorageError` where UUIDs cannot be looked up.
  mutating func settleNames(of save: Change.Save, _ uuids: UUIDSet) throws -> SettledNames {
    var names = SettledNames(save: save, uuids: uuids)
    guard let caller = save.caller else {
      guard try !isTaken(uuids) else { throw savedBefore }
      return names
    }
    if !caller.isOfThisProcess { try checkBases(of: uuids, for: caller.app) }
    let own = draft.namesakes.of(caller.app)
    // What it said before, and whatever is stored under what it cannot know of, it says of something else now.
    let unclear = try isTaken(uuids)
    guard unclear || own != nil else { return names }
    for (index, run) in save.runs.enumerated() {
      for (row, uuid) in run.uuids.enumerated() {
        if let stored = own?.storing(uuid), stored != uuid {
          guard try !isTaken(UUIDSet([stored])) else { throw savedBefore }
          // Neither the sample nor its death is known any more.
          draft.namesakes.remove(uuid, of: caller.app)
          try tables.names.remove(uuid, of: caller.app)
        }
        guard unclear, try isTaken(UUIDSet([uuid])) else { continue }
        // At the bound of the table an app is told what it might not know.
        guard try !isSeen(uuid, by: caller),
          (own?.allStored.count ?? 0) + names.renamed.count < Namesakes.mostOfApp
        else { throw savedBefore }
        let new = try unusedNamesake(
          of: uuid, SampleName(run, row), besides: names.uuids)
        names.save.runs[index].rename(row, to: new)
        names.renamed[uuid] = new
        names.uuids.subtract(UUIDSet([uuid]))
        names.uuids.insert(new)
        if let bytes = names.save.documents.removeValue(forKey: uuid) {
          names.save.documents[new] = bytes
        }
      }
    }
    let heirs = (own?.heirs ?? [:]).merging(names.renamed) { _, new in new }
    if !heirs.isEmpty {
      names.save.runs = names.save.runs.map { $0.replacingNamed(heirs) }
    }
    return names
  }

  /// Notes by which UUID an app knows a sample that is stored under another.
  mutating func note(
    _ name: SampleUUID, storedAs uuid: SampleUUID, of app: String
  ) throws {
    guard draft.namesakes.insert(name, storedAs: uuid, of: app) else { return }
    try tables.names.insert(name, storedAs: uuid, of: app)
  }

  private var savedBefore: ModelError {
    refusal("save the objects", "an object with the same UUID was saved before")
  }

  /// Whether anything stored or dead has one of the UUIDs, in sight or not.
  mutating func isTaken(_ uuids: UUIDSet) throws -> Bool {
    try pending.overlaps(uuids) || lookingUp { try $0.holdsAny(of: uuids) }
      || tables.uuids.remembersDeath(of: uuids)
  }

  /// Whether an app may know of what has a UUID, or had it: it is of the app, or of a type that the app may read.
  private mutating func isSeen(
    _ uuid: SampleUUID, by caller: Change.Save.Caller
  ) throws -> Bool {
    let set = UUIDSet([uuid])
    let own = draft.namesakes.of(caller.app)
    func sees(_ owner: SampleOwner, _ state: StoreState) -> Bool {
      // The app knows its own by what it said.
      if owner.bundle == caller.app { return own.map { $0.saying(uuid) == uuid } ?? true }
      switch caller.sees(owner.type, state) {
      case .everything: return true
      case .chosen(let chosen, own: _): return chosen.contains(uuid)
      case .own, .nothing: return false
      }
    }
    for run in pending.runs.values {
      for (row, other) in run.uuids.enumerated() where other == uuid {
        let owner = SampleOwner(
          bundle: run.sources[row].source.bundleIdentifier, type: run.type)
        if sees(owner, draft) { return true }
      }
    }
    for hit in try tables.locate(set, in: draft) ?? [] {
      let run = try tables.blocks.run(hit.block.id)
      for row in hit.rows {
        let owner = SampleOwner(
          bundle: run.sources[row].source.bundleIdentifier, type: hit.type)
        if sees(owner, draft) { return true }
      }
    }
    for number in try tables.uuids.owners(ofDead: uuid) {
      // Whose it was before owners were written down nobody knows.
      if let owner = draft.owners[number], sees(owner, draft) { return true }
    }
    return false
  }

  /// A UUID that follows from what a sample is, and that nothing has; where somebody took those, a random one, so that
  /// a save never fails for what others have.
  private mutating func unusedNamesake(
    of uuid: SampleUUID, _ name: SampleName, besides others: UUIDSet
  ) throws -> SampleUUID {
    var new = uuid
    for _ in 0..<Self.mostRenamings {
      new = name.namesake(of: new)
      if try !others.contains(new) && !isTaken(UUIDSet([new])) { return new }
    }
    var random = SystemRandomNumberGenerator()
    repeat {
      new = SampleUUID(high: random.next(), low: random.next()).asRandom
    } while try others.contains(new) || isTaken(UUIDSet([new]))
    return new
  }

  /// As often as a name is changed before something else is done.
  static var mostRenamings: Int { 8 }
}

/// What makes two samples with one UUID the same: an app saved it, of one type and with one end.
struct SampleName: Hashable, Comparable {
  var bundle: String
  var type: ObjectType
  var end: Double

  init(_ run: SampleRun, _ row: Int) {
    bundle = run.sources[row].source.bundleIdentifier
    type = run.type
    end = run.ends[row]
  }

  init(_ run: DeletionRun, _ row: Int) {
    bundle = run.sources[row].bundleIdentifier
    type = run.type
    end = run.ends[row]
  }

  var owner: SampleOwner { SampleOwner(bundle: bundle, type: type) }

  /// In bytes, not as a language sorts, so that all nodes agree.
  static func < (left: Self, right: Self) -> Bool {
    if left.bundle != right.bundle {
      return left.bundle.utf8.lexicographicallyPrecedes(right.bundle.utf8)
    }
    if left.type != right.type {
      return left.type.identifier.utf8.lexicographicallyPrecedes(right.type.identifier.utf8)
    }
    return left.end < right.end
  }

  /// What a sample is called where another one has its UUID: the same on every node.
  func namesake(of uuid: SampleUUID) -> SampleUUID {
    var (high, low) = (uuid.high, ~uuid.low)
    let bits = end.bitPattern
    // Neither text has a zero in it.
    let bytes =
      Array(bundle.utf8) + [0] + Array(type.identifier.utf8) + [0]
      + (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
    // FNV-1a, and SplitMix64's finish.
    for byte in bytes {
      high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      low = (low ^ high) &* 0xBF58_476D_1CE4_E5B9
      low ^= low >> 31
    }
    return SampleUUID(high: high, low: low).asRandom
  }
}

extension SampleUUID {
  /// As version 4, of which the store makes none itself and which import does not remember for ever.
  var asRandom: Self {
    Self(high: high & ~0xF000 | 0x4000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}

// To whom bases belong.
extension StoreWriter {
  /// The number of an owner, who is made known where they are new.
  mutating func number(of owner: SampleOwner) throws -> Int64 {
    if let known = draft.owners.number(of: owner) { return known }
    let type = try typeState(owner.type).id
    let number = draft.owners.next
    draft.owners.insert(owner, number)
    try tables.names.insert(number, bundle: owner.bundle, type: type)
    return number
  }

  /// Binds bases that samples are stored under for the first time to who saved them.
  mutating func bind(_ bases: [UInt64: SampleOwner]) throws {
    for (base, owner) in bases where try tables.names.owner(ofBase: base) == nil {
      try tables.names.bind(base, to: number(of: owner))
    }
  }

  /// The app that a base belongs to; `nil` for one that nobody saved under, or that was shared before bases
  /// had owners.
  private mutating func app(ofBase base: UInt64) throws -> String? {
    if let number = try tables.names.owner(ofBase: base) { return draft.owners[number]?.bundle }
    for block in draft.loose.blocks where block.uuids.numbered[base] != nil {
      return block.segment.owner
    }
    return pending.bases[base]?.bundle
  }

  /// Checks that an app names samples under no base of another app.
  ///
  /// It looks at no counter, so that the refusal says nothing of what the other app saved.
  mutating func checkBases(of uuids: UUIDSet, for app: String) throws {
    for base in uuids.numbered.keys {
      guard let owner = try self.app(ofBase: base), owner != app else { continue }
      throw refusal(
        "save the objects", "a UUID of version 8 is of a base that belongs to another app")
    }
  }
}
