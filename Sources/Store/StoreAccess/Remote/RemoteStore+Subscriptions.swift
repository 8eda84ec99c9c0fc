internal import DyadServices
package import HealthModel
internal import RPCCore

extension RemoteStore {
  @discardableResult
  package func subscribe(_ subscription: StoreSubscription) async throws -> StoreAnchor {
    var request = SubscribeRequest()
    request.subscription = subscription.message
    return try await call(StoreMethods.subscribe, request) { StoreAnchor($0.anchor) }
  }

  package func acknowledge(
    _ name: String, of types: [ObjectType], upTo anchor: StoreAnchor
  ) async throws {
    var request = AcknowledgeRequest()
    request.name = name
    request.anchor = anchor.bytes
    request.types = types.map(\.identifier)
    try await call(StoreMethods.acknowledge, request)
  }

  package func unsubscribe(_ name: String) async throws {
    var request = UnsubscribeRequest()
    request.name = name
    try await call(StoreMethods.unsubscribe, request)
  }

  package func subscriptions() async throws -> [StoreSubscription] {
    try await call(StoreMethods.listSubscriptions, ListSubscriptionsRequest()) { response in
      try response.subscriptions.map { try StoreSubscription($0) }
    }
  }
}
