internal import HealthModel

// R12: when tombstones go.
extension SyncStore where Self: ~Copyable {
  /// Forgets the tombstones that every peer acknowledged long enough ago, and said so again since.
  ///
  /// - Parameters:
  ///   - role: A phone may leave out a peer that was silent for the whole retention, because it will
  ///     reconcile against an exact vector; a watch never gives up on the phone.
  ///   - limits: The retention, and how long tombstones wait for apps.
  ///   - rules: All.
  ///   - now: By the node's clock.
  /// - Throws: The store's errors.
  mutating func collect(
    as role: NodeRole, _ limits: NodeLimits, _ rules: Rules, now: Double
  ) throws {
    if rules.has(.collectNever) || now < limits.clockStart { return }
    forgetFuture(now)
    let mayGiveUp = role == .phone || rules.has(.watchCollectsUnacknowledged)
    let counted = record.peers.values.filter { !mayGiveUp || now - $0.heard <= limits.retention }
    let acknowledged = min(counted.map(\.acknowledged).min() ?? .max, head.position)
    record.acknowledged.note(
      rules.has(.ageFromDelete) ? head.position : acknowledged, at: now,
      step: limits.retention / 64)
    // A handshake that came later still has to present such a cursor.
    var fresh = counted.map(\.heard).min() ?? now
    if rules.has(.collectByClock) { fresh = now }
    var position = min(
      record.acknowledged.position(since: fresh - limits.retention), acknowledged)
    if role == .watch, rules.has(.watchCollectsUnacknowledged), counted.isEmpty {
      position = acknowledged
    }
    position = record.positionForSubscribers(atMost: position, limits, now: now)
    if position > horizon { try dropTombstones(through: position) }
  }

  /// Nobody was heard at a time that is yet to come: the clock went back.
  private mutating func forgetFuture(_ now: Double) {
    for (device, peer) in record.peers where peer.heard > now { record.peers[device]?.heard = now }
  }

  /// R10, R11: whether a peer's cursor is on this log, and the log still reaches back to it.
  ///
  /// What a peer presents replaces what was remembered of its acknowledgements, and since when (R12). That a
  /// phone was restored is not always seen by its position, where it or this watch was restored once more:
  /// under another incarnation than before the time begins anew for all that it acknowledged.
  ///
  /// - Parameters:
  ///   - cursor: As presented.
  ///   - peer: By whom.
  ///   - incarnation: The one that a phone shows. A phone asks for none of a watch: it is exact.
  ///   - rules: All.
  ///   - now: By the node's clock.
  /// - Returns: Whether the session can go by the log.
  mutating func serves(
    _ cursor: LogPlace, of peer: DeviceID, under incarnation: Incarnation? = nil, _ rules: Rules,
    now: Double
  ) -> Bool {
    let isUntagged = rules.has(.cursorUntagged)
    let isOnLog = isUntagged || isOnLog(cursor)
    let position = min(cursor.position, head.position)
    let presented = isOnLog ? position : 0
    var known = record.peers[peer] ?? PeerRecord(heard: now)
    let isSameLife = known.incarnation == incarnation || rules.has(.ageOutlivesIncarnation)
    known.acknowledged = presented
    known.heard = now
    known.incarnation = incarnation
    record.peers[peer] = known
    if !rules.has(.ageGoesOn), !rules.has(.ageFromDelete) {
      record.acknowledged.lower(to: isSameLife ? presented : 0)
    }
    return isOnLog && (position >= horizon || rules.has(.noHorizon))
  }

  /// R10: whether the log has that position, written by that incarnation.
  func isOnLog(_ place: LogPlace) -> Bool {
    place.position <= head.position
      && (place.position == 0
        ? place.incarnation == nil : incarnation(at: place.position) == place.incarnation)
  }

  /// Notes an acknowledgement of the own log: one that a crash forgets lets tombstones wait for the next.
  mutating func acknowledged(_ cursor: LogPlace, by peer: DeviceID, now: Double) {
    guard isOnLog(cursor) else { return }
    note { record in
      record.peers[peer]?.acknowledged = cursor.position
      record.peers[peer]?.heard = now
    }
  }
}
