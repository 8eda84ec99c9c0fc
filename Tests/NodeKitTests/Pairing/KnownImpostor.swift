internal import DyadServices
internal import RPCCore
internal import RPCHTTP2
internal import Synchronization
internal import SystemCore
internal import TLSCore
internal import Testing

/// A server with a key of its own at an address where somebody else is expected.
final class KnownImpostor: Sendable {
  private let loop: EventLoop
  private let server: HTTP2Server
  private let heard = Mutex<[String]>([])

  init(at address: SocketAddress) throws {
    loop = try EventLoop(name: "impostor")
    server = HTTP2Server(on: [loop])
    let identity = try Identity.make(
      commonName: "dyad node", validity: #require(Validity(notBefore: 0)))
    try server.listen(
      at: address, .tls(try .server(identity: identity, clients: .requested { _ in .accepted })))
  }

  /// The calls that it got.
  var calls: [String] { heard.withLock { $0 } }

  /// Answers everything for the length of a closure.
  func running<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    var router = Router()
    router.unary(TrustMethods.unpair) { [self] _, _ in
      heard.withLock { $0.append("Unpair") }
      return UnpairResponse()
    }
    router.unary(TrustMethods.confirm) { [self] _, _ in
      heard.withLock { $0.append("Confirm") }
      return ConfirmResponse()
    }
    let result = try await withThrowingTaskGroup(of: Void.self) { [server, router] group in
      group.addTask { try await server.run(router) }
      defer { group.cancelAll() }
      return try await body()
    }
    await loop.shutdown()
    return result
  }
}
