internal import HealthModel
internal import SyncCore

// What is compared with the model.
extension ModelWorld {
  /// What all nodes remember.
  package var state: ModelState {
    var state = ModelState(types: Self.types)
    for node in nodes {
      let store = node.store
      let isPhone = node === phone
      let peers = isPhone ? nodes[1...2].map(\.device) : [Self.phoneDevice]
      let scopes =
        isPhone
        ? peers.map { store.record.peers[$0]?.settings.scope ?? .none }
        : [store.record.settings.scope]
      let scope = scopes.map { scope in
        Self.types.filter { scope.contains($0) }.map { state.text(of: $0) }.joined()
      }
      let known = isPhone ? [] : Self.types.map { day(of: store.record.known[$0]) }
      let log =
        [state.text(of: store.head), "\(store.horizon)"]
        + peers.flatMap { device in
          let peer = store.record.peers[device]
          return [
            state.text(of: peer?.cursor ?? .beginning), "\(peer?.acknowledged ?? 0)",
          ]
        }
      state.add(
        node.name,
        [
          state.text(of: store.liveDots), state.text(of: store.vector),
          state.text(of: store.deadDots), scope.joined(separator: "/"),
          known.joined(separator: " "),
          state.text(of: isPhone ? undecided(store) : store.record.receipt),
          log.joined(separator: " "),
        ])
    }
    return state
  }

  /// What the phone holds, and was foretold.
  private func undecided(_ store: MemoryStore) -> VersionVector {
    store.record.peers.values.reduce(into: VersionVector()) { dots, peer in
      dots.formUnion(peer.trust.held.intersection(store.liveDots))
      dots.formUnion(peer.trust.foretold.subtracting(store.vector))
    }
  }

  private func day(of instant: Double) -> String {
    instant == .infinity
      ? "-" : "\(Int((instant - Self.time(0)) / Instant.secondsPerDay))"
  }
}
