package import DyadServices
package import ProtobufWire
package import RPCCore

/// A call whose caller is checked, as its handler gets it: the caller, and the metadata.
///
/// A `CallerRouter` alone makes one, when it knows the caller.
package struct CheckedCall: Sendable {
  /// Who makes it.
  let caller: StoreCaller
  /// What the caller says beside its messages.
  let metadata: Metadata
  private let call: ServerCall

  /// Checks who makes a call.
  ///
  /// - Throws: UNAUTHENTICATED where that is nobody who may.
  fileprivate init(_ call: ServerCall, by door: CallerDoor) throws(RPCError) {
    if let apps = door.apps {
      caller = .app(try apps.app(calling: call))
    } else {
      caller = .owner
    }
    metadata = call.metadata
    self.call = call
  }

  /// The connection that it came over, by a number.
  var connection: UInt64 { call.connection }

  /// Since when it has stood still for want of its caller; `nil` where it does not.
  var stalledSince: ContinuousClock.Instant? { call.stalledSince }

  /// Breaks it off; its caller is told.
  func breakOff(_ error: RPCError) { call.breakOff(error) }
}

/// What is offered at a socket whose callers are checked before any handler.
///
/// A handler gets a `CheckedCall` and never the call itself, so that none can forget to check. Health and
/// reflection alone answer everybody at the socket: they are named here, and strangers have few such calls.
package struct CallerRouter: CallHandler {
  private var router: Router
  private let door: CallerDoor
  private let strangers = StrangerCalls()

  /// Makes one without methods.
  ///
  /// - Parameters:
  ///   - door: Tells who calls.
  ///   - metrics: Where calls are counted.
  package init(_ door: CallerDoor, metrics: ServerMetrics = ServerMetrics()) {
    self.door = door
    router = Router(metrics: metrics)
  }

  package var methods: [MethodPath] { router.methods }

  package func handle(_ call: ServerCall) async {
    guard StrangerCalls.mayBe(call), let apps = door.apps, (try? apps.app(calling: call)) == nil
    else { return await router.handle(call) }
    if let refusal = await strangers.call({ await router.handle(call) }) {
      call.finish(refusal.status, refusal.metadata)
    }
  }

  /// Offers the health service to everybody.
  package mutating func add(_ health: HealthService) {
    router.add(health)
  }

  /// Offers the reflection service to everybody, for all services that were added before it and itself.
  package mutating func addReflection(
    of pool: @autoclosure @escaping @Sendable () throws -> DescriptorPool
  ) {
    router.addReflection(of: try pool())
  }

  /// Answers a method with one message each way.
  package mutating func unary<Request, Response>(
    _ method: Method<Request, Response>,
    _ handle: @escaping @Sendable (Request, CheckedCall) async throws -> Response
  ) {
    router.unary(method) { [door] request, call in
      try await handle(request, try CheckedCall(call, by: door))
    }
  }

  /// Answers a method with many messages from the client and one back.
  mutating func clientStreaming<Request, Response>(
    _ method: Method<Request, Response>,
    _ handle: @escaping @Sendable (RequestStream<Request>, CheckedCall) async throws -> Response
  ) {
    router.clientStreaming(method) { [door] requests, call in
      try await handle(requests, try CheckedCall(call, by: door))
    }
  }

  /// Answers a method with one message from the client and many back.
  mutating func serverStreaming<Request, Response>(
    _ method: Method<Request, Response>,
    _ handle:
      @escaping @Sendable (Request, ResponseWriter<Response>, CheckedCall) async throws -> Void
  ) {
    router.serverStreaming(method) { [door] request, responses, call in
      try await handle(request, responses, try CheckedCall(call, by: door))
    }
  }

  /// Answers a method with many messages each way.
  package mutating func bidirectional<Request, Response>(
    _ method: Method<Request, Response>,
    _ handle:
      @escaping @Sendable (
        RequestStream<Request>, ResponseWriter<Response>, CheckedCall
      ) async throws -> Void
  ) {
    router.bidirectional(method) { [door] requests, responses, call in
      try await handle(requests, responses, try CheckedCall(call, by: door))
    }
  }
}
