internal import DyadServices
internal import RPCCore

extension RemoteStore {
  /// Subscribes, or changes what a name stands for; returns where the reader stands.
  @discardableResult
  package func subscribe(_ subscription: Subscription) async throws -> RemoteAnchor {
    var request = SubscribeRequest()
    request.subscription = subscription.message
    return try await call(StoreMethods.subscribe, request) { RemoteAnchor($0.anchor) }
  }

  /// Says that the reader has dealt with everything up to an anchor.
  package func acknowledge(_ name: String, upTo anchor: RemoteAnchor) async throws {
    var request = AcknowledgeRequest()
    request.name = name
    request.anchor = anchor.bytes
    try await call(StoreMethods.acknowledge, request)
  }

  /// Lets nothing wait for the reader any more.
  package func unsubscribe(_ name: String) async throws {
    var request = UnsubscribeRequest()
    request.name = name
    try await call(StoreMethods.unsubscribe, request)
  }

  /// The caller's subscriptions.
  package func subscriptions() async throws -> [Subscription] {
    try await call(StoreMethods.listSubscriptions, ListSubscriptionsRequest()) { response in
      response.subscriptions.map { Subscription($0) }
    }
  }
}
