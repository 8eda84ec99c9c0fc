internal import HealthModel
internal import StoreAccess
private import Synchronization

/// The types for which an app is woken, and how far it has dealt with each.
final class BackgroundDeliveries: Sendable {
  private let anchors = Mutex<[ObjectType: StoreAnchor]>([:])

  /// The name of the subscription that a type has at the daemon.
  private static func name(_ type: ObjectType) -> String { "HealthKit.\(type.identifier)" }

  func enable(
    _ type: ObjectType, _ frequency: UpdateFrequency, _ starting: StoreSubscription.Starting,
    _ access: any AppAccess
  ) async throws {
    // Who opens a store of this process is awake.
    guard let daemon = access as? RemoteStore else { return }
    let anchor = try await daemon.subscribe(
      StoreSubscription(
        Self.name(type), types: [type], frequency: frequency, starting: starting))
    anchors.withLock { $0[type] = anchor }
  }

  func disable(_ type: ObjectType, _ access: any AppAccess) async throws {
    guard let daemon = access as? RemoteStore else { return }
    let name = Self.name(type)
    if try await daemon.subscriptions().contains(where: { $0.name == name }) {
      try await daemon.unsubscribe(name)
    }
    anchors.withLock { $0[type] = nil }
  }

  func disableAll(_ access: any AppAccess) async throws {
    guard let daemon = access as? RemoteStore else { return }
    for subscription in try await daemon.subscriptions() {
      for type in subscription.types where subscription.name == Self.name(type) {
        try await disable(type, access)
      }
    }
  }

  /// What says that everything so far is dealt with; nothing for a type that nobody is woken for.
  func acknowledgement(
    of type: ObjectType, at access: any AppAccess
  ) async throws -> (@Sendable () async throws -> Void)? {
    guard let daemon = access as? RemoteStore, var anchor = anchors.withLock({ $0[type] }) else {
      return nil
    }
    var hasMore = true
    while hasMore {
      let page = try await daemon.changes(
        StoreChangeQuery([type], where: .constant(false), since: anchor))
      (anchor, hasMore) = (page.anchor, page.hasMore)
    }
    return { [anchor] in
      try await daemon.acknowledge(Self.name(type), of: [type], upTo: anchor)
      self.anchors.withLock { if $0[type] != nil { $0[type] = anchor } }
    }
  }
}
