package import HealthModel
package import Pairing

/// Something that a peer is to be told of the pairing by a call of this node.
package enum TrustCall: Hashable, Sendable {
  /// That the pair holds: the last word of a pairing.
  case confirm(DeviceID)
  /// That the pair has ended.
  case unpair(DeviceID)
  /// That this node will show another key.
  case rotate(DeviceID)
  /// That this node is there; whoever has forgotten it says so.
  case greet(DeviceID)

  /// How long to wait before the next try.
  ///
  /// - Parameter failures: how many tries have failed.
  /// - Returns: the pause.
  package func pause(after failures: Int) -> Duration {
    switch self {
    // The other side gives a pairing up after ten minutes.
    case .confirm: .seconds(min(30, 1 << min(failures - 1, 5)))
    case .unpair, .rotate: .seconds(min(3_600, 5 << min(failures - 1, 10)))
    case .greet: .seconds(900)
    }
  }

  /// What is to be told now.
  ///
  /// - Parameters:
  ///   - ledger: what is remembered of peers.
  ///   - busy: peers whose exchange goes on.
  /// - Returns: at most one call for each.
  package static func all(of ledger: TrustLedger, except busy: Set<DeviceID>) -> [TrustCall] {
    var trustCalls: [TrustCall] = []
    for peer in ledger.peers where !peer.address.isEmpty && !busy.contains(peer.id) {
      if peer.phase != .paired {
        trustCalls.append(.confirm(peer.id))
      } else if let rotation = ledger.rotation, !rotation.told.contains(peer.id) {
        trustCalls.append(.rotate(peer.id))
      } else {
        trustCalls.append(.greet(peer.id))
      }
    }
    for peer in ledger.former
    where !peer.wasTold && !peer.address.isEmpty && !busy.contains(peer.id) {
      trustCalls.append(.unpair(peer.id))
    }
    return trustCalls
  }
}
