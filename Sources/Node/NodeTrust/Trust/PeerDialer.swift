internal import DyadServices
package import Pairing
package import RPCCore
package import RPCHTTP2
package import SystemCore
package import TLSCore

/// Calls other nodes: over TLS, showing the node's key, and believing the keys it is told.
package struct PeerDialer: Sendable {
  /// Why a peer could not be told something.
  package enum Failure: Error, Hashable {
    /// It answered, and does not take this node for a peer.
    case forgotten
    /// It is not there, or is not what it should be.
    case unreached(PairingError)
    /// It answered with a status.
    case status(RPCError)
  }

  /// How long a call may take, with its connection.
  private static let patience = Duration.seconds(10)

  package let keys: NodeKeys
  package let loop: EventLoop
  /// How long the machine of a node may take to say that it has what was sent.
  package let delivery: Duration

  /// Makes it of its parts.
  package init(keys: NodeKeys, loop: EventLoop, delivery: Duration) {
    self.keys = keys
    self.loop = loop
    self.delivery = delivery
  }

  /// Makes one call, over a connection of its own.
  ///
  /// - Parameters:
  ///   - method: what is called.
  ///   - request: the only message.
  ///   - address: where, "HOST:PORT".
  ///   - believed: the keys that the one who answers may have.
  /// - Returns: the answer.
  /// - Throws: `Failure`.
  package func call<Request: Sendable, Response: Sendable>(
    _ method: Method<Request, Response>, _ request: Request, at address: String,
    believing believed: Set<PublicKeyFingerprint>
  ) async throws(Failure) -> Response {
    let failures = ConnectionFailures()
    let shown = keys.current.publicKeyFingerprint
    do {
      return try await withClient(at: address, believing: believed, noting: failures) { client in
        try await client.call(method, request, options: CallOptions(timeout: Self.patience))
      }
    } catch let error as RPCError {
      let failure = Self.failure(error, failures, address)
      // Who does not know a key that is gone by now may well know the one in its place.
      guard failure == .forgotten, keys.current.publicKeyFingerprint != shown else { throw failure }
      throw .unreached(PairingError(.unreachable, "cannot call \(address): the key has changed"))
    } catch let error as PairingError {
      throw .unreached(error)
    } catch {
      throw .unreached(PairingError(.unreachable, "cannot call \(address): \(error)"))
    }
  }

  /// Lends a client of another node for the length of a closure.
  ///
  /// - Parameters:
  ///   - address: where the node is, "HOST:PORT".
  ///   - believed: the keys that it may have; `nil` for any that a node may have.
  ///   - failures: gets why connections fail.
  ///   - keepalive: how long the node may be silent before it is asked whether it is there.
  ///   - body: makes calls.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws, or `PairingError` for what is no address.
  package func withClient<Result: Sendable>(
    at address: String, believing believed: Set<PublicKeyFingerprint>?,
    noting failures: ConnectionFailures, keepalive: Duration? = nil,
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    guard let endpoint = Endpoint(address), !address.hasPrefix("unix:") else {
      throw PairingError(.unreachable, "cannot call the other device: this is no HOST:PORT")
    }
    let trust: ServerTrust =
      believed.map { .pinned($0) } ?? .decided { $0.nodeKey == nil ? .refused : .accepted }
    var configuration = ClientConfiguration(
      endpoint, .tls(try .client(trusting: trust, identity: keys.current), serverName: nil))
    configuration.observer = failures
    if let keepalive { configuration.timeouts.keepalive = keepalive }
    configuration.timeouts.delivery = delivery
    configuration.channelBinding = .pairing
    return try await HTTP2Client.withClient(configuration, on: loop, body)
  }

  /// What a call that failed says of the peer.
  package static func failure(
    _ error: RPCError, _ failures: ConnectionFailures, _ address: String
  ) -> Failure {
    // What it answered counts, although it may have hung up since.
    if error.refusal == .notPaired { return .forgotten }
    if let failure = failures.first {
      return failure.isOfStranger ? .forgotten : .unreached(PairingError(failure, calling: address))
    }
    if error.code == .unavailable || error.code == .deadlineExceeded {
      return .unreached(PairingError(.unreachable, "cannot call \(address): \(error.detail)"))
    }
    return .status(error)
  }
}
