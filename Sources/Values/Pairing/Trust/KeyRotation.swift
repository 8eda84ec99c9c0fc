package import HealthModel
package import TLSCore

/// A change of this device's own key that is under way: peers are told before the new key holds.
package struct KeyRotation: Hashable, Sendable {
  /// The key that will hold.
  package let nextKey: PublicKeyFingerprint
  /// The peers that take it already.
  package internal(set) var told: Set<DeviceID>

  /// Begins a change that nobody was told of.
  package init(nextKey: PublicKeyFingerprint) {
    self.nextKey = nextKey
    told = []
  }

  /// Notes that a peer stored the new key.
  package mutating func noteTold(_ id: DeviceID) { told.insert(id) }
}
