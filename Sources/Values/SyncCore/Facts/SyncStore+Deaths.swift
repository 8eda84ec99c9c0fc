internal import HealthModel

// Receiving deaths.
extension SyncStore where Self: ~Copyable {
  /// R9: removes rows, covers the dots also when never seen, and writes tombstones, so that the deaths
  /// are passed on.
  ///
  /// - Parameters:
  ///   - runs: Who died.
  ///   - isExact: Whether what is covered and absent is known to be dead, as on a phone: then nothing
  ///     more is written for it, which ends echoes.
  ///   - rules: All.
  ///   - now: For the age of the tombstones.
  /// - Throws: The store's errors.
  mutating func applyDeaths(
    _ runs: [DeletionRun], isExact: Bool, _ rules: Rules, now: Double
  ) throws {
    for run in runs {
      let dots = VersionVector(run.dots, of: run.type)
      var known = try tombstones(among: dots)
      if isExact {
        let covered = vector.intersection(dots)
        known.formUnion(try covered.subtracting(live(among: covered)))
      }
      if rules.has(.deadWithoutCover) {
        known.formUnion(try dots.subtracting(live(among: dots)))
      }
      let news =
        known.isEmpty ? run : run.selecting(run.dots.rows(of: run.type, notIn: known))
      if news.count > 0 { try bury(news, at: now) }
    }
  }

  /// R8: the cursor moves only where the stretch begins at it.
  mutating func follow(_ log: LogRange, of peer: DeviceID, _ rules: Rules, now: Double) {
    let cursor = record.peers[peer]?.cursor ?? .beginning
    if cursor == log.start || rules.has(.logGap) {
      record.peers[peer, default: PeerRecord(heard: now)].cursor = log.end
    }
  }
}
