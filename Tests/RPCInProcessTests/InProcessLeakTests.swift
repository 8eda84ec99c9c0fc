internal import RPCCore
internal import RPCInProcess
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct `After a thousand calls in process` {
  @Test func `nothing of them is left`() async throws {
    let clients = WeakList<ClientCall>()
    let servers = WeakList<ServerCall>()
    let clock = ManualClock()
    let transport = InProcessTransport(clock: clock)
    try await withServer(Noting(handler: Echo.router, calls: servers), over: transport) { _ in
      let client = Client(over: NotingTransport(transport: transport, calls: clients))
      let options = CallOptions(timeout: .seconds(3600))
      for round in 0..<1000 {
        switch round % 5 {
        case 0: _ = try await client.call(Echo.unary, [1], options: options)
        case 1: _ = try? await client.call(Echo.refuse, [1], options: options)
        case 2: _ = try? await client.call(Echo.missing, [1])
        case 3:
          try await client.withCall(Echo.endless, options: options) { call in
            try call.sendOnly([UInt8](repeating: 1, count: 10_000))
            _ = try await call.receive()
          }
        default:
          try await client.withCall(Echo.never) { call in
            try await call.send([1])
            _ = await call.headers
          }
        }
      }
    }
    #expect(clients.count == 1000)
    #expect(servers.count == 1000)
    #expect(clients.living == 0)
    #expect(servers.living == 0)
    #expect(clock.sleepers == 0)
  }
}

/// Objects that are counted without being kept.
private final class WeakList<Object: AnyObject & Sendable>: Sendable {
  private struct Reference: Sendable {
    weak let object: Object?
  }

  private let references = Mutex<[Reference]>([])

  func add(_ object: Object) {
    references.withLock { $0.append(Reference(object: object)) }
  }

  var count: Int { references.withLock { $0.count } }
  var living: Int { references.withLock { $0.count { $0.object != nil } } }
}

private struct Noting: CallHandler {
  var handler: Router
  var calls: WeakList<ServerCall>

  var methods: [MethodPath] { handler.methods }

  func handle(_ call: ServerCall) async {
    calls.add(call)
    await handler.handle(call)
  }
}

private struct NotingTransport: ClientTransport {
  var transport: InProcessTransport
  var calls: WeakList<ClientCall>

  func start(_ request: CallRequest, options: CallOptions) -> ClientCall {
    let call = transport.start(request, options: options)
    calls.add(call)
    return call
  }
}
