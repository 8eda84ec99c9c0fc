internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeTrust
internal import Pairing
internal import TLSCore
internal import TestSupport
internal import Testing

/// A device that a node is paired with before it runs for the first time.
struct KnownVisitor {
  let identity: Identity
  let id: DeviceID

  /// Makes a device, and the node in `folder` its peer.
  ///
  /// - Parameters:
  ///   - folder: where the node keeps its state.
  ///   - role: what the device is; the node is the other.
  ///   - address: where the device listens, if it does.
  /// - Throws: where nothing can be stored in the folder.
  init(to folder: TemporaryFolder, as role: NodeRole = .watch, at address: String = "") async throws
  {
    identity = try Identity.make(commonName: "visitor", validity: #require(Validity(notBefore: 0)))
    let key = identity.publicKeyFingerprint
    let node = try NodeIdentity.loadOrMake(at: folder.file("device.pem")).publicKeyFingerprint
    id = try #require(DeviceID(Array(key.bytes.prefix(DeviceID.byteCount))))
    var ledger = TrustLedger(
      device: try #require(DeviceID(Array(node.bytes.prefix(DeviceID.byteCount)))),
      role: role.other)
    ledger.addPending(
      TrustedPeer(
        id: id, role: role, name: "Visitor", incarnation: Incarnation(rawValue: 7), key: key,
        pairedAt: 0, phase: .pending(until: 600), address: address, secret: []))
    try ledger.confirm(key, incarnation: Incarnation(rawValue: 7))
    let store = try await LocalStore.open(StoreLocation(folder: folder.path))
    try await store.commitTogether([
      .setNodeRecord(key: TrustLedger.recordKey, body: ledger.encoded())
    ])
    try await store.close()
  }
}
