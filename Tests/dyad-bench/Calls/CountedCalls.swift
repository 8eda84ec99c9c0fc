internal import RPCCore

/// Makes unary calls one after the other, for those who count what a call takes.
enum CountedCalls {
  /// What a call carries each way.
  private static let payload = [UInt8](repeating: 0x2a, count: 32)

  static func run(_ count: Int) async throws {
    try await OwnPair.withClient(of: EchoService.router(), usesTLS: false) { client in
      for _ in 0..<count {
        guard try await client.call(EchoService.echo, payload) == payload else {
          throw BenchError("cannot count calls: one gave back something else")
        }
      }
    }
  }
}
