package import HealthModel
internal import HealthStorage
internal import LocalStore
internal import ProtobufWire
internal import RPCCore
internal import SystemCore

/// The subscriptions of all callers: kept in the store before anybody acts on them.
///
/// Each change makes the record anew, and is one commit with what the store itself has to know, which is
/// for whom tombstones wait. So a node that ends at any moment goes on with both or with neither.
package actor SubscriptionKeeper {
  /// The node record they are kept under.
  static let recordKey = "subscriptions"
  /// As many as one caller may have, so that nobody takes the places of others.
  static let mostPerCaller = 32
  /// As long as the record may be, which each start writes.
  static let mostRecordBytes = 1 << 20
  /// How often it is noted that a reader was heard of, who would be given up after months of silence.
  private static let hearingPeriod = 86_400.0

  nonisolated let store: LocalStore
  /// Told after each change.
  nonisolated let changes = WakeUp()
  private(set) var subscriptions: [Subscription.Key: Subscription]
  /// Makes one change after the other, for each begins with what the one before has left.
  private let turns = Turns()

  private init(_ subscriptions: [Subscription.Key: Subscription], _ store: LocalStore) {
    self.subscriptions = subscriptions
    self.store = store
  }

  /// Reads what is subscribed, and sees to it that the store knows of the same.
  ///
  /// - Throws: `StateFailure` where what is stored is damaged, or that the disk failed.
  static func open(_ store: LocalStore) async throws -> SubscriptionKeeper {
    var subscriptions: [Subscription.Key: Subscription] = [:]
    if let stored = try await store.nodeRecord(recordKey) {
      subscriptions = try StoredSubscriptionsMessage.read(stored)
    }
    let known = store.syncRecord.subscribers
    let names = Set(subscriptions.keys.map(\.storeName))
    for subscription in subscriptions.values where known[subscription.key.storeName] == nil {
      do {
        try await store.commit(store.waiting(for: subscription))
      } catch is ModelError {
        // Others take all the places: it stays, and is told to start over if that matters one day.
        continue
      }
    }
    for name in known.keys where !names.contains(name) {
      guard Subscription.Key.storePrefixes.contains(where: name.hasPrefix) else { continue }
      try await store.unsubscribe(name)
    }
    return SubscriptionKeeper(subscriptions, store)
  }

  /// Subscribes, or changes what a name stands for; where the reader stands stays then.
  ///
  /// - Parameters:
  ///   - subscription: what is wanted; its anchor counts where the name is new.
  ///   - check: throws where the caller is not known; no app is removed between this and the commit.
  /// - Returns: where the reader stands.
  /// - Throws: `RPCError` where there are too many, `startOver` for an anchor that does not fit.
  func subscribe(
    _ subscription: Subscription, checking check: @Sendable () throws -> Void = {}
  ) async throws -> Anchor {
    try await turns.take { () async throws -> Anchor in
      try check()
      let key = subscription.key
      var wanted = subscription
      if let known = subscriptions[key] {
        wanted.anchor = known.anchor
        wanted.places = known.places.filter { wanted.types.contains($0.key) }
        wanted.lastStart = known.lastStart
        // What failed is not what is to be started now.
        wanted.failures = known.target == wanted.target ? known.failures : 0
        guard wanted != known || store.syncRecord.subscribers[key.storeName] == nil else {
          try await noteHeard(known)
          return known.anchor
        }
      } else {
        let others = subscriptions.keys.count { $0.app == key.app }
        guard others < Self.mostPerCaller else {
          throw RPCError(
            .resourceExhausted,
            "cannot subscribe: there are \(Self.mostPerCaller) subscriptions; end one of them")
        }
        _ = try store.state.position(of: wanted.anchor)
      }
      try await keep([store.waiting(for: wanted)]) { $0[key] = wanted }
      return wanted.anchor
    }
  }

  /// Notes that a reader has dealt with everything of some types up to an anchor; it never moves back.
  ///
  /// - Throws: `RPCError` with NOT_FOUND, INVALID_ARGUMENT for types that do not fit, `startOver` for an
  ///   anchor that does not.
  func acknowledge(
    _ key: Subscription.Key, of types: [ObjectType], through anchor: Anchor
  ) async throws {
    try await turns.take { () async throws in
      guard var subscription = subscriptions[key] else { throw Self.unknown }
      let types = try Self.meant(types, in: subscription)
      let state = store.state
      let position = try state.position(of: anchor)
      // Where it stood may be no place of this log any more: then it is where it says.
      let place = { (anchor: Anchor) in try? state.position(of: anchor) }
      let stood = place(subscription.anchor)
      var places = subscription.allPlaces
      for type in types where position >= places[type].flatMap(place) ?? 0 {
        places[type] = anchor
      }
      guard places != subscription.allPlaces else { return try await noteHeard(subscription) }
      subscription.stand(at: places, by: place)
      subscription.failures = 0
      let isKnown = store.syncRecord.subscribers[key.storeName] != nil
      let change: Change =
        isKnown && stood != nil
        ? .acknowledge(key.storeName, subscription.anchor) : store.waiting(for: subscription)
      try await keep([change]) { $0[key] = subscription }
    }
  }

  /// The types that an acknowledgement moves.
  private static func meant(
    _ types: [ObjectType], in subscription: Subscription
  ) throws(RPCError) -> [ObjectType] {
    let cannot = "cannot acknowledge the subscription"
    guard !types.isEmpty else {
      guard subscription.types.count == 1 else {
        throw RPCError(
          .invalidArgument,
          "\(cannot): it has \(subscription.types.count) types; name those that were dealt with")
      }
      return subscription.types
    }
    guard types.allSatisfy(subscription.types.contains) else {
      throw RPCError(.invalidArgument, "\(cannot): it has no such type")
    }
    return types
  }

  /// Nothing waits for a reader any more.
  func unsubscribe(_ key: Subscription.Key) async throws {
    try await turns.take { () async throws in
      guard subscriptions[key] != nil else { return }
      try await keep([.unsubscribe(key.storeName)]) { $0[key] = nil }
    }
  }

  /// Nothing waits for an app any more, which is removed by the same commit.
  ///
  /// - Parameters:
  ///   - app: Its bundle identifier.
  ///   - remove: Removes it together with these changes, or says that there is none and does nothing.
  /// - Returns: What `remove` returns.
  /// - Throws: What `remove` throws; everything stays then.
  func unsubscribeAll(
    of app: String, removing remove: @Sendable ([Change]) async throws -> Bool
  ) async throws -> Bool {
    try await turns.take { () async throws -> Bool in
      var draft = subscriptions
      for key in subscriptions.keys where key.app == app { draft[key] = nil }
      guard draft.count < subscriptions.count else { return try await remove([]) }
      let ends = subscriptions.keys.filter { $0.app == app }.map {
        Change.unsubscribe($0.storeName)
      }
      guard try await remove(ends + [try Self.record(of: draft)]) else { return false }
      subscriptions = draft
      changes.wake()
      return true
    }
  }

  /// Notes that something is about to be started for a subscription; only then it may be.
  ///
  /// - Returns: the subscription; `nil` where it is there no more.
  func noteStart(_ key: Subscription.Key) async throws -> Subscription? {
    try await turns.take { () async throws -> Subscription? in
      guard var subscription = subscriptions[key] else { return nil }
      subscription.lastStart = store.clock.now
      subscription.failures = min(subscription.failures, .max - 1) + 1
      try await keep([]) { $0[key] = subscription }
      return subscription
    }
  }

  /// Where a caller's subscription stands with some types, whose reader is heard of by this.
  ///
  /// - Throws: `RPCError` with NOT_FOUND where the caller has none of that name.
  package func anchor(
    of caller: StoreCaller, named name: String, for types: [ObjectType]
  ) async throws -> Anchor {
    let key = Subscription.Key(caller, name)
    if mustNoteHearing(of: key) {
      try await turns.take { () async throws in
        guard let subscription = subscriptions[key] else { throw Self.unknown }
        try await noteHeard(subscription)
      }
    }
    guard let subscription = subscriptions[key] else { throw Self.unknown }
    let state = store.state
    let places = types.map { subscription.place(of: $0) }
    let earliest = places.min {
      ((try? state.position(of: $0)) ?? -1) < ((try? state.position(of: $1)) ?? -1)
    }
    return earliest ?? subscription.anchor
  }

  /// The subscriptions of a caller, in order.
  func subscriptions(of caller: StoreCaller) -> [Subscription] {
    let app = Subscription.Key(caller, "").app
    return subscriptions.values.filter { $0.key.app == app }.sorted { $0.key < $1.key }
  }

  private static let unknown = RPCError(
    .notFound, "cannot find the subscription: the caller has none of that name")
}

extension SubscriptionKeeper {
  private func mustNoteHearing(of key: Subscription.Key) -> Bool {
    guard let known = store.syncRecord.subscribers[key.storeName] else { return true }
    return abs(store.clock.now - known.heard) > Self.hearingPeriod
  }

  /// Lets tombstones wait for a reader who is still there, without moving it.
  private func noteHeard(_ subscription: Subscription) async throws {
    guard mustNoteHearing(of: subscription.key) else { return }
    let name = subscription.key.storeName
    let isKnown = store.syncRecord.subscribers[name] != nil
    try await store.commit(
      isKnown ? .acknowledge(name, .beginning) : store.waiting(for: subscription))
  }

  /// Stores a change together with what the store has to know; only then it holds.
  private func keep(
    _ others: [Change], _ change: (inout [Subscription.Key: Subscription]) -> Void
  ) async throws {
    var draft = subscriptions
    change(&draft)
    let record = try Self.record(of: draft)
    if case .setNodeRecord(_, let body) = record, body.count > Self.mostRecordBytes,
      draft.count >= subscriptions.count
    {
      throw RPCError(
        .resourceExhausted,
        "cannot subscribe: all subscriptions together take more than \(Self.mostRecordBytes) bytes")
    }
    try await store.commitTogether(others + [record])
    subscriptions = draft
    changes.wake()
  }

  /// What keeps the subscriptions.
  private static func record(
    of subscriptions: [Subscription.Key: Subscription]
  ) throws -> Change {
    .setNodeRecord(
      key: recordKey, body: try StoredSubscriptionsMessage(subscriptions.values).encoded())
  }
}

extension LocalStore {
  /// What lets tombstones wait for the reader from where it stands; where that is no place of the log any
  /// more, from here on.
  fileprivate func waiting(for subscription: Subscription) -> Change {
    let isPlace = (try? state.position(of: subscription.anchor)) != nil
    return .subscribe(subscription.key.storeName, at: isPlace ? subscription.anchor : nil)
  }
}
