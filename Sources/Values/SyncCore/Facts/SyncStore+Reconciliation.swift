internal import HealthModel

/// What one side claims in a reconciliation, put together from its parts.
struct ClaimedState {
  var vector: VersionVector
  var claim: ReconcilePart.Claim
  /// The tombstones of the last part; those of earlier ones are applied already.
  var deletions: [DeletionRun] = []
}

// R13, R22: judging what a peer covers and does not hold.
extension SyncStore where Self: ~Copyable {
  /// Buries the peer's tombstones and the own rows that it holds for deleted, or nothing at all.
  ///
  /// - Parameters:
  ///   - candidates: Live rows here, within what was compared, that are not live there.
  ///   - state: What the peer claims.
  ///   - peer: Whose log is followed to the head that was claimed.
  ///   - isExact: As in `applyDeaths`.
  ///   - accepted: What a person accepted of what the brake stopped: of each type as many, and no others.
  ///   - limits: The brake's.
  ///   - rules: All.
  ///   - now: For the age of tombstones.
  /// - Returns: What the brake stopped; `nil` where all was applied.
  /// - Throws: The store's errors.
  mutating func applyReconciliation(
    _ candidates: VersionVector, _ state: ClaimedState, of peer: DeviceID, isExact: Bool,
    accepted: Brake?, _ limits: NodeLimits, _ rules: Rules, now: Double
  ) throws -> Brake? {
    var inferred = candidates.intersection(state.vector)
    for run in state.deletions { inferred.subtract(VersionVector(run.dots, of: run.type)) }
    // The absent side is believed down to what it knows from.
    let known = state.claim.known
    if inferred.streams.keys.contains(where: { known[$0.type] > state.claim.range.floor }) {
      var believed = VersionVector()
      for (dot, end) in try ends(of: inferred) where end >= known[dot.type] {
        believed.insert(dot)
      }
      inferred = believed
    }
    let counts = counts(over: inferred, limits)
    let unasked = counts.filter { $1 > accepted?.counts[$0] ?? 0 }
    if !unasked.isEmpty, !rules.has(.noBrake) {
      // All of them again: an answer is to one question, and takes the place of the one before.
      return Brake(claimer: peer, counts: rules.has(.brakeAsksTheRest) ? unasked : counts)
    }
    try applyDeaths(state.deletions, isExact: isExact, rules, now: now)
    let rows = try live(among: inferred)
    if !rows.isEmpty { try bury(rows, at: now) }
    record.peers[peer, default: PeerRecord(heard: now)].cursor = state.claim.head
    return nil
  }

  /// The types of which more would go than the brake lets pass, with how many.
  private func counts(over inferred: VersionVector, _ limits: NodeLimits) -> [ObjectType: Int] {
    var counts: [ObjectType: Int] = [:]
    for (stream, intervals) in inferred.streams {
      counts[stream.type, default: 0] += Int(clamping: intervals.count)
    }
    return counts.filter { type, going in
      going > max(limits.brakeCount, Int(Double(count(of: type)) * limits.brakeFraction))
    }
  }
}

// R22, R24: giving up a claim that is false.
extension SyncStore where Self: ~Copyable {
  /// Claims no longer that absent dots of these types were deleted.
  mutating func giveUpClaim(on types: Set<ObjectType>, as role: NodeRole) throws {
    switch role {
    case .phone: try uncover(strays(of: vector.restricted(to: .only(types))))
    case .watch: record.known.set(.infinity, for: .only(types))
    }
  }
}
