internal import DyadServices
internal import ProtobufWire
internal import RPCCore
internal import RPCInProcess
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import NodeApps

// @testable: the router is the daemon's own.
@Suite(.timeLimit(.minutes(5))) struct CallerRouterTests {
  /// Who got to a handler.
  private final class Reached: Sendable {
    let names = Mutex<[String]>([])

    func note(_ call: CheckedCall) {
      let name =
        switch call.caller {
        case .owner: "owner"
        case .app(let app): app.bundleIdentifier
        }
      names.withLock { $0.append(name) }
    }
  }

  private static func method(_ kind: CallKind) -> Method<[UInt8], [UInt8]> {
    Method(
      MethodPath(service: "a.Service", method: "\(kind)"), kind, request: .bytes, response: .bytes)
  }

  private static let kinds: [CallKind] = [
    .unary, .clientStreaming, .serverStreaming, .bidirectional,
  ]

  /// A method of each kind, with health and reflection.
  private func router(_ door: CallerDoor, _ reached: Reached) -> CallerRouter {
    var router = CallerRouter(door)
    router.add(HealthService(ServiceHealth(services: ["a.Service"])))
    router.unary(Self.method(.unary)) { _, call in
      reached.note(call)
      return []
    }
    router.clientStreaming(Self.method(.clientStreaming)) { _, call in
      reached.note(call)
      return []
    }
    router.serverStreaming(Self.method(.serverStreaming)) { _, responses, call in
      reached.note(call)
      try await responses.send([])
    }
    router.bidirectional(Self.method(.bidirectional)) { _, responses, call in
      reached.note(call)
      try await responses.send([])
    }
    router.addReflection(of: try ServedDescriptors.pool())
    return router
  }

  private func calling(
    _ door: CallerDoor, _ reached: Reached, user: UInt32?,
    _ body: (Client) async throws -> Void
  ) async throws {
    let transport = InProcessTransport(from: CallPeer(address: "unix", user: user))
    let router = router(door, reached)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await transport.run(router) }
      defer { transport.beginShutdown() }
      try await body(Client(over: transport))
    }
  }

  /// The code that a call of each kind ends with.
  private func codes(_ client: Client, token: String? = nil) async throws -> [StatusCode] {
    var options = CallOptions()
    if let token { options.metadata.add("authorization", .text("Bearer \(token)")) }
    var codes: [StatusCode] = []
    for kind in Self.kinds {
      do {
        try await client.withCall(Self.method(kind), options: options) { call in
          try call.sendOnly([])
          #expect(try await call.receiveOnly() == [])
        }
        codes.append(.ok)
      } catch let error as RPCError {
        codes.append(error.code)
      }
    }
    return codes
  }

  @Test func `no handler hears of an app that is not known`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let reached = Reached()
    let door = CallerDoor(apps: fixture.apps)
    let nobody = [StatusCode](repeating: .unauthenticated, count: Self.kinds.count)
    try await calling(door, reached, user: StoreFixture.user) { client in
      let without = try await codes(client)
      #expect(without == nobody)
      let wrong = try await codes(client, token: String(token.reversed()))
      #expect(wrong == nobody)
    }
    try await calling(door, reached, user: StoreFixture.user + 1) { client in
      let ofAnotherUser = try await codes(client, token: token)
      #expect(ofAnotherUser == nobody)
    }
    #expect(reached.names.withLock { $0.isEmpty })
  }

  @Test func `each handler hears which app it is, and at the owner's socket that it is the owner`()
    async throws
  {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    for (door, name) in [
      (CallerDoor(apps: fixture.apps), StoreFixture.app), (CallerDoor(apps: nil), "owner"),
    ] {
      let reached = Reached()
      try await calling(door, reached, user: StoreFixture.user) { client in
        let answers = try await codes(client, token: token)
        #expect(answers == Self.kinds.map { _ in .ok })
      }
      #expect(reached.names.withLock { $0 } == Self.kinds.map { _ in name })
    }
  }

  @Test func `health and reflection answer everybody at the socket, and nothing else does`()
    async throws
  {
    let fixture = try await StoreFixture()
    let door = CallerDoor(apps: fixture.apps)
    try await calling(door, Reached(), user: nil) { client in
      let health = try await client.call(HealthMethods.check, HealthCheckRequest())
      #expect(health.status == .notServing)
      for method in [ReflectionService.info, ReflectionService.olderInfo] {
        let answer = try await client.withCall(method) { call in
          try call.sendOnly(ServerReflectionRequest(.listServices("")))
          return try await call.receiveOnly()
        }
        let names = ["a.Service", HealthMethods.name] + ReflectionService.names
        #expect(answer.messageResponse == .services(names))
      }
    }
  }
}
