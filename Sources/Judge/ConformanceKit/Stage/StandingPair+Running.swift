internal import ConformanceWire

// The beginning and the end of a run.
extension StandingPair {
  /// Pairs with the node before the first case, and sees that it may be asked at all.
  ///
  /// - Throws: ``RunFailure``, which says what to do.
  package func begin(_ choice: TargetChoice, _ role: Role, _ target: String) throws {
    let scene = Scene()
    do {
      let node = try Node(choice, role: role, scene: scene)
      node.forgetCode()
      if node.offers(.owner), try !node.peers().isEmpty {
        throw RunFailure(
          .unreachable, "cannot judge \(target): it has other peers",
          advice: "End its pairs with them, or leave out --operator-socket.")
      }
      let bond = try join(node, scene)
      guard role == .watch else {
        _ = try pastOfNewPeer(of: node, scene)
        return
      }
      let device = Device(bond, of: node, scene)
      defer { device.close() }
      if try Peer(device, scene).seesSamples() {
        try device.connect().unpair()
        throw RunFailure(
          .unreachable, "cannot judge \(target): it holds samples of its own",
          advice:
            "A watch lets go of what its phone has, and the tool keeps nothing: judge one that "
            + "was reset.")
      }
    } catch let error as RunFailure {
      throw error
    } catch {
      throw PairingAdvice.failure(of: error, role, target)
    }
  }

  /// Takes back what cases wrote, and ends the pair.
  ///
  /// - Returns: Why that failed, if it did.
  package func leave(_ choice: TargetChoice, _ role: Role) -> String? {
    let scene = Scene()
    do {
      let node = try Node(choice, role: role, scene: scene)
      node.forgetCode()
      try end(of: node, scene)
      guard node.offers(.owner) else { return nil }
      // Nobody was there before the tool, so whoever is left is one of its devices.
      for peer in try node.peers() {
        _ = try node.owner("PairingControl/RemovePeer", ["peer": peer["id"]])
      }
      return nil
    } catch {
      return "cannot leave the node as it was: \(error)"
    }
  }
}
