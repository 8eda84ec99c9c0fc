internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import LocalStore
package import NodeLog
internal import RPCCore
internal import SystemCore

/// Lets callers of `Store` have changes wait for them, and say what is to be started when there are any.
package struct SubscriptionService: Sendable {
  let keeper: SubscriptionKeeper
  let door: CallerDoor
  let seal: AnchorSeal
  let log: Log

  /// Makes it of its parts.
  package init(keeper: SubscriptionKeeper, door: CallerDoor, seal: AnchorSeal, log: Log) {
    self.keeper = keeper
    self.door = door
    self.seal = seal
    self.log = log
  }

  /// Adds the methods.
  package func add(to router: inout CallerRouter) {
    router.unary(StoreMethods.subscribe) { request, call in
      try await RPCError.translating(log) {
        try await subscribe(request, call.caller)
      }
    }
    router.unary(StoreMethods.acknowledge) { request, call in
      try await RPCError.translating(log) {
        try await keeper.acknowledge(
          Subscription.Key(call.caller, request.name),
          of: request.types.map { try ObjectType(wire: $0, field: "types") },
          through: try seal.anchor(request.anchor, of: call.caller))
        return AcknowledgeResponse()
      }
    }
    router.unary(StoreMethods.unsubscribe) { request, call in
      try await RPCError.translating(log) {
        try await keeper.unsubscribe(Subscription.Key(call.caller, request.name))
        return UnsubscribeResponse()
      }
    }
    router.unary(StoreMethods.listSubscriptions) { _, call in
      try await RPCError.translating(log) {
        var response = ListSubscriptionsResponse()
        let caller = call.caller
        for subscription in await keeper.subscriptions(of: caller) {
          var message = SubscriptionMessage(subscription)
          message.anchor = try seal.bytes(of: subscription.anchor, for: caller)
          for (type, anchor) in subscription.places.sorted(by: { $0.key < $1.key }) {
            var place = SubscriptionPlaceMessage()
            place.type = type.identifier
            place.anchor = try seal.bytes(of: anchor, for: caller)
            message.places.append(place)
          }
          response.subscriptions.append(message)
        }
        return response
      }
    }
  }

  private func subscribe(
    _ request: SubscribeRequest, _ caller: StoreCaller
  ) async throws -> SubscribeResponse {
    guard let message = request.subscription else {
      throw StoreWireError("subscription", "there is none")
    }
    let anchor =
      message.anchor.isEmpty
      ? keeper.store.state.anchor
      : try seal.anchor(message.anchor, of: caller, in: "subscription.anchor")
    let subscription = try Subscription(message, of: caller, at: anchor)
    if case .app(let app) = caller {
      // What is started has the rights of the node's user.
      guard subscription.target.isNothing || app.user == Machine.user else {
        throw RPCError(
          .permissionDenied,
          "cannot subscribe: only apps of the node's own user have it start anything"
        )
      }
      let session = AppSession(keeper.store, as: app)
      for type in subscription.types { _ = try session.visibility(of: type) }
    }
    var response = SubscribeResponse()
    let place = try await keeper.subscribe(subscription) { try door.checkIsKnown(caller) }
    response.anchor = try seal.bytes(of: place, for: caller)
    return response
  }
}

extension AppSession {
  /// A session of an app that the node knows.
  convenience init(_ store: LocalStore, as app: RegisteredApp) {
    self.init(
      store,
      as: SourceRevision(source: Source(bundleIdentifier: app.bundleIdentifier, name: app.name)))
  }
}
