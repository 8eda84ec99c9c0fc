/// The subscriptions of all callers and what may happen to them: the rules, without a store.
package struct Subscriptions: Hashable, Sendable {
  /// As many as one caller may have, so that nobody takes the places of others.
  package static let mostPerCaller = 32

  package private(set) var all: [Subscription.Key: Subscription] = [:]

  /// None.
  package init() {}

  /// Those that were kept; `nil` where two have the same name.
  package init?(_ kept: some Sequence<Subscription>) {
    for subscription in kept
    where all.updateValue(subscription, forKey: subscription.key) != nil { return nil }
  }

  /// The subscription of a name.
  ///
  /// - Throws: `unknown` where there is none.
  package func subscription(
    _ key: Subscription.Key
  ) throws(SubscriptionRefusal) -> Subscription {
    guard let subscription = all[key] else { throw .unknown }
    return subscription
  }

  /// Those of a caller, in the order of their names.
  package func all(of app: String?) -> [Subscription] {
    all.values.filter { $0.key.app == app }.sorted { $0.key < $1.key }
  }

  /// Subscribes, or changes what a name stands for; where the reader stands stays then.
  ///
  /// - Parameter wanted: What is wanted; its anchor counts where the name is new.
  /// - Returns: The subscription as it is then.
  /// - Throws: `full` where the caller has as many as it may.
  package mutating func subscribe(
    _ wanted: Subscription
  ) throws(SubscriptionRefusal) -> Subscription {
    var wanted = wanted
    if let known = all[wanted.key] {
      wanted.anchor = known.anchor
      wanted.places = known.places.filter { wanted.types.contains($0.key) }
      wanted.lastStart = known.lastStart
      // What failed is not what is to be started now.
      wanted.failures = known.target == wanted.target ? known.failures : 0
    } else {
      guard all.keys.count(where: { $0.app == wanted.key.app }) < Self.mostPerCaller else {
        throw .full("there are \(Self.mostPerCaller) subscriptions; end one of them")
      }
    }
    all[wanted.key] = wanted
    return wanted
  }

  /// Notes that a reader has dealt with everything of some types up to an anchor; it never moves back.
  ///
  /// - Parameters:
  ///   - key: Whose subscription.
  ///   - types: Which of its types; one that has a single type needs none.
  ///   - anchor: Where the reader stands with them.
  ///   - place: How far an anchor is; `nil` where it is no place of the log any more.
  /// - Returns: The subscription as it is then.
  /// - Throws: Where there is no such subscription, or it has no such type.
  package mutating func acknowledge(
    _ key: Subscription.Key, of types: [ObjectType], through anchor: Anchor,
    by place: (Anchor) -> Int64?
  ) throws -> Subscription {
    var subscription = try subscription(key)
    let types = try Self.meant(types, in: subscription)
    let position = place(anchor) ?? 0
    let before = subscription.allPlaces
    var places = before
    // Where it stood may be no place of this log any more: then it is where it says.
    for type in types where position >= places[type].flatMap(place) ?? 0 {
      places[type] = anchor
    }
    guard places != before else { return subscription }
    subscription.stand(at: places, by: place)
    subscription.failures = 0
    all[key] = subscription
    return subscription
  }

  /// The types that an acknowledgement moves.
  private static func meant(
    _ types: [ObjectType], in subscription: Subscription
  ) throws(ModelError) -> [ObjectType] {
    func unfit(_ detail: String) -> ModelError {
      ModelError(.invalidArgument, cannot: "acknowledge the subscription", detail)
    }
    guard !types.isEmpty else {
      guard subscription.types.count == 1 else {
        throw unfit(
          "it has \(subscription.types.count) types; name those that were dealt with")
      }
      return subscription.types
    }
    guard types.allSatisfy(subscription.types.contains) else { throw unfit("it has no such type") }
    return types
  }

  /// Notes that something is about to be started for a subscription.
  ///
  /// - Returns: The subscription; `nil` where there is none any more.
  package mutating func noteStart(_ key: Subscription.Key, at now: Double) -> Subscription? {
    guard var subscription = all[key] else { return nil }
    subscription.lastStart = now
    subscription.failures = min(subscription.failures, .max - 1) + 1
    all[key] = subscription
    return subscription
  }

  /// Ends a subscription, if there is one.
  package mutating func end(_ key: Subscription.Key) { all[key] = nil }

  /// Ends all subscriptions of an app.
  package mutating func endAll(of app: String) { all = all.filter { $0.key.app != app } }
}
