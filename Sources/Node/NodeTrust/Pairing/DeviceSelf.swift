internal import HealthModel
internal import LocalStore
package import Pairing
package import SystemCore

/// What this node tells other devices of itself.
package struct DeviceSelf: Sendable {
  package let name: String
  /// Where it listens for other nodes.
  package let listening: [SocketAddress]
  let trust: StoredTrust

  /// Makes it of its parts.
  package init(name: String, listening: [SocketAddress], trust: StoredTrust) {
    self.name = name
    self.listening = listening
    self.trust = trust
  }

  /// What is said in an exchange.
  package var description: DeviceDescription {
    get async {
      let ledger = await trust.ledger
      return DeviceDescription(
        id: ledger.device, role: ledger.role, name: name, incarnation: trust.store.incarnation,
        clock: trust.clock.now, port: listening.lazy.compactMap(\.port).first ?? 0)
    }
  }

  /// Where others reach it: of a place that stands for all of the machine's addresses, each of them.
  package var addresses: [String] {
    var addresses: [String] = []
    for place in listening {
      guard let port = place.port, place.isUnspecified else {
        addresses.append("\(place)")
        continue
      }
      // Without a list of its own addresses the node is still reached by those that are known.
      for address in (try? Machine.addresses(port: port)) ?? [] {
        if case .ipv6 = address, case .ipv4 = place { continue }
        addresses.append("\(address)")
      }
    }
    return addresses
  }
}
