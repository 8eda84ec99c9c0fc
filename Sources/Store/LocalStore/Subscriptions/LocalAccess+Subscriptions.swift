package import HealthModel
internal import HealthStorage

// Changes that wait for the caller until it has acknowledged them.
extension LocalAccess {
  /// Subscribes, or changes what a name stands for; where the reader stands stays then.
  ///
  /// - Parameters:
  ///   - name: What the caller calls it.
  ///   - types: Of what changes wait; an app must have asked to see them.
  ///   - frequency: How often something is started at most.
  ///   - target: What a daemon starts.
  ///   - anchor: Where a new one begins; where the log ends, without it.
  ///   - check: Throws where the caller is not known any more.
  /// - Returns: Where the reader stands.
  /// - Throws: `ModelError` for what cannot be subscribed, `SubscriptionRefusal` where there are too many, `startOver`
  ///   for an anchor that does not fit.
  package func subscribe(
    _ name: String, to types: [ObjectType], frequency: UpdateFrequency,
    starting target: Subscription.Target, at anchor: Anchor?,
    checking check: @Sendable () throws -> Void = {}
  ) async throws -> Anchor {
    let subscription = Subscription(
      Subscription.Key(app: app, name: name), types: Set(types).sorted(), frequency: frequency,
      starting: target, at: anchor ?? store.state.anchor)
    try subscription.check()
    for type in subscription.types { _ = try sight(of: type) }
    return try await store.subscriptions.subscribe(subscription, in: store, checking: check)
  }

  /// Notes that the caller has dealt with everything of some types up to an anchor; it never moves back.
  package func acknowledge(
    _ name: String, of types: [ObjectType], upTo anchor: Anchor
  ) async throws {
    let key = Subscription.Key(app: app, name: name)
    try await store.subscriptions.acknowledge(key, of: types, through: anchor, in: store)
  }

  /// Nothing waits for the caller under a name any more.
  package func unsubscribe(_ name: String) async throws {
    try await store.subscriptions.unsubscribe(
      Subscription.Key(app: app, name: name), in: store)
  }

  /// The caller's subscriptions, in the order of their names.
  package func subscriptions() async throws -> [Subscription] {
    try await store.subscriptions.subscriptions(of: store).all(of: app)
  }

  /// Where a subscription of the caller stands with some types; its reader is heard of by this.
  package func place(of name: String, for types: [ObjectType]) async throws -> Anchor {
    let key = Subscription.Key(app: app, name: name)
    return try await store.subscriptions.anchor(key, for: types, in: store)
  }
}
