package import LocalStore
package import NodeLog
internal import SystemCore

/// The apps of a node, and what each of them follows.
package struct KnownApps: Sendable {
  package let registry: AppRegistry
  package let subscriptions: SubscriptionKeeper
  package let seal: AnchorSeal

  /// Reads what is known of apps.
  ///
  /// - Parameters:
  ///   - store: Where that is kept.
  ///   - folder: Where tokens are written for apps.
  /// - Returns: It.
  /// - Throws: That it is damaged.
  package static func open(_ store: LocalStore, tokens folder: String) async throws -> KnownApps {
    KnownApps(
      registry: try await AppRegistry.open(store, tokens: folder),
      subscriptions: try await SubscriptionKeeper.open(store),
      seal: try await AnchorSeal.open(store))
  }

  /// What starts programs for changes.
  package func runner(appSocket: String, ownerSocket: String, _ log: Log) -> SubscriptionRunner {
    var entropy = Entropy()
    return SubscriptionRunner(
      subscriptions, launcher: Launcher(appSocket: appSocket, ownerSocket: ownerSocket),
      plan: DeliveryPlan(seed: entropy.next()), log: log
    ) { [registry] name in
      registry.apps.first { $0.bundleIdentifier == name }
    }
  }

  /// Makes an app's token worthless and lets nothing wait for it any more.
  ///
  /// - Returns: Whether there was such an app.
  @Sendable package func remove(_ app: String) async throws -> Bool {
    let isRemoved = try await subscriptions.unsubscribeAll(of: app) { [registry] changes in
      try await registry.remove(app, committing: changes)
    }
    if isRemoved { try await subscriptions.store.endWorkout(of: app) }
    return isRemoved
  }

  /// What an app follows, for people.
  @Sendable package func subscriptionNames(of app: String) async -> [String] {
    guard let found = registry.apps.first(where: { $0.bundleIdentifier == app }) else { return [] }
    return await subscriptions.subscriptions(of: .app(found)).map(\.key.name)
  }
}
