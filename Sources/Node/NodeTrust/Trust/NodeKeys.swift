package import RPCHTTP2
private import Synchronization
internal import SystemCore
package import TLSCore

/// The key the node shows, the one it will show next, and the TLS that goes with it.
package final class NodeKeys: Sendable {
  private struct Guarded {
    var current: Identity
    var next: Identity?
  }

  private let guarded: Mutex<Guarded>
  private let path: String
  private let nextPath: String
  private let clients: ClientCertificates
  /// What connections that are accepted from now on are made with.
  package let source: TLSSource

  /// Takes the device's key.
  ///
  /// - Parameters:
  ///   - current: the key that is shown.
  ///   - path: its file.
  ///   - nextPath: the file of the next one, if it is on the way.
  ///   - view: whom the node believes.
  /// - Throws: `TLSError` for a key that cannot be used.
  package init(
    _ current: Identity, at path: String, next nextPath: String, believing view: TrustView
  ) throws {
    self.path = path
    self.nextPath = nextPath
    clients = .required { view.verdict(on: $0) }
    source = TLSSource(try .server(identity: current, clients: clients))
    guarded = Mutex(Guarded(current: current))
  }

  /// What is shown now.
  package var current: Identity { guarded.withLock { $0.current } }

  /// What is shown next.
  package var next: Identity? { guarded.withLock { $0.next } }

  /// The next key, made and kept on the disk where there is none yet; what is shown stays.
  func makeNext() throws -> Identity {
    if let next { return next }
    let identity = try NodeIdentity.makeAnew(at: nextPath)
    guarded.withLock { $0.next = identity }
    return identity
  }

  /// Goes on after a start with the change of the key that was under way.
  ///
  /// - Parameter fingerprint: the key that is to be shown next, if any.
  /// - Returns: whether it is shown already, so that the change is done.
  /// - Throws: `StateFailure` where the next key is not what was announced.
  package func resume(_ fingerprint: PublicKeyFingerprint?) throws -> Bool {
    guard let fingerprint, current.publicKeyFingerprint != fingerprint else {
      // A key that nobody was told of.
      _ = try? FileSystem.removeFile(nextPath)
      return fingerprint != nil
    }
    let identity = try NodeIdentity.load(at: nextPath)
    guard identity.publicKeyFingerprint == fingerprint else {
      throw StateFailure(
        .damaged, "cannot go on with the change of the key: \(nextPath) holds another one",
        advice: "Put the file back from a backup.")
    }
    guarded.withLock { $0.next = identity }
    return false
  }

  /// Shows the next key from now on, here and after every start.
  func switchToNext() throws {
    guard let next = guarded.withLock({ $0.next }) else { return }
    let configuration = try TLSConfiguration.server(identity: next, clients: clients)
    // A node that ends here finds both files with the same key, and goes on.
    try NodeIdentity.keep(next, at: path)
    _ = try FileSystem.removeFile(nextPath)
    guarded.withLock { guarded in
      guarded.current = next
      guarded.next = nil
    }
    source.replace(with: configuration)
  }
}
