internal import SystemCore
internal import TLSCore
internal import TestSupport

/// Keys and certificates that all programs of the tests share.
struct Certificates: Sendable {
  private static let made = Result { try Certificates() }

  private let folder: TemporaryFolder

  /// Those of this run; made once.
  static func shared() throws -> Certificates { try made.get() }

  private init() throws {
    folder = try TemporaryFolder()
    let ending = try Peers.run(["\(Peers.root)/Tools/peers", "certs", folder.path])
    guard ending.exitCode == 0 else {
      throw Peers.Missing(description: "cannot make certificates: \(ending.errors)")
    }
  }

  func certificate(_ name: String) -> String { folder.file("\(name).crt") }

  func key(_ name: String) -> String { folder.file("\(name).key") }

  /// What a peer is pinned by.
  func fingerprint(_ name: String) throws -> String {
    let identity = try Identity(
      certificatePEM: folder.read("\(name).crt"), privateKeyPEM: folder.read("\(name).key"))
    return "\(identity.publicKeyFingerprint)"
  }
}
