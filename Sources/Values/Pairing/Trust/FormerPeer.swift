package import HealthModel
package import TLSCore

/// A device that was a peer: it is known so that it can be told, and nothing else is done for it.
package struct FormerPeer: Hashable, Sendable {
  package var id: DeviceID
  package var role: NodeRole
  package var name: String
  /// The keys it may still show: one, or two.
  package var keys: [PublicKeyFingerprint]
  /// In seconds since 2001-01-01 UTC.
  package var removedAt: Double
  /// Whether it knows that it is no peer any more.
  package var wasTold: Bool
  /// Where it was reached last; empty where that is not known.
  package var address: String

  /// States a former peer.
  package init(
    id: DeviceID, role: NodeRole, name: String, keys: [PublicKeyFingerprint], removedAt: Double,
    wasTold: Bool, address: String = ""
  ) {
    self.id = id
    self.role = role
    self.name = name
    self.keys = keys
    self.removedAt = removedAt
    self.wasTold = wasTold
    self.address = address
  }

  /// What stays of a peer; the secret does not.
  init(_ peer: TrustedPeer, removedAt: Double, wasTold: Bool) {
    self.init(
      id: peer.id, role: peer.role, name: peer.name, keys: peer.keys, removedAt: removedAt,
      wasTold: wasTold, address: peer.address)
  }
}
