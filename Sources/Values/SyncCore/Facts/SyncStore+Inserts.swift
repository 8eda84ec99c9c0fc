internal import HealthModel

// Receiving inserts.
extension SyncStore where Self: ~Copyable {
  /// R6: what is covered, live or dead, is ignored; what ends before the floor is only covered.
  ///
  /// - Parameters:
  ///   - batch: Inserts and skips for the view in force.
  ///   - rules: All.
  ///   - now: For the age of tombstones.
  /// - Returns: Whether damaged rows came to life again, which no walk that began before has.
  /// - Throws: The store's errors.
  mutating func applyInserts(
    _ batch: ChangeBatch, _ rules: Rules, now: Double
  ) throws -> Bool {
    for piece in batch.documents { try insert(piece) }
    let isMended = try mend(with: batch)
    for run in batch.runs {
      var run = run
      var ignored = vector.intersection(VersionVector(run.dots, of: run.type))
      if rules.has(.readdCovered) {
        let taken = try live(among: ignored).union(tombstones(among: ignored))
        try uncover(ignored.subtracting(taken))
        ignored = taken
      }
      if !ignored.isEmpty { run = run.selecting(run.dots.rows(of: run.type, notIn: ignored)) }
      // An end that equals the floor is inside.
      let floor = floor
      if run.ends.contains(where: { $0 < floor }) {
        run = run.selecting(run.ends.indices.filter { run.ends[$0] >= floor })
      }
      try insertBuryingStillborn(run, now: now)
    }
    try cover(batch.covers)
    return isMended
  }

  /// R23: a sample that was deleted under another dot is dead under this one too.
  mutating func insertBuryingStillborn(_ run: SampleRun, now: Double) throws {
    guard !run.isEmpty else { return }
    let stillborn = try insert(run)
    guard !stillborn.isEmpty else { return }
    try bury(
      DeletionRun(of: run.selecting(run.dots.rows(of: run.type, in: stillborn))), at: now)
  }

  /// R24: of dots whose columns are damaged, the peer gives the columns again, or says that there is
  /// nothing to give: they are dead or out of the window.
  private mutating func mend(with batch: ChangeBatch) throws -> Bool {
    let wanted = damaged.intersection(batch.covers)
    guard !wanted.isEmpty else { return false }
    var skipped = wanted
    for run in batch.runs {
      let rows = run.dots.rows(of: run.type, in: wanted)
      guard !rows.isEmpty else { continue }
      let mended = run.selecting(rows)
      skipped.subtract(VersionVector(mended.dots, of: mended.type))
      try repair(mended)
    }
    try forgetDamaged(skipped)
    return skipped != wanted
  }

  /// R17: a refill stores what has no tombstone, even if it is covered, and uncovers what the phone
  /// itself does not cover.
  mutating func applyRefill(
    _ refill: ChangeBatch.Refill, _ batch: ChangeBatch, _ rules: Rules, now: Double
  ) throws {
    let types = record.known.unknown(above: refill.floor, in: record.settings.scope)
      .intersection(refill.types)
    for piece in batch.documents { try insert(piece) }
    for run in batch.runs where types.contains(run.type) {
      let dots = VersionVector(run.dots, of: run.type)
      var ignored = try live(among: dots)
      if !rules.has(.fillOverTombs) { ignored.formUnion(try tombstones(among: dots)) }
      let known = record.known[run.type]
      let covered = vector.intersection(dots)
      let floor = floor
      let rows = run.dots.rows(of: run.type, notIn: ignored).filter { row in
        guard run.ends[row] >= floor else { return false }
        guard run.ends[row] >= known else { return true }
        // Covered and absent inside what is known: deleted.
        let (incarnation, sequence) = run.dots[row]
        return !covered.covers(Dot(incarnation: incarnation, type: run.type, sequence: sequence))
      }
      let stored = run.selecting(rows)
      try uncover(covered.intersection(VersionVector(stored.dots, of: run.type)))
      try insertBuryingStillborn(stored, now: now)
    }
    guard let theirs = refill.vector else { return }
    if !rules.has(.fillKeepsCover) {
      try uncover(strays(of: vector.restricted(to: types).subtracting(theirs)))
    }
    record.known.set(max(floor, refill.floor), for: types)
  }

  /// Those of the dots that are neither live nor have a tombstone.
  mutating func strays(of dots: VersionVector) throws -> VersionVector {
    guard !dots.isEmpty else { return dots }
    return try dots.subtracting(live(among: dots)).subtracting(tombstones(among: dots))
  }
}
