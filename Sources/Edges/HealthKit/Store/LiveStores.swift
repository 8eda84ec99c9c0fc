private import Synchronization

/// The stores that are in use in this process; those of a handle are told when its user chooses other units.
final class LiveStores: Sendable {
  static let shared = LiveStores()

  private struct Weak: Sendable {
    weak let store: HKHealthStore?
  }

  private let stores = Mutex<[Weak]>([])

  func add(_ store: HKHealthStore) {
    stores.withLock { stores in
      stores.removeAll { $0.store == nil }
      stores.append(Weak(store: store))
    }
  }

  /// Posts that units changed, for each object that stands for the store.
  func tellOfPreferences(of handle: StoreHandle) {
    let live = stores.withLock { $0.compactMap(\.store) }
    for object in live where object.handle === handle {
      NotificationCenter.default.post(name: .HKUserPreferencesDidChange, object: object)
    }
  }
}
