internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore
internal import TestSupport
internal import Testing

/// A daemon that runs in a folder of its own, at a port that was free.
final class RunningDaemon {
  let program: RunningProgram
  let folder: TemporaryFolder
  /// Where other nodes reach it.
  let node: SocketAddress
  /// Where apps reach it.
  let apps: SocketAddress
  /// Where its owner reaches it.
  let owner: SocketAddress

  /// Starts it and waits until it can be called.
  init(
    in folder: TemporaryFolder, _ arguments: [String] = [], at address: String = "127.0.0.1:0",
    inside surroundings: [String] = [], environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    let words =
      surroundings + [
        try Self.path(), "--state", folder.path, "--listen", address, "--print-addresses",
      ]
    program = try RunningProgram(words[0], words.dropFirst() + arguments, environment: environment)
    let tls = try program.waitForLine("listening tls ").dropFirst("listening tls ".count)
    let unix = try program.waitForLine("listening unix ").dropFirst("listening unix ".count)
    let operating = try program.waitForLine("listening operator ")
      .dropFirst("listening operator ".count)
    node = try #require(SocketAddress(String(tls)))
    apps = .unix(path: String(unix))
    owner = .unix(path: String(operating))
  }

  static func path() throws -> String { try RunningProgram.builtPath("dyadd") }

  /// The key it has in its folder.
  func identity() throws -> Identity {
    let text = try folder.read("device.pem")
    return try Identity(certificatePEM: text, privateKeyPEM: text)
  }

  /// How other nodes call it: believing its key, and showing a certificate of theirs or none, which it
  /// refuses.
  func asNode(showing identity: Identity? = nil) throws -> ClientConfiguration {
    let trust = ServerTrust.pinned([try self.identity().publicKeyFingerprint])
    return ClientConfiguration(
      .address(node), .tls(try .client(trusting: trust, identity: identity), serverName: nil))
  }

  /// How apps call it.
  func asApp() -> ClientConfiguration { ClientConfiguration(.address(apps), .plain) }

  /// How its owner calls it.
  func asOwner() -> ClientConfiguration { ClientConfiguration(.address(owner), .plain) }
}

/// Lends a client on a loop of its own.
func withClient<Result: Sendable>(
  _ configuration: ClientConfiguration, _ body: (Client) async throws -> Result
) async throws -> Result {
  let loop = try EventLoop(name: "client")
  do {
    let result = try await HTTP2Client.withClient(configuration, on: loop, body)
    await loop.shutdown()
    return result
  } catch {
    await loop.shutdown()
    throw error
  }
}
