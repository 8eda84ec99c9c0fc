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
    try nameCopies(in: &settled)
    var checked = CheckedSave(
      save: settled.save, uuids: UUIDSet(settled.save.runs.flatMap(\.uuids)), named: [:])
    let places = try keepPlaces(of: settled, without: try uuids(of: settled.older), in: &checked)
    _ = try bury(settled.older + places, at: now)
    _ = try store(checked)
    return left
  }

  /// Gives copies UUIDs that follow from those of what they are copies of, and to documents their bytes.
  private mutating func nameCopies(in settled: inout SettledSave) throws {
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
          try tables.documents.move(uuid, to: copies[row])
        }
      }
    }
    settled.save.runs = settled.save.runs.map { $0.replacingNamed(settled.heirs) }
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
  fileprivate var copy: Self {
    guard isNumbered else {
      return Self(high: Self.mix(high), low: Self.mix(low ^ high)).asRandom
    }
    return Self(base: Self.mix(base), counter: counter)
  }

  /// SplitMix64.
  private static func mix(_ word: UInt64) -> UInt64 {
    var mixed = word &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
