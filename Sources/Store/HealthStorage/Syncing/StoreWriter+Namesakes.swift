internal import HealthModel

extension StoreWriter {
  /// Gives new UUIDs to rows whose UUID names another object here: one of another type, or of another end.
  ///
  /// Such rows are no twins. An alias has its host's type and end for all that peers are told, so that a peer
  /// that holds the row under that dot alone would look for it elsewhere, and take it for deleted. Peers know
  /// rows by their dots: what came first here keeps its name, and nothing of either is lost.
  ///
  /// - Parameter run: Of which nothing is stored yet.
  /// - Returns: The same rows; UUIDs that are left equal are those of twins.
  /// - Throws: `StorageError` where UUIDs cannot be looked up.
  mutating func renamingNamesakes(_ run: SampleRun) throws -> SampleRun {
    var run = run
    // A new UUID is known already where its twin came before; anything else is no accident.
    for _ in 0..<Self.mostRenamings {
      let holders = try holders(of: UUIDSet(run.uuids))
      var ends: [SampleUUID: Double] = [:]
      var isDone = true
      for row in 0..<run.count {
        let (uuid, end) = (run.uuids[row], run.ends[row])
        let isNamesake =
          holders[uuid].map { $0.dot.type != run.type || $0.end != end }
          ?? ends[uuid].map { $0 != end } ?? false
        if isNamesake {
          run.rename(row, to: uuid.namesake(of: run.type, end: end))
          isDone = false
        } else {
          ends[uuid] = end
        }
      }
      if isDone { return run }
    }
    throw refusal("store what a peer sent", "too many objects have the same UUID")
  }

  private static var mostRenamings: Int { 8 }
}

extension SampleUUID {
  /// What an object is called where its UUID is taken: the same on every node, as its twins come under the
  /// same UUID.
  fileprivate func namesake(of type: ObjectType, end: Double) -> Self {
    var (high, low) = (high, ~low)
    let bits = end.bitPattern
    let bytes =
      Array(type.identifier.utf8) + (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
    // FNV-1a, and SplitMix64's finish.
    for byte in bytes {
      high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      low = (low ^ high) &* 0xBF58_476D_1CE4_E5B9
      low ^= low >> 31
    }
    // Version 4, of which the store makes none itself and which import does not remember for ever.
    return Self(
      high: high & ~0xF000 | 0x4000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
