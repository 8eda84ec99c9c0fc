internal import HealthModel
internal import LocalStore
internal import Pairing
internal import SystemCore

/// What this node tells other devices of itself.
struct DeviceSelf: Sendable {
  let name: String
  /// Where it listens for other nodes.
  let listening: [SocketAddress]
  let keeper: TrustKeeper

  /// What is said in an exchange.
  var description: DeviceDescription {
    get async {
      let ledger = await keeper.ledger
      return DeviceDescription(
        id: ledger.device, role: ledger.role, name: name, incarnation: keeper.store.incarnation,
        clock: keeper.clock.now, port: listening.lazy.compactMap(\.port).first ?? 0)
    }
  }

  /// Where others reach it: of a place that stands for all of the machine's addresses, each of them.
  var addresses: [String] {
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
