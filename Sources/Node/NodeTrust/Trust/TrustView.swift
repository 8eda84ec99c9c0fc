package import Pairing
private import Synchronization
package import TLSCore

/// The peers that the node trusts at this moment, for handshakes and beginnings of calls, which cannot wait.
package final class TrustView: Sendable {
  private struct Guarded {
    var ledger: TrustLedger
    var isWindowOpen = false
  }

  private let guarded: Mutex<Guarded>

  /// Starts with what is stored.
  init(_ ledger: TrustLedger) {
    guarded = Mutex(Guarded(ledger: ledger))
  }

  /// Takes over what has been stored.
  func publish(_ ledger: TrustLedger) {
    guarded.withLock { $0.ledger = ledger }
  }

  /// Lets unknown devices in as far as the pairing service, or no more.
  func setWindow(isOpen: Bool) {
    guarded.withLock { $0.isWindowOpen = isOpen }
  }

  /// Whether unknown devices get as far as the pairing service.
  package var isWindowOpen: Bool { guarded.withLock { $0.isWindowOpen } }

  /// What a key is to this node.
  package func standing(of key: PublicKeyFingerprint) -> TrustLedger.Standing {
    guarded.withLock { $0.ledger.standing(of: key) }
  }

  /// Whether a peer is about to change to this key.
  package func isNextKey(_ key: PublicKeyFingerprint) -> Bool {
    guarded.withLock { $0.ledger.peers.contains { $0.nextKey == key } }
  }

  /// What is said to somebody who has shown a certificate.
  func verdict(on certificate: PeerCertificate) -> CertificateVerdict {
    // PAIR-TLS-KEYS: what has another kind of key is no node.
    guard certificate.nodeKey != nil else { return .refused }
    return guarded.withLock { guarded in
      switch guarded.ledger.standing(of: certificate.fingerprint) {
      case .peer: .accepted
      case .former: guarded.isWindowOpen ? .accepted : .revoked
      case .unknown: guarded.isWindowOpen ? .accepted : .refused
      }
    }
  }
}
