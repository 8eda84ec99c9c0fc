internal import DyadServices
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// Subscribes, or changes what a name stands for; returns where the reader stands.
  @discardableResult
  package func subscribe(_ subscription: StoreSubscription) async throws -> StoreAnchor {
    var request = SubscribeRequest()
    request.subscription = subscription.message
    return try await call(StoreMethods.subscribe, request) { StoreAnchor($0.anchor) }
  }

  /// Says that the reader has dealt with everything of some types up to an anchor.
  ///
  /// - Parameters:
  ///   - name: The subscription.
  ///   - types: Which ones; a subscription of one type needs none.
  ///   - anchor: What a page of changes of these types said.
  /// - Throws: Where there is no such subscription, or it has no such type.
  package func acknowledge(
    _ name: String, of types: [ObjectType] = [], upTo anchor: StoreAnchor
  ) async throws {
    var request = AcknowledgeRequest()
    request.name = name
    request.anchor = anchor.bytes
    request.types = types.map(\.identifier)
    try await call(StoreMethods.acknowledge, request)
  }

  /// Lets nothing wait for the reader any more.
  package func unsubscribe(_ name: String) async throws {
    var request = UnsubscribeRequest()
    request.name = name
    try await call(StoreMethods.unsubscribe, request)
  }

  /// The caller's subscriptions.
  package func subscriptions() async throws -> [StoreSubscription] {
    try await call(StoreMethods.listSubscriptions, ListSubscriptionsRequest()) { response in
      response.subscriptions.map { StoreSubscription($0) }
    }
  }
}
