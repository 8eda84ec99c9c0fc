internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import LocalStore
internal import ProtobufWire
internal import RPCCore
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

// What the daemon is put together from is nobody else's.
@testable internal import NodeKit
@testable internal import NodeSync

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `Doors of a daemon` {
  /// Every method of every service that there is, so that none can be forgotten.
  static func methods(
    of services: (String) -> Bool = { _ in true }
  ) throws -> [Method<[UInt8], [UInt8]>] {
    let pool = try ServedDescriptors.pool()
    let names = Set(pool.services.map(\.fullName))
    #expect(names.isSuperset(of: NodeServices.names), "a service is served and not described")
    return pool.services.filter { services($0.fullName) }.flatMap { service in
      service.methods.map { method in
        Method(
          MethodPath(service: service.fullName, method: method.name),
          CallKind(
            clientStreams: method.isClientStreaming, serverStreams: method.isServerStreaming),
          request: .bytes, response: .bytes)
      }
    }
  }

  /// How a call ends to which so much is sent.
  private func answer(
    of client: Client, to method: Method<[UInt8], [UInt8]>, sending request: [UInt8]? = nil,
    _ options: CallOptions = CallOptions()
  ) async throws -> StatusCode {
    var options = options
    // Whoever waits for a request, or has begun to answer, has not refused.
    options.timeout = .seconds(20)
    do {
      _ = try await client.withCall(method, options: options) { call in
        if let request { try call.sendOnly(request) }
        return try await call.receive()
      }
      return .ok
    } catch let error as RPCError {
      return error.code
    }
  }

  /// How a node answers somebody who calls a method and sends nothing.
  private func answer(
    of daemon: RunningDaemon, to method: Method<[UInt8], [UInt8]>, showing identity: Identity?
  ) async throws -> StatusCode {
    // A connection each: one that was refused says nothing of the next.
    try await withClient(try daemon.asNode(showing: identity)) { client in
      try await answer(of: client, to: method)
    }
  }

  private static func stranger() throws -> Identity {
    try Identity.make(commonName: "stranger", validity: #require(Validity(notBefore: 0)))
  }

  @Test func `who is not paired any more, or never was, is refused before anything is read`()
    async throws
  {
    let (phone, watch) = (try PairingNode(.phone), try PairingNode(.watch))
    try await `Pairing two daemons`.pair(phone, watch)
    let former = try watch.daemon.identity()
    watch.crash()
    _ = try await phone.asOwner {
      try await $0.call(PairingControlMethods.removePeer, RemovePeerRequest())
    }
    let methods = try Self.methods()
    #expect(methods.count >= 50)
    let strangers: [Identity?] = [former, try Self.stranger(), nil]
    for method in methods {
      for stranger in strangers {
        let code = try await answer(of: phone.daemon, to: method, showing: stranger)
        #expect(code == .unavailable, "\(method.path)")
      }
    }
    // While a code is shown, strangers get in as far as the pairing and no farther.
    try await phone.showingCode { _, _ in
      for method in methods where method.path.service != PairingMethods.name {
        for stranger in strangers {
          let code = try await answer(of: phone.daemon, to: method, showing: stranger)
          #expect(code == (stranger == nil ? .unavailable : .permissionDenied), "\(method.path)")
        }
      }
    }
  }

  @Test func `a peer gets what is for peers alone`() async throws {
    let folder = try TemporaryFolder()
    let visitor = try await KnownVisitor(to: folder)
    let daemon = try RunningDaemon(in: folder)
    let closed = [StoreMethods.name, OperatorMethods.name, PairingControlMethods.name]
    let methods = try Self.methods { closed.contains($0) }
    #expect(methods.count >= 45)
    try await withClient(try daemon.asNode(showing: visitor.identity)) { client in
      let health = try await client.call(HealthMethods.check, HealthCheckRequest())
      #expect(health.status == .serving)
      for method in methods {
        #expect(try await answer(of: client, to: method) == .unimplemented, "\(method.path)")
      }
      for method in try Self.methods(of: { $0 == PairingMethods.name }) {
        #expect(try await answer(of: client, to: method) != .ok, "\(method.path)")
      }
    }
  }

  @Test func `a peer that says to be what it is not is told so and nothing else`() async throws {
    let folder = try TemporaryFolder()
    let visitor = try await KnownVisitor(to: folder)
    let daemon = try RunningDaemon(in: folder)
    let greeting = try await Self.greeting()
    var wrong = greeting
    wrong.role = .phone
    for (hello, reason) in [(greeting, nil), (wrong, SessionEnd.Reason.wrongRole)] {
      try await withClient(try daemon.asNode(showing: visitor.identity)) { client in
        try await client.withCall(SyncMethods.session) { call in
          try await call.send(SyncMessage.hello(hello).encoded(), isCompressed: false)
          let answer = try #require(try await call.receive())
          switch try SyncMessage(decoding: answer, limits: .wire) {
          case .ended(let end):
            #expect(end.reason == reason)
            let more = try await call.receive()
            #expect(more == nil)
          default:
            // As a watch it would have been let in.
            #expect(reason == nil)
          }
        }
      }
    }
  }

  /// The hello of a watch that has nothing yet.
  private static func greeting() async throws -> Hello {
    let folder = try TemporaryFolder()
    let pair = try await EnginePair(folder)
    let (said, ending) = (Pipe(), Pipe())
    async let session = pair.watch.run(
      with: pair.phoneID, over: SyncWire(send: said.send, receive: ending.receive), dialed: true)
    let message = try #require(try await said.receive())
    ending.close()
    _ = try await session
    try await pair.close()
    guard case .hello(let hello) = try SyncMessage(decoding: message, limits: .wire) else {
      throw TestSupportError("a watch does not begin with a hello")
    }
    return hello
  }

  @Test func `whoever is no app of the caller's user is nobody to each method of Store`()
    async throws
  {
    let daemon = try RunningDaemon(in: try TemporaryFolder())
    let own = try await Self.addApp("app.own", user: nil, to: daemon)
    let other = try await Self.addApp("app.other", user: Machine.user &+ 1, to: daemon)
    let gone = try await Self.addApp("app.gone", user: nil, to: daemon)
    try await withClient(daemon.asOwner()) { client in
      var request = RemoveAppRequest()
      request.bundleIdentifier = "app.gone"
      _ = try await client.call(OperatorMethods.removeApp, request)
    }
    let said: [String?] = [
      nil, "", "Bearer", "Bearer ", "Bearer \(own)0", "Bearer \(own.dropLast())",
      "Bearer \(own.uppercased()) ", "bearer \(own)", own, "Bearer \(other)", "Bearer \(gone)",
      "Bearer \(String(repeating: "0", count: own.utf8.count))",
    ]
    let methods = try Self.methods { $0 == StoreMethods.name }
    #expect(methods.count >= 21)
    try await withClient(daemon.asApp()) { client in
      for method in methods {
        for words in said {
          var options = CallOptions()
          if let words { options.metadata.add("authorization", .text(words)) }
          let code = try await answer(of: client, to: method, sending: [], options)
          #expect(code == .unauthenticated, "\(method.path)")
        }
        var options = CallOptions()
        options.metadata.add("authorization", .text("Bearer \(own)"))
        options.metadata.add("authorization", .text("Bearer \(own)"))
        let code = try await answer(of: client, to: method, sending: [], options)
        #expect(code == .unauthenticated, "\(method.path)")
      }
      var options = CallOptions()
      options.metadata.add("authorization", .text("Bearer \(own)"))
      _ = try await client.call(StoreMethods.getCoverage, GetCoverageRequest(), options: options)
    }
  }

  @Test func `apps get nothing that is for nodes or the owner`() async throws {
    let daemon = try RunningDaemon(in: try TemporaryFolder())
    let token = try await Self.addApp("app.own", user: nil, to: daemon)
    let closed = [
      OperatorMethods.name, PairingControlMethods.name, PairingMethods.name, TrustMethods.name,
      SyncMethods.name,
    ]
    let methods = try Self.methods { closed.contains($0) }
    #expect(methods.count >= 30)
    var known = CallOptions()
    known.metadata.add("authorization", .text("Bearer \(token)"))
    try await withClient(daemon.asApp()) { [known] client in
      for method in methods {
        for options in [CallOptions(), known] {
          let code = try await answer(of: client, to: method, sending: [], options)
          #expect(code == .unimplemented, "\(method.path)")
        }
      }
    }
  }

  /// Makes an app known and returns its token.
  static func addApp(
    _ app: String, user: UInt32?, to daemon: RunningDaemon
  ) async throws -> String {
    try await withClient(daemon.asOwner()) { client in
      var request = AddAppRequest()
      request.bundleIdentifier = app
      request.readReason = "To show it."
      request.shareReason = "To keep it."
      request.user = user
      return try await client.call(OperatorMethods.addApp, request).token
    }
  }
}
