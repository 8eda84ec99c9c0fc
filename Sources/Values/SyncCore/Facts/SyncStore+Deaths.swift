internal import HealthModel

// Receiving deaths.
extension SyncStore where Self: ~Copyable {
  /// R9: a watch removes the rows that its phone says are dead, covers the dots also when never seen, and writes
  /// tombstones, so that the deaths are passed on.
  ///
  /// - Parameters:
  ///   - runs: Who died.
  ///   - rules: All.
  ///   - now: For the age of the tombstones.
  /// - Throws: The store's errors.
  mutating func applyDeaths(
    _ runs: [DeletionRun], _ rules: Rules, now: Double
  ) throws {
    for run in runs {
      let dots = VersionVector(run.dots, of: run.type)
      var known = try tombstones(among: dots)
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
