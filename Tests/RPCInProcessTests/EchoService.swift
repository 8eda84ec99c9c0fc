internal import RPCCore
internal import RPCInProcess

/// Methods that give back what they get, or never end.
enum Echo {
  static let unary = method("Unary", .unary)
  static let both = method("Both", .bidirectional)
  static let endless = method("Endless", .serverStreaming)
  static let refuse = method("Refuse", .unary)
  static let never = method("Never", .bidirectional)
  static let missing = method("Missing", .unary)

  /// All but `missing`.
  static var router: Router {
    var router = Router()
    router.unary(unary) { request, call in
      call.addTrailers(["x-length": .text("\(request.count)")])
      return request
    }
    router.bidirectional(both) { requests, responses, _ in
      for try await request in requests { try await responses.send(request) }
    }
    router.serverStreaming(endless) { request, responses, _ in
      while true { try await responses.send(request) }
    }
    router.unary(refuse) { _, _ in
      throw RPCError(.failedPrecondition, "not now", metadata: ["x-why": .text("because")])
    }
    router.bidirectional(never) { requests, _, call in
      try call.sendHeaders(["x-begun": .text("yes")])
      for try await _ in requests {}
    }
    return router
  }

  private static func method(_ name: String, _ kind: CallKind) -> Method<[UInt8], [UInt8]> {
    Method(
      MethodPath(service: "dyad.test.Echo", method: name), kind, request: .bytes, response: .bytes)
  }
}

/// Runs a handler for the length of a closure, then shuts down and waits for the rest.
func withServer<Result: Sendable>(
  _ handler: any CallHandler = Echo.router,
  over transport: InProcessTransport = InProcessTransport(),
  _ body: @Sendable (Client) async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { await transport.run(handler) }
    defer { transport.beginShutdown() }
    let result = try await body(Client(over: transport))
    transport.beginShutdown()
    try await group.waitForAll()
    return result
  }
}
