internal import HealthModel
internal import SyncCore

// Readers for whom tombstones wait, up to a bound: the log's horizon stays behind them.
extension StoreWriter {
  /// The place of a reader that registers.
  ///
  /// - Throws: `startOver` for an anchor that does not fit the log or is older than it; a `ModelError` for
  ///   a name that is none, or where too many are waited for.
  func subscribe(
    _ name: String, at anchor: Anchor?, now: Double
  ) throws -> PreparedChange {
    guard (1...Source.mostTextBytes).contains(name.utf8.count), !name.utf8.contains(0) else {
      throw refusal(
        "subscribe to deletions",
        "a subscriber needs a name of 1 to \(Source.mostTextBytes) bytes, none of them 0")
    }
    let known = draft.record.subscribers[name]
    let waiting = draft.record.subscribers.values.filter { NodeLimits().waits(for: $0, at: now) }
    guard known != nil || waiting.count < Change.mostSubscribers else {
      throw refusal(
        "subscribe to deletions",
        "\(Change.mostSubscribers) others are subscribed; unsubscribe one of them first")
    }
    if let anchor, let position = try waitingPosition(of: anchor) {
      return .setSubscriber(name, position: position)
    }
    // Who subscribes at each start must not lose what it was not yet told of.
    let stood = known.map(\.position) ?? draft.head
    return .setSubscriber(name, position: stood >= draft.horizon ? stood : draft.head)
  }

  /// The place of a reader that was told of everything up to an anchor: never before where it stood.
  ///
  /// - Throws: `startOver` for an anchor that does not fit the log or is older than it; a `ModelError` for
  ///   a reader that is not subscribed.
  func acknowledge(_ name: String, _ anchor: Anchor) throws -> PreparedChange {
    let position = try waitingPosition(of: anchor)
    guard let known = draft.record.subscribers[name] else {
      throw refusal(
        "acknowledge the changes", "nobody is subscribed under this name; subscribe first")
    }
    return .setSubscriber(name, position: max(known.position, position ?? 0))
  }

  /// The position after which no tombstone may go for whoever goes on from `anchor`; `nil` for one that
  /// has yet to begin.
  private func waitingPosition(of anchor: Anchor) throws(StorageError) -> Int64? {
    let position = try draft.position(of: anchor)
    return position == 0 ? nil : min(position, anchor.floor)
  }

  /// Notes where a reader is, or that it is gone.
  mutating func set(_ subscriber: Subscriber?, of name: String, now: Double) {
    if subscriber != nil, draft.record.subscribers[name] == nil,
      draft.record.subscribers.count >= Change.mostSubscribers
    {
      // Nothing waits for these any more: whoever comes back subscribes again.
      draft.record.subscribers = draft.record.subscribers.filter {
        NodeLimits().waits(for: $0.value, at: now)
      }
    }
    draft.record.subscribers[name] = subscriber
  }

  /// Forgets the tombstones that are old enough and that no reader waits for, where only readers could;
  /// returns how many runs of them went.
  ///
  /// With peers R12 decides. Whoever claims to know nothing has peers, too: a watch before it first met its
  /// phone, or a node that lost the record of them.
  mutating func forgetDeletions(_ limits: NodeLimits, now: Double) throws -> Int {
    let waited = draft.record.positionForSubscribers(atMost: draft.head, limits, now: now)
    guard draft.record.peers.isEmpty, !draft.isRecordDamaged, draft.record.known.others < .infinity,
      let oldest = try tables.deletions.lastPosition(olderThan: now - limits.retention)
    else { return 0 }
    return try forgetTombstones(through: min(oldest, waited))
  }
}

extension Change {
  /// As many readers as tombstones wait for: each commit that changes one writes them all.
  package static let mostSubscribers = 256
}
