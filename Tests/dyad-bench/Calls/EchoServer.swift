private import Glibc
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore

/// Serves `EchoService` to programs that put it under load.
enum EchoServer {
  /// Says where it listens, and answers calls until the process ends.
  ///
  /// - Parameters:
  ///   - usesTLS: whether clients come through TLS, with a certificate made on the spot.
  ///   - loops: how many loops its connections are dealt out to.
  /// - Throws: when it cannot listen.
  static func run(usesTLS: Bool, loops: Int) async throws {
    let server = HTTP2Server(on: try (0..<loops).map { try EventLoop(name: "serve-\($0)") })
    let address = try server.listen(
      at: .loopback(port: 0), usesTLS ? .tls(.server(identity: makeIdentity())) : .plain)
    print("listening \(address.port ?? 0)")
    // Whoever started us waits for the port.
    _ = fflush(nil)
    try await server.run(EchoService.router())
  }

  /// A certificate for one run.
  static func makeIdentity() throws -> Identity {
    guard let validity = Validity(notBefore: 0) else {
      throw BenchError("cannot date a certificate")
    }
    return try Identity.make(commonName: "bench", hostNames: [], validity: validity)
  }
}
