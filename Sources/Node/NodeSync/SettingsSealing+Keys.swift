package import NodeTrust
package import SyncCore
internal import TLSCore

extension SettingsSealing {
  /// Signs with the device's key; what was signed with one that was shown before counts no more.
  package static func signing(with keys: NodeKeys) -> Self {
    Self(
      // A key of another kind, which only its owner can have put there, signs nothing: then the owner is asked.
      seal: { (try? keys.current.sign($0)) ?? [] },
      isOwn: { seal, bytes in
        (try? keys.current.publicKey)?.isSignature(seal, of: bytes) ?? false
      })
  }
}
