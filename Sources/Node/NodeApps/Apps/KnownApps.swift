package import HealthModel
package import LocalStore
package import NodeLog
internal import SystemCore

/// The apps of a node, and what each of them follows.
package struct KnownApps: Sendable {
  package let registry: AppRegistry
  let store: LocalStore
  package let seal: AnchorSeal

  /// Reads what is known of apps.
  ///
  /// - Parameters:
  ///   - store: Where that is kept.
  ///   - folder: Where tokens are written for apps.
  /// - Returns: It.
  /// - Throws: That it is damaged.
  package static func open(_ store: LocalStore, tokens folder: String) async throws -> KnownApps {
    // What is damaged of them is told at the start.
    _ = try await store.subscriptions.subscriptions(of: store)
    return KnownApps(
      registry: try await AppRegistry.open(store, tokens: folder), store: store,
      seal: try await AnchorSeal.open(store))
  }

  /// What starts programs for changes.
  package func runner(appSocket: String, ownerSocket: String, _ log: Log) -> SubscriptionRunner {
    var entropy = Entropy()
    return SubscriptionRunner(
      store, launcher: Launcher(appSocket: appSocket, ownerSocket: ownerSocket),
      plan: DeliveryPlan(seed: entropy.next()), log: log
    ) { [registry] name in
      registry.apps.first { $0.bundleIdentifier == name }
    }
  }

  /// What does on a watch what its phone wants of workouts.
  ///
  /// - Parameters:
  ///   - messenger: Tells the phone.
  ///   - device: The watch.
  ///   - socket: Where apps reach the node; empty for nowhere.
  ///   - log: Is told which apps were started.
  /// - Returns: It, which has not begun.
  package func orderedWorkouts(
    _ messenger: any WorkoutMessenger, on device: DeviceID, appSocket socket: String, _ log: Log
  ) -> OrderedWorkouts {
    OrderedWorkouts(
      store, messenger, on: device, launcher: Launcher(appSocket: socket, ownerSocket: ""), log: log
    ) { [registry] in registry.apps }
  }

  /// Makes an app's token worthless and lets nothing wait for it any more.
  ///
  /// - Returns: Whether there was such an app.
  @Sendable package func remove(_ app: String) async throws -> Bool {
    let isRemoved = try await store.subscriptions.unsubscribeAll(of: app, in: store) {
      [registry] changes in
      try await registry.remove(app, committing: changes)
    }
    if isRemoved { try await store.endWorkout(of: app) }
    return isRemoved
  }
}
