internal import HealthModel

// What a peer holds for dead and a person wants to keep (R28).
extension StoreWriter {
  /// Buries rows and saves copies of them, with dots and UUIDs of their own; what held one of them holds the copy.
  ///
  /// - Parameters:
  ///   - dots: Live ones.
  ///   - now: For the age of the tombstones.
  /// - Returns: The dots of rows that cannot be read: these rows stay.
  /// - Throws: `StorageError` for a fault of the disk, or where UUIDs cannot be looked up.
  mutating func saveAgain(_ dots: VersionVector, at now: Double) throws -> VersionVector {
    try flush()
    var settled = SettledSave(save: Change.Save([]))
    var left = dots
    for hit in try rows(of: dots.adding(hostsOfAliases(among: dots))) {
      guard var run = try readable(hit.block)?.selecting(hit.rows) else { continue }
      settled.older.append(hit)
      left.subtract(VersionVector(run.dots, of: run.type))
      run.dropPositions()
      settled.save.runs.append(run)
    }
    left = left.subtracting(draft.aliases.all(among: left))
    let copies = try copies(settled, of: try uuids(of: settled.older))
    for (old, new) in copies.documents { try tables.documents.move(old, to: new) }
    _ = try save(copies, at: now)
    return left
  }

  /// Samples that are saved again under other dots and UUIDs.
  struct Copies {
    var checked: CheckedSave
    /// What goes in the same commit.
    var going: [RowsInBlock]
    /// The documents among them, by the UUIDs that they had.
    var documents: [(old: SampleUUID, new: SampleUUID)]
    /// How many samples there are, but for what holds the copies.
    var count: Int
  }

  /// Names the copies of dead or dying samples, and finds what held these.
  mutating func copies(_ settled: SettledSave, of old: UUIDSet) throws -> Copies {
    var settled = settled
    let documents = try nameCopies(in: &settled)
    var checked = CheckedSave(
      save: settled.save, uuids: UUIDSet(settled.save.runs.flatMap(\.uuids)), named: [:])
    let places = try keepPlaces(of: settled, without: old, in: &checked)
    let count = settled.save.runs.reduce(0) { $0 + ($1.type == .association ? 0 : $1.count) }
    return Copies(
      checked: checked, going: settled.older + places, documents: documents, count: count)
  }

  mutating func save(_ copies: Copies, at now: Double) throws -> Outcome {
    _ = try bury(copies.going, at: now)
    return Outcome(count: copies.count, position: try store(copies.checked).position)
  }

  /// Gives copies UUIDs that follow from those of what they are copies of; returns those of documents.
  private mutating func nameCopies(
    in settled: inout SettledSave
  ) throws -> [(old: SampleUUID, new: SampleUUID)] {
    var documents: [(old: SampleUUID, new: SampleUUID)] = []
    for (index, run) in settled.save.runs.enumerated() {
      var copies = run.uuids.map(\.copy)
      // Copied before, and deleted again.
      while try isTaken(UUIDSet(copies)) {
        for row in copies.indices where try isTaken(UUIDSet([copies[row]])) {
          copies[row] = copies[row].copy
        }
      }
      for (row, uuid) in run.uuids.enumerated() {
        settled.save.runs[index].rename(row, to: copies[row])
        settled.heirs[uuid] = copies[row]
        if case .objects(let bodies) = run.payload, case .document = bodies[row] {
          documents.append((uuid, copies[row]))
        }
      }
    }
    settled.save.runs = settled.save.runs.map { $0.replacingNamed(settled.heirs) }
    return documents
  }
}

extension Aliases {
  /// Those of the dots that are aliases.
  fileprivate func all(among dots: VersionVector) -> VersionVector {
    var all = VersionVector()
    for part in among(dots) { all.cover(part.sequences, in: part.stream) }
    return all
  }
}

extension SampleUUID {
  /// Under what a copy of the sample is saved: a numbered one keeps its counter, so that a run of them stays one.
  var copy: Self {
    guard isNumbered else {
      return Self(high: Self.mix(high), low: Self.mix(low ^ high)).asRandom
    }
    return Self(base: Self.copy(ofBase: base), counter: counter)
  }

  /// On what base the copies of a run are numbered.
  static func copy(ofBase base: UInt64) -> UInt64 { mix(base) }

  /// SplitMix64.
  private static func mix(_ word: UInt64) -> UInt64 {
    var mixed = word &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
