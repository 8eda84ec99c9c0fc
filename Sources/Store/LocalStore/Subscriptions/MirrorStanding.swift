internal import HealthModel
internal import HealthStorage

/// A database that is kept in step with a store, as far as it has said.
package struct MirrorStanding: Hashable, Sendable {
  /// The subject there, and the beginning of its UUID.
  package var name: String
  /// How many changes it has not acknowledged.
  package var lag: UInt64
  /// When it acknowledged something last.
  package var heard: Double
}

extension LocalStore {
  /// Those that were heard of, in the order of their names.
  package var mirrors: [MirrorStanding] {
    let state = state
    let prefix = Subscription.Key(app: nil, name: Subscription.Key.mirrorPrefix).storeName
    return state.record.subscribers.filter { $0.key.hasPrefix(prefix) }
      .map { key, subscriber in
        MirrorStanding(
          name: String(key.dropFirst(prefix.count)),
          lag: UInt64(clamping: max(0, state.head - subscriber.position)), heard: subscriber.heard)
      }.sorted { $0.name < $1.name }
  }
}
