internal import RPCCore

/// A service of bytes, for measuring what carries it.
enum EchoService {
  /// Gives back what it is given, as gRPC C++ does for comparison.
  static let echo = method("Echo", .unary)
  /// Sends the messages that its router was given.
  static let send = method("Send", .serverStreaming)
  /// Takes messages, and answers with an empty one.
  static let take = method("Take", .clientStreaming)

  private static func method(_ name: String, _ kind: CallKind) -> Method<[UInt8], [UInt8]> {
    Method(
      MethodPath(service: "dyad.bench.Echo", method: name), kind, request: .bytes, response: .bytes)
  }

  /// Answers all of them; what `send` sends is `message`, as often as `count` says.
  static func router(sending message: [UInt8] = [], count: Int = 0) -> Router {
    var router = Router()
    router.unary(echo) { request, _ in request }
    router.serverStreaming(send) { _, responses, _ in
      for _ in 0..<count { try await responses.send(message) }
    }
    router.clientStreaming(take) { requests, _ in
      for try await _ in requests {}
      return []
    }
    return router
  }
}
