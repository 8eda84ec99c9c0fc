internal import RPCCore
internal import Testing

@Suite struct `A router` {
  private let transport = CountingTransport()

  /// A call of a method with all its requests.
  private func call(_ path: MethodPath, _ requests: [[UInt8]] = []) -> ServerCall {
    let call = ServerCall(
      CallRequest(method: path), from: CallPeer(address: "test"), limits: CallLimits(),
      token: CallToken(connection: 1, stream: 1), over: transport)
    for request in requests { call.receiveMessage(CallMessage(request)) }
    call.receiveEnd()
    return call
  }

  private func answer(
    _ router: Router, _ path: MethodPath, _ requests: [[UInt8]] = []
  ) async
    -> [String]
  {
    let call = call(path, requests)
    await router.handle(call)
    return call.service { $0.drainNames() }
  }

  private func router() -> Router {
    var router = Router()
    router.unary(Sums.unary) { request, _ in [request.reduce(0, +)] }
    router.clientStreaming(Sums.client) { requests, _ in
      var sum: UInt8 = 0
      for try await request in requests { sum += request.reduce(0, +) }
      return [sum]
    }
    router.serverStreaming(Sums.server) { request, responses, _ in
      for byte in request { try await responses.send([byte]) }
    }
    router.bidirectional(Sums.both) { requests, responses, _ in
      for try await request in requests { try await responses.send(request) }
    }
    return router
  }

  @Test func `knows its methods`() {
    #expect(
      Set(router().methods.map(\.description))
        == [
          "dyad.test.Sums/Unary", "dyad.test.Sums/Client", "dyad.test.Sums/Server",
          "dyad.test.Sums/Both",
        ])
  }

  @Test(arguments: [
    (Sums.unary, [[1, 2]], ["headers", "message 1", "status OK"]),
    (Sums.client, [], ["headers", "message 1", "status OK"]),
    (Sums.client, [[1], [2]], ["headers", "message 1", "status OK"]),
    (Sums.server, [[]], ["status OK"]),
    (Sums.server, [[1, 2]], ["headers", "message 1", "message 1", "status OK"]),
    (Sums.both, [], ["status OK"]),
    (Sums.both, [[1], [2, 3]], ["headers", "message 1", "message 2", "status OK"]),
  ])
  func `answers each kind of method`(
    method: Method<[UInt8], [UInt8]>, requests: [[UInt8]], parts: [String]
  )
    async
  {
    let answer = await answer(router(), method.path, requests)
    #expect(answer == parts)
  }

  @Test(arguments: [Sums.unary, Sums.server], [0, 2, 3])
  func `takes exactly one request where there is one`(
    method: Method<[UInt8], [UInt8]>, count: Int
  ) async {
    let requests = [[UInt8]](repeating: [1], count: count)
    let answer = await answer(router(), method.path, requests)
    #expect(answer == ["status UNIMPLEMENTED"])
  }

  @Test(arguments: [
    ("dyad.test.Sums", "Other", "the service has no such method"),
    ("dyad.test.Sum", "Unary", "there is no such service"),
    ("dyad.test.Sums", "unary", "the service has no such method"),
    ("dyad.test.Sums/Unary", "\u{301}", "there is no such service"),
  ])
  func `does not implement other methods`(service: String, method: String, why: String) async {
    let router = router()
    let call = call(MethodPath(service: service, method: method), [[1]])
    await router.handle(call)
    #expect(call.service { $0.takeStatus() } == Status(.unimplemented, why))
    #expect(router.metrics.unknown.snapshot.statuses == [.unimplemented: 1])
    #expect(router.metrics.unknown.snapshot.traffic.messagesReceived == 1)
    #expect(router.metrics.snapshot.allSatisfy { $0.counts.started == 0 })
  }

  @Test func `sends what a handler throws, if it is of a call`() async {
    var router = Router()
    router.add(Sums.unary.path) { call in
      call.addTrailers(["a": .text("1")])
      throw RPCError(.dataLoss, "lost", metadata: ["b": .text("2")])
    }
    let answer = await answer(router, Sums.unary.path)
    #expect(answer == ["status DATA_LOSS a b"])
  }

  @Test func `hides any other error`() async {
    var router = Router()
    router.add(Sums.unary.path) { _ in throw Secret(text: "pulse of 61") }
    let call = call(Sums.unary.path)
    await router.handle(call)
    let status = call.service { $0.takeStatus() }
    #expect(status?.code == .unknown)
    #expect(status?.message.contains("61") == false)
    #expect(router.metrics.snapshot.first?.counts.statuses == [.unknown: 1])
  }

  @Test func `takes a cancellation for what it is`() async {
    var router = Router()
    router.add(Sums.unary.path) { _ in throw CancellationError() }
    let answer = await answer(router, Sums.unary.path)
    #expect(answer == ["status CANCELLED"])
  }

  @Test func `answers a request that cannot be decoded as internal`() async {
    var router = Router()
    let coding = MessageCoding<[UInt8]>(
      encode: { $0 }, decode: { _ in throw Secret(text: "field 3") })
    let method = Method(Sums.unary.path, .unary, request: coding, response: .bytes)
    router.unary(method) { request, _ in request }
    let answer = await answer(router, method.path, [[1]])
    #expect(answer == ["status INTERNAL"])
  }

  @Test func `counts each method alone`() async throws {
    let router = router()
    _ = await answer(router, Sums.unary.path, [[1, 2, 3]])
    _ = await answer(router, Sums.unary.path, [[4]])
    _ = await answer(router, Sums.unary.path)
    _ = await answer(router, Sums.both.path, [[1], [2, 3]])
    let counts = router.metrics.snapshot
    #expect(counts.map(\.path.method) == ["Both", "Client", "Server", "Unary"])
    let unary = try #require(counts.last).counts
    #expect(unary.started == 3)
    #expect(unary.statuses == [.ok: 2, .unimplemented: 1])
    #expect(unary.open == 0)
    #expect(unary.traffic.messagesReceived == 2)
    #expect(unary.traffic.bytesReceived == 4)
    #expect(unary.traffic.messagesSent == 2)
    #expect(unary.traffic.bytesSent == 2)
    #expect(unary.latency.counts.reduce(0, +) == 3)
    let both = try #require(counts.first).counts
    #expect(both.traffic.messagesReceived == 2)
    #expect(both.traffic.bytesSent == 3)
  }

  @Test func `counts a call as open until its handler returns`() async throws {
    let router = router()
    let call = ServerCall(
      CallRequest(method: Sums.both.path), from: CallPeer(address: "test"), limits: CallLimits(),
      token: CallToken(connection: 1, stream: 1), over: transport)
    let handler = Task.immediate { await router.handle(call) }
    #expect(router.metrics.snapshot.first?.counts.open == 1)
    call.abort(RPCError(.deadlineExceeded, "too late"))
    await handler.value
    #expect(router.metrics.snapshot.first?.counts.open == 0)
    #expect(router.metrics.snapshot.first?.counts.statuses == [.deadlineExceeded: 1])
  }

  @Test func `has one handler for a method`() async {
    await #expect(processExitsWith: .failure) {
      var router = Router()
      router.add(MethodPath(service: "a", method: "b")) { _ in }
      router.add(MethodPath(service: "a", method: "b")) { _ in }
    }
  }
}

private struct Secret: Error {
  var text: String
}

private enum Sums {
  static let unary = method("Unary", .unary)
  static let client = method("Client", .clientStreaming)
  static let server = method("Server", .serverStreaming)
  static let both = method("Both", .bidirectional)

  private static func method(_ name: String, _ kind: CallKind) -> Method<[UInt8], [UInt8]> {
    Method(
      MethodPath(service: "dyad.test.Sums", method: name), kind, request: .bytes, response: .bytes)
  }
}

extension ServerCallState {
  fileprivate mutating func takeStatus() -> Status? {
    while let part = nextPart() {
      if case .status(let status, _) = part { return status }
    }
    return nil
  }
}
