package import HealthModel
package import HealthStorage
internal import ProtobufWire
package import SystemCore

/// The subscriptions of all callers, as a store keeps them: each change is kept before it counts.
///
/// Each change makes the record anew, and is one commit with what the store itself has to know, which is
/// for whom tombstones wait. So a process that ends at any moment goes on with both or with neither.
package actor StoredSubscriptions {
  /// The node record they are kept under.
  static let recordKey = "subscriptions"
  /// As long as the record may be, which each start writes.
  private static let mostRecordBytes = 1 << 20
  /// How often it is noted that a reader was heard of, who would be given up after months of silence.
  private static let hearingPeriod = 86_400.0

  /// Told after each change.
  package nonisolated let changes = WakeUp()
  /// As they are kept; `nil` before they are read.
  private var kept: Subscriptions?
  /// Makes one change after the other, for each begins with what the one before has left.
  private let turns = Turns()

  /// The subscriptions as they are.
  ///
  /// - Throws: `damaged` where what is stored is not what was written, or that the disk failed.
  package func subscriptions(of store: LocalStore) async throws -> Subscriptions {
    if let kept { return kept }
    return try await turns.take { try await read(from: store) }
  }

  /// Subscribes, or changes what a name stands for; where the reader stands stays then.
  ///
  /// - Parameters:
  ///   - wanted: What is wanted; its anchor counts where the name is new.
  ///   - store: Where it is kept.
  ///   - check: Throws where the caller is not known; no app is removed between this and the commit.
  /// - Returns: Where the reader stands.
  /// - Throws: `SubscriptionRefusal` where there are too many, `startOver` for an anchor that does not fit.
  package func subscribe(
    _ wanted: Subscription, in store: LocalStore, checking check: @Sendable () throws -> Void
  ) async throws -> Anchor {
    try await turns.take {
      try check()
      let before = try await read(from: store)
      var after = before
      let subscription = try after.subscribe(wanted)
      let known = before.all[wanted.key]
      if known == nil { _ = try store.state.position(of: wanted.anchor) }
      guard subscription != known || store.doesNotKnow(subscription) else {
        try await noteHeard(subscription, in: store)
        return subscription.anchor
      }
      try await keep(after, with: [store.waiting(for: subscription)], in: store)
      return subscription.anchor
    }
  }

  /// Notes that a reader has dealt with everything of some types up to an anchor; it never moves back.
  ///
  /// - Throws: `SubscriptionRefusal`, `invalidArgument` for types that do not fit, `startOver` for an anchor that does
  ///   not.
  func acknowledge(
    _ key: Subscription.Key, of types: [ObjectType], through anchor: Anchor, in store: LocalStore
  ) async throws {
    try await turns.take {
      let before = try await read(from: store)
      let known = try before.subscription(key)
      let state = store.state
      _ = try state.position(of: anchor)
      let place = { (anchor: Anchor) in try? state.position(of: anchor) }
      var after = before
      let subscription = try after.acknowledge(key, of: types, through: anchor, by: place)
      guard after != before else { return try await noteHeard(known, in: store) }
      let goesOn = place(known.anchor) != nil && !store.doesNotKnow(known)
      try await keep(
        after,
        with: [
          goesOn
            ? .acknowledge(key.storeName, subscription.anchor) : store.waiting(for: subscription)
        ], in: store)
    }
  }

  /// Nothing waits for a reader any more.
  func unsubscribe(_ key: Subscription.Key, in store: LocalStore) async throws {
    try await turns.take {
      var after = try await read(from: store)
      guard after.all[key] != nil else { return }
      after.end(key)
      try await keep(after, with: [.unsubscribe(key.storeName)], in: store)
    }
  }

  /// Nothing waits for an app any more, which is removed by the same commit.
  ///
  /// - Parameters:
  ///   - app: Its bundle identifier.
  ///   - store: Where they are kept.
  ///   - remove: Removes it together with these changes, or says that there is none and does nothing.
  /// - Returns: What `remove` returns.
  /// - Throws: What `remove` throws; everything stays then.
  package func unsubscribeAll(
    of app: String, in store: LocalStore,
    removing remove: @Sendable ([Change]) async throws -> Bool
  ) async throws -> Bool {
    try await turns.take {
      var after = try await read(from: store)
      let ended = after.all(of: app)
      guard !ended.isEmpty else { return try await remove([]) }
      after.endAll(of: app)
      let ends = ended.map { Change.unsubscribe($0.key.storeName) }
      guard try await remove(ends + [try Self.record(of: after)]) else { return false }
      kept = after
      changes.wake()
      return true
    }
  }

  /// Notes that something is about to be started for a subscription; only then it may be.
  ///
  /// - Returns: The subscription; `nil` where it is there no more.
  package func noteStart(
    _ key: Subscription.Key, in store: LocalStore
  ) async throws -> Subscription? {
    try await turns.take {
      var after = try await read(from: store)
      guard let subscription = after.noteStart(key, at: store.clock.now) else { return nil }
      try await keep(after, with: [], in: store)
      return subscription
    }
  }

  /// Where a caller's subscription stands with some types, whose reader is heard of by this.
  ///
  /// - Throws: `SubscriptionRefusal` where the caller has none of that name.
  func anchor(
    _ key: Subscription.Key, for types: [ObjectType], in store: LocalStore
  ) async throws -> Anchor {
    var subscription = try await subscriptions(of: store).subscription(key)
    if mustNoteHearing(of: subscription, in: store) {
      subscription = try await turns.take {
        let subscription = try await read(from: store).subscription(key)
        try await noteHeard(subscription, in: store)
        return subscription
      }
    }
    let state = store.state
    let earliest = types.map { subscription.place(of: $0) }.min {
      ((try? state.position(of: $0)) ?? -1) < ((try? state.position(of: $1)) ?? -1)
    }
    return earliest ?? subscription.anchor
  }
}

extension StoredSubscriptions {
  private func mustNoteHearing(of subscription: Subscription, in store: LocalStore) -> Bool {
    guard let known = store.syncRecord.subscribers[subscription.key.storeName] else { return true }
    return abs(store.clock.now - known.heard) > Self.hearingPeriod
  }

  /// Lets tombstones wait for a reader who is still there, without moving it.
  private func noteHeard(_ subscription: Subscription, in store: LocalStore) async throws {
    guard mustNoteHearing(of: subscription, in: store) else { return }
    try await store.commit(
      store.doesNotKnow(subscription)
        ? store.waiting(for: subscription)
        : .acknowledge(subscription.key.storeName, .beginning))
  }

  /// Stores a change together with what the store has to know; only then it holds.
  private func keep(
    _ after: Subscriptions, with others: [Change], in store: LocalStore
  ) async throws {
    let record = try Self.record(of: after)
    if case .setNodeRecord(_, let body) = record, body.count > Self.mostRecordBytes,
      after.all.count >= kept?.all.count ?? 0
    {
      throw SubscriptionRefusal.full(
        "all subscriptions together take more than \(Self.mostRecordBytes) bytes")
    }
    try await store.commitTogether(others + [record])
    kept = after
    changes.wake()
  }

  /// What keeps the subscriptions.
  private static func record(of subscriptions: Subscriptions) throws -> Change {
    .setNodeRecord(
      key: recordKey, body: try StoredSubscriptionsMessage(subscriptions.all.values).encoded())
  }

  /// Reads what is subscribed the first time, and sees to it that the store knows of the same.
  private func read(from store: LocalStore) async throws -> Subscriptions {
    if let kept { return kept }
    var subscriptions = Subscriptions()
    if let stored = try await store.nodeRecord(Self.recordKey) {
      subscriptions = try StoredSubscriptionsMessage.read(stored)
    }
    let known = store.syncRecord.subscribers
    for subscription in subscriptions.all.values where store.doesNotKnow(subscription) {
      do {
        try await store.commit(store.waiting(for: subscription))
      } catch is ModelError {
        // Others take all the places: it stays, and is told to start over if that matters one day.
        continue
      }
    }
    let names = Set(subscriptions.all.keys.map(\.storeName))
    for name in known.keys where !names.contains(name) {
      guard Subscription.Key.storePrefixes.contains(where: name.hasPrefix) else { continue }
      try await store.unsubscribe(name)
    }
    kept = subscriptions
    return subscriptions
  }
}

extension LocalStore {
  /// Whether no tombstones wait for a subscription.
  fileprivate func doesNotKnow(_ subscription: Subscription) -> Bool {
    syncRecord.subscribers[subscription.key.storeName] == nil
  }

  /// What lets tombstones wait for the reader from where it stands; where that is no place of the log any
  /// more, from here on.
  fileprivate func waiting(for subscription: Subscription) -> Change {
    let isPlace = (try? state.position(of: subscription.anchor)) != nil
    return .subscribe(subscription.key.storeName, at: isPlace ? subscription.anchor : nil)
  }
}
