internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct `gRPC requests` {
  @Test(arguments: ["GET", "PUT", "OPTIONS", "post", "BREW"])
  func `another method than POST is not allowed`(method: String) async throws {
    try await check(fields(without: ":method", first: [(":method", method)])) { answer in
      #expect(answer.httpStatus == "405")
      #expect(answer.headers["allow"] == "POST")
      #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(answer.status == nil)
      #expect((1...100).contains(answer.body.count))
    }
  }

  @Test(arguments: [
    "text/plain", "application/json", "application/grpc-web", "application/grpc-web+proto",
    "application/grpcx", "application/grp", "APPLICATION/GRPC", "", nil,
  ])
  func `another content than gRPC is not taken`(type: String?) async throws {
    let fields = fields(without: "content-type", last: type.map { [("content-type", $0)] } ?? [])
    try await check(fields) { answer in
      #expect(answer.httpStatus == "415")
      #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(answer.status == nil)
      #expect((1...100).contains(answer.body.count))
    }
  }

  @Test(arguments: [
    "application/grpc", "application/grpc+proto", "application/grpc+json",
    "application/grpc;charset=utf-8",
  ])
  func `any content of gRPC is taken`(type: String) async throws {
    let fields = fields(without: "content-type", last: [("content-type", type)])
    try await check(fields, body: FrameWriter.message([5]), begins: true) { answer in
      #expect(answer.status == .ok)
      #expect(answer.body == FrameWriter.message([5]))
    }
  }

  @Test(arguments: ["/", "//", "/x", "/x/", "//x", "/x?y=/", "/ü/"])
  func `a path that names no method is unimplemented`(path: String) async throws {
    try await check(fields(without: ":path", first: [(":path", path)])) { answer in
      #expect(answer.httpStatus == "200")
      #expect(answer.status == .unimplemented)
      #expect(answer.body.isEmpty)
    }
  }

  @Test(arguments: [
    "/dyad.test.Echo/Nothing", "/dyad.test.Nothing/Unary", "/dyad.test.Echo/Unary/",
    "/dyad.test.Echo/unary", "/dyad.test.Echo/Unary\u{301}", "/a/b/c",
    "/" + String(repeating: "a", count: 7_000) + "/b",
  ])
  func `a method that is not there is unimplemented`(path: String) async throws {
    try await check(fields(without: ":path", first: [(":path", path)]), begins: nil) { answer in
      #expect(answer.status == .unimplemented)
    }
  }

  @Test(arguments: [
    "-1S", "+1S", "99999999999S", "123456789n", "", "S", "1", "1s", "1 S", "1.5S", "0x1S",
    "١S", "１S", "1S,1S", "1SS", "∞",
  ])
  func `a timeout that is none is refused`(timeout: String) async throws {
    try await check(fields(last: [("grpc-timeout", timeout)])) { answer in
      #expect(answer.httpStatus == "200")
      #expect(answer.status == .internal)
      #expect(answer.message.contains("grpc-timeout"))
    }
  }

  @Test(arguments: ["99999999H", "99999999M", "99999999S", "99999999m", "1H", "00000001H"])
  func `a timeout that is long is taken`(timeout: String) async throws {
    try await check(
      fields(last: [("grpc-timeout", timeout)]), body: FrameWriter.message([]), begins: true
    ) { answer in
      #expect(answer.status == .ok)
    }
  }

  @Test(arguments: ["0H", "0n", "1n", "1u", "1m"])
  func `a timeout that is over breaks the call off`(timeout: String) async throws {
    try await WatchedServer.with { server in
      var peer = try CarelessPeer(port: server.port)
      let answer = try peer.answer(
        to: HostilePeer.request(Echo.never.path.path, adding: [("grpc-timeout", timeout)]),
        body: FrameWriter.message([]))
      #expect(answer.status == .deadlineExceeded)
      // One whose time is over before it begins may have begun all the same.
      let seen = await server.watch.until { $0.running == 0 }
      #expect(seen.cancelled == seen.begun)
      #expect(seen.aborts == Array(repeating: .deadlineExceeded, count: seen.begun))
    }
  }

  @Test(arguments: ["br", "snappy", "GZIP", "gzip,deflate", ""])
  func `an encoding that is not known here is named`(encoding: String) async throws {
    try await check(fields(last: [("grpc-encoding", encoding)])) { answer in
      #expect(answer.status == .unimplemented)
      #expect(answer.headers["grpc-accept-encoding"] == "identity,gzip,deflate")
    }
  }

  @Test(arguments: ["a", "a===", "=", "a b=", "é", "AAA=A", "AAAA,A"])
  func `bytes that are not base64 are refused`(value: String) async throws {
    try await check(fields(last: [("x-a-bin", value)])) { answer in
      #expect(answer.status == .internal)
      #expect(!answer.message.contains(value) || value == "a" || value == "=")
    }
  }

  @Test func `names of gRPC reach no handler and no answer`() async throws {
    let reserved = [
      ("grpc-trace-bin", "AAAA"), ("grpc-tags-bin", "AAAA"), ("grpc-status", "0"),
      ("grpc-message", "x"), ("grpc-status-details-bin", "!"), ("grpc-previous-rpc-attempts", "1"),
      ("host", "elsewhere"), ("x-own", "1"),
    ]
    // The handler sends back what it got.
    try await check(
      fields(last: reserved), body: FrameWriter.message([]), begins: true
    ) { answer in
      #expect(answer.trailers == ["grpc-status": "0", "x-own": "1"])
    }
  }

  private func fields(
    without name: String = "", first: [(String, String)] = [], last: [(String, String)] = []
  ) -> [(String, String)] {
    first + HostilePeer.request(without: name, adding: last)
  }

  /// Makes one request, and another that has to go well on the same connection.
  private func check(
    _ fields: [(String, String)], body: [UInt8]? = nil, begins: Bool? = false,
    _ judge: (CarelessPeer.Answer) -> Void
  ) async throws {
    try await WatchedServer.with { server in
      var peer = try CarelessPeer(port: server.port)
      judge(try peer.answer(to: fields, body: body))
      if let begins { #expect(server.watch.seen.begun == (begins ? 1 : 0)) }
      let next = try peer.answer(to: HostilePeer.request(), body: FrameWriter.message([7]))
      #expect(next.status == .ok && next.body == FrameWriter.message([7]))
    }
  }
}
