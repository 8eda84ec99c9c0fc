package import HealthModel

// For whom tombstones wait, beside peers.
extension SyncRecord {
  /// The log position up to which no app that follows deletions is missing any.
  ///
  /// An app is waited for as long as it was heard within the retention and the patience beyond; where the
  /// clock went back, that counts from now.
  ///
  /// - Parameters:
  ///   - position: As far as anything else lets tombstones go.
  ///   - limits: The bound.
  ///   - now: By the node's clock.
  /// - Returns: At most `position`.
  package mutating func positionForSubscribers(
    atMost position: Int64, _ limits: NodeLimits, now: Double
  ) -> Int64 {
    var position = position
    for (name, subscriber) in subscribers {
      if subscriber.heard > now { subscribers[name]?.heard = now }
      if limits.waits(for: subscriber, at: now) { position = min(position, subscriber.position) }
    }
    return position
  }
}

extension NodeLimits {
  /// Whether tombstones wait for an app.
  package func waits(for subscriber: Subscriber, at now: Double) -> Bool {
    now - subscriber.heard <= retention + subscriberPatience
  }
}
