internal import HealthModel
internal import StoreAccess
private import Synchronization

/// The types for which an app is woken, and how far it has dealt with each.
final class BackgroundDeliveries: Sendable {
  private let anchors = Mutex<[ObjectType: StoreAnchor]>([:])

  /// The name of the subscription that a type has at the access.
  private static func name(_ type: ObjectType) -> String { "HealthKit.\(type.identifier)" }

  func enable(
    _ type: ObjectType, _ frequency: UpdateFrequency, _ starting: Subscription.Target,
    _ access: any AppAccess
  ) async throws {
    let anchor = try await access.subscribe(
      StoreSubscription(
        Self.name(type), types: [type], frequency: frequency, starting: starting))
    anchors.withLock { $0[type] = anchor }
  }

  func disable(_ type: ObjectType, _ access: any AppAccess) async throws {
    let name = Self.name(type)
    if try await access.subscriptions().contains(where: { $0.name == name }) {
      try await access.unsubscribe(name)
    }
    anchors.withLock { $0[type] = nil }
  }

  func disableAll(_ access: any AppAccess) async throws {
    for subscription in try await access.subscriptions() {
      for type in subscription.types where subscription.name == Self.name(type) {
        try await disable(type, access)
      }
    }
  }

  /// What says that everything so far is dealt with; nothing for a type that nobody is woken for.
  func acknowledgement(
    of type: ObjectType, at access: any AppAccess
  ) async throws -> (@Sendable () async throws -> Void)? {
    guard var anchor = anchors.withLock({ $0[type] }) else {
      return nil
    }
    var hasMore = true
    while hasMore {
      let page = try await access.changes(
        StoreChangeQuery([type], where: .constant(false), since: anchor))
      (anchor, hasMore) = (page.anchor, page.hasMore)
    }
    return { [anchor] in
      try await access.acknowledge(Self.name(type), of: [type], upTo: anchor)
      self.anchors.withLock { if $0[type] != nil { $0[type] = anchor } }
    }
  }
}
