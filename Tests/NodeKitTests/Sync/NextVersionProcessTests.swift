internal import DyadServices
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

@testable internal import NodeSync

// What the daemon is put together from is nobody else's.

@Suite(.serialized, .timeLimit(.minutes(4))) struct `A daemon and a watch of the next version` {
  @Test func `the daemon says why they do not sync, and calls again less and less`() async throws {
    let folder = try TemporaryFolder()
    let future = try await EnginePair(try TemporaryFolder(), watch: 2...2)
    let socket = try Socket.listen(at: .loopback(port: 0))
    let address = try #require(socket.localAddress)
    let visitor = try await KnownVisitor(to: folder, at: "\(address)")
    let loop = try EventLoop(name: "watch")
    let server = HTTP2Server(on: [loop])
    _ = try server.listen(
      on: socket,
      .tls(try .server(identity: visitor.identity, clients: .required { _ in .accepted })))
    let (calls, call) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
    var router = Router()
    router.bidirectional(SyncMethods.session) { requests, responses, answer in
      call.yield(.now)
      let wire = SyncWire(
        send: { try await responses.send($0, isCompressed: false) },
        receive: { try await requests.next() })
      try await future.watch.run(with: future.phoneID, over: wire, dialed: false) {
        try answer.sendHeaders(Metadata())
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { [router] group in
      group.addTask { try await server.run(router) }
      defer { group.cancelAll() }
      let daemon = try RunningDaemon(in: folder)
      let owner = NodeOwner(configuration: daemon.asOwner())
      var instants: [ContinuousClock.Instant] = []
      for await instant in calls {
        instants.append(instant)
        if instants.count == 3 { break }
      }
      #expect(instants[0].duration(to: instants[1]) >= .seconds(1))
      #expect(instants[1].duration(to: instants[2]) >= .seconds(2))
      let status = try await owner.peerStatus { $0.state == .retrying }
      #expect(status.failure.contains("no version in common"))
      #expect(status.failure.contains("\(2...2)"))
      #expect(status.failure.contains("\(1...1)"))
      #expect(status.nextTry != nil)
      #expect(status.equalAt == nil)
      let other = await future.watch.status(of: future.phoneID)
      #expect(other.failure.contains("no version in common"))
    }
    await loop.shutdown()
    try await future.close()
  }
}
