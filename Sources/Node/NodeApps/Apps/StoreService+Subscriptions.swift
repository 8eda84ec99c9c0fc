internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import SystemCore

extension StoreService {
  /// Adds the methods that let changes wait, and say what is to be started when there are any.
  func addSubscriptions(to router: inout CallerRouter) {
    router.unary(StoreMethods.subscribe) { request, call in
      try await answer(call) { view in try await subscribe(request, view) }
    }
    router.unary(StoreMethods.acknowledge) { request, call in
      try await answer(call) { view in
        try await view.access.acknowledge(
          request.name, of: request.types.map { try ObjectType(wire: $0, field: "types") },
          upTo: try seal.anchor(request.anchor, of: view.caller))
        return AcknowledgeResponse()
      }
    }
    router.unary(StoreMethods.unsubscribe) { request, call in
      try await answer(call) { view in
        try await view.access.unsubscribe(request.name)
        return UnsubscribeResponse()
      }
    }
    router.unary(StoreMethods.listSubscriptions) { _, call in
      try await answer(call) { view in
        var response = ListSubscriptionsResponse()
        for subscription in try await view.access.subscriptions() {
          var message = SubscriptionMessage(subscription)
          message.anchor = try seal.bytes(of: subscription.anchor, for: view.caller)
          for (type, anchor) in subscription.places.sorted(by: { $0.key < $1.key }) {
            var place = SubscriptionPlaceMessage()
            place.type = type.identifier
            place.anchor = try seal.bytes(of: anchor, for: view.caller)
            message.places.append(place)
          }
          response.subscriptions.append(message)
        }
        return response
      }
    }
  }

  private func subscribe(
    _ request: SubscribeRequest, _ view: StoreView
  ) async throws -> SubscribeResponse {
    guard let message = request.subscription else {
      throw StoreWireError("subscription", "there is none")
    }
    let target = try message.target
    if case .app(let app) = view.caller {
      // What is started has the rights of the node's user.
      guard target.isNothing || app.user == Machine.user else {
        throw RPCError(
          .permissionDenied,
          "cannot subscribe: only apps of the node's own user have it start anything")
      }
    }
    let place = try await view.access.subscribe(
      message.name,
      to: message.types.map { try ObjectType(wire: $0, field: "subscription.types") },
      frequency: UpdateFrequency(message.frequency), starting: target,
      at: message.anchor.isEmpty
        ? nil : try seal.anchor(message.anchor, of: view.caller, in: "subscription.anchor")
    ) { try door.checkIsKnown(view.caller) }
    var response = SubscribeResponse()
    response.anchor = try seal.bytes(of: place, for: view.caller)
    return response
  }
}

extension SubscriptionMessage {
  /// Says what is subscribed, but for where it stands.
  fileprivate init(_ subscription: Subscription) {
    self.init()
    name = subscription.key.name
    types = subscription.types.map(\.identifier)
    frequency = FrequencyMessage(subscription.frequency)
    switch subscription.target {
    case .nothing: break
    case .command(let words): command = words
    case .unit(let name): unit = name
    }
    failures = subscription.failures
  }
}
