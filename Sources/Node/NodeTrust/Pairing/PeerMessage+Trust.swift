internal import DyadServices
internal import HealthModel
package import Pairing
internal import TLSCore

extension PeerMessage {
  /// What the owner is told of a peer.
  package init(_ peer: TrustedPeer) {
    self.init()
    id = "\(peer.id)"
    role = UInt32(peer.role.rawValue)
    name = peer.name
    fingerprint = peer.key.bytes
    incarnation = peer.incarnation.rawValue
    pairedAt = peer.pairedAt
    state = peer.phase == .paired ? .paired : .pending
    address = peer.address
  }

  /// What the owner is told of a device that is no peer any more.
  package init(_ peer: FormerPeer) {
    self.init()
    id = "\(peer.id)"
    role = UInt32(peer.role.rawValue)
    name = peer.name
    fingerprint = peer.keys.first?.bytes ?? []
    state = .removed
    address = peer.address
  }

  /// What the owner is told of a device that is not a peer yet.
  package init(_ device: DeviceDescription, key: [UInt8], address: String) {
    self.init()
    id = "\(device.id)"
    role = UInt32(device.role.rawValue)
    name = device.name
    fingerprint = key
    incarnation = device.incarnation.rawValue
    self.address = address
  }
}
