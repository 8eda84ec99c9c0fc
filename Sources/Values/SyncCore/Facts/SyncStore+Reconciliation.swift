internal import HealthModel

/// What one side claims in a reconciliation, put together from its parts.
struct ClaimedState {
  var vector: VersionVector
  var claim: ReconcilePart.Claim
  /// The tombstones of the last part; those of earlier ones are applied already.
  var deletions: [DeletionRun] = []
}

/// What came of what a peer told in a reconciliation.
enum ReconciliationVerdict: Hashable, Sendable {
  case applied
  /// Nothing of it was applied: a person has to be asked.
  case braked(Brake)
  /// Why not all of it was.
  case refused(DeathsVerdict)
}

// R13, R22: judging what a peer covers and does not hold.
extension SyncStore where Self: ~Copyable {
  /// Buries the peer's tombstones and the own rows that it holds for deleted, or nothing at all.
  ///
  /// - Parameters:
  ///   - candidates: Live rows here, within what was compared, that are not live there.
  ///   - state: What the peer claims.
  ///   - peer: Whose log is followed to the head that was claimed.
  ///   - role: A phone believes a watch as far as it is trusted (R28).
  ///   - accepted: What a person accepted of what the brake stopped: of each type as many, and no others.
  ///   - limits: The brake's.
  ///   - rules: All.
  ///   - now: For the age of tombstones.
  /// - Returns: Whether all of it was applied.
  /// - Throws: The store's errors.
  mutating func applyReconciliation(
    _ candidates: VersionVector, _ state: ClaimedState, of peer: DeviceID, as role: NodeRole,
    accepted: Brake?, _ limits: NodeLimits, _ rules: Rules, now: Double
  ) throws -> ReconciliationVerdict {
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
      return .braked(
        Brake(claimer: peer, counts: rules.has(.brakeAsksTheRest) ? unasked : counts))
    }
    switch role {
    case .phone:
      let verdict = try applyDeaths(state.deletions, toldBy: peer, limits, rules, now: now)
      guard verdict == .taken else { return .refused(verdict) }
    case .watch: try applyDeaths(state.deletions, rules, now: now)
    }
    // What a person accepted is not held again. Other types are judged: nobody was asked about them.
    let rows = try live(among: inferred)
    let answered =
      role == .watch || rules.has(.inferenceIsFree)
      ? rows : rows.restricted(to: .only(Set((accepted?.counts ?? [:]).keys)))
    if !answered.isEmpty { try bury(answered, at: now) }
    if role == .phone {
      guard
        try judge(rows.subtracting(answered), impliedBy: peer, limits, rules, now: now)
      else { return .refused(.tooMany) }
    }
    record.peers[peer, default: PeerRecord(heard: now)].cursor = state.claim.head
    return .applied
  }

  /// The types of which more would go than the brake lets pass, with how many.
  private func counts(over inferred: VersionVector, _ limits: NodeLimits) -> [ObjectType: Int] {
    inferred.counts.mapValues { Int(clamping: $0) }.filter { type, going in
      going > brakeLimit(of: type, limits)
    }
  }

  /// As many deletions of a type as need no person.
  func brakeLimit(of type: ObjectType, _ limits: NodeLimits) -> Int {
    max(limits.brakeCount, Int(Double(count(of: type)) * limits.brakeFraction))
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
