internal import CommandSupport
internal import DyadCommands
internal import DyadServices
internal import ProtobufWire
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

/// A server of messages that only `protoc` knows, for the length of a closure.
struct EchoServer: Sendable {
  /// What lies between it and its clients.
  enum Way: Sendable {
    case plain
    case unix
    case tls
    /// TLS, and clients have to show the certificate.
    case mutual
  }

  static let identity = Result { try makeIdentity("server", hosts: ["echo.test", "localhost"]) }
  static let clientIdentity = Result { try makeIdentity("client", hosts: []) }

  /// What is asked and told.
  static let proto = """
    syntax = "proto3";
    package test.echo;
    import "google/protobuf/any.proto";
    // Everything there is to say.
    message Note {
      string text = 1;
      int64 number = 2;
      repeated Note notes = 3;
      google.protobuf.Any extra = 4;
    }
    enum Mood { CALM = 0; LOUD = 1; }
    service Echo {
      rpc One(Note) returns (Note);
      rpc Collect(stream Note) returns (Note);
      rpc Repeat(Note) returns (stream Note);
      rpc Both(stream Note) returns (stream Note);
      rpc Refuse(Note) returns (Note);
      rpc Hasten(stream Note) returns (Note);
      rpc Wait(Note) returns (Note);
      rpc Spoil(Note) returns (Note);
    }
    """
  static let other = """
    syntax = "proto3";
    package test.other;
    message Secret { string word = 1; }
    """

  static let descriptors = Result {
    try ProtobufCompiler(["echo.proto": proto, "other.proto": other]).descriptorSet()
  }

  let address: String
  let folder: TemporaryFolder

  /// Runs a server for the length of a closure.
  static func run<Value: Sendable>(
    _ way: Way = .plain, reflection: Reflection = .both,
    _ body: (EchoServer) async throws -> Value
  ) async throws -> Value {
    let loop = try EventLoop(name: "echo")
    let folder = try TemporaryFolder()
    try folder.write(Self.descriptors.get(), to: "echo.binpb")
    let server = HTTP2Server(on: [loop])
    let place: SocketAddress =
      way == .unix ? .unix(path: folder.file("echo.sock")) : .loopback(port: 0)
    let address = try server.listen(at: place, try security(way, folder))
    let router = try router(reflection)
    let value = try await withThrowingTaskGroup(of: Void.self) { group in
      // On the loop, so that tests which block their threads do not hold it up.
      group.addTask(executorPreference: loop) { try await server.run(router) }
      let value = try await body(EchoServer(address: "\(address)", folder: folder))
      server.beginShutdown()
      try await group.waitForAll()
      return value
    }
    await loop.shutdown()
    return value
  }

  private static func security(_ way: Way, _ folder: TemporaryFolder) throws -> ServerSecurity {
    guard way == .tls || way == .mutual else { return .plain }
    try write(try identity.get(), to: folder, "server")
    try write(try clientIdentity.get(), to: folder, "client")
    let wanted = try clientIdentity.get().publicKeyFingerprint
    return .tls(
      try .server(
        identity: try identity.get(),
        clients: way == .mutual
          ? .required { $0.fingerprint == wanted ? .accepted : .refused } : .none))
  }

  private static func write(
    _ identity: Identity, to folder: TemporaryFolder, _ name: String
  ) throws {
    try folder.write(Array(try identity.certificatePEM().utf8), to: "\(name).pem")
    let key = try identity.withPrivateKeyPEM { span in
      var bytes: [UInt8] = []
      for index in span.indices { bytes.append(span[index]) }
      return bytes
    }
    try folder.write(key, to: "\(name).key")
  }

  private static func makeIdentity(_ name: String, hosts: [String]) throws -> Identity {
    try Identity.make(
      commonName: name, hostNames: hosts, validity: #require(Validity(notBefore: 0)))
  }
}

extension EchoServer {
  /// Under which names the server tells of itself.
  enum Reflection: Sendable {
    case both
    case older
    case none
  }

  private static func stub(_ name: String, _ kind: CallKind) -> Method<[UInt8], [UInt8]> {
    Method(
      MethodPath(service: "test.echo.Echo", method: name), kind, request: .bytes, response: .bytes)
  }

  private static func router(_ reflection: Reflection) throws -> Router {
    var router = Router()
    router.unary(stub("One", .unary)) { request, call in
      try call.sendHeaders(call.metadata)
      call.addTrailers(["x-count": .text("1")])
      return request
    }
    // Messages one behind the other are one message with the fields of all.
    router.clientStreaming(stub("Collect", .clientStreaming)) { requests, _ in
      var all: [UInt8] = []
      for try await request in requests { all += request }
      return all
    }
    router.serverStreaming(stub("Repeat", .serverStreaming)) { request, responses, _ in
      for _ in 0..<3 { try await responses.send(request) }
    }
    router.bidirectional(stub("Both", .bidirectional)) { requests, responses, _ in
      for try await request in requests { try await responses.send(request) }
    }
    router.unary(stub("Refuse", .unary)) { _, call in
      let code = call.metadata[text: "x-code"].flatMap { StatusCode(header: $0.utf8) }
      throw RPCError(code ?? .unknown, "not now \u{1B}[2J\nnor later")
    }
    router.clientStreaming(stub("Hasten", .clientStreaming)) { requests, _ in
      try await requests.next() ?? []
    }
    router.add(stub("Spoil", .unary).path) { call in
      try await call.send([])
      throw RPCError(.notFound, "look away")
    }
    router.unary(stub("Wait", .unary)) { _, _ in
      // Its end is the caller's doing.
      try await Task.sleep(for: .seconds(3600))
      return []
    }
    let pool = try DescriptorPool(decodingSet: try descriptors.get())
    switch reflection {
    case .both: router.addReflection(of: pool)
    case .none: break
    case .older:
      let index = ReflectionIndex(pool, services: router.methods.map(\.service))
      router.bidirectional(ReflectionService.olderInfo) { requests, responses, _ in
        var session = ReflectionIndex.Session()
        for try await request in requests {
          try await responses.send(index.answer(request, in: &session))
        }
      }
    }
    return router
  }
}
