package import ConformanceWire
internal import Synchronization

/// What the cases of a run share where they all ask one node that runs already: the pair, made once, and
/// what has come of it so far.
package final class StandingPair: Sendable {
  /// The tool's half of a pair.
  package struct Bond: Sendable {
    package let identity: Identity
    package let listener: Listener
    package var nodeFingerprint: [UInt8]?
  }

  private struct State {
    var code: String?
    var listener: Listener?
    var bond: Bond?
    var past = Past()
    /// Whether ``past`` was ever asked of the node.
    var isKnown = false
  }

  /// What cases have written.
  let traces = Traces()
  private let place: ListeningPlace
  private let state: Mutex<State>

  /// Prepares for a pair.
  ///
  /// - Parameters:
  ///   - code: What the node shows; empty where its owner is asked for one.
  ///   - place: Where the node may call the tool.
  package init(code: String, _ place: ListeningPlace) {
    self.place = place
    state = Mutex(State(code: code.isEmpty ? nil : code))
  }

  /// The node's other half, with the past of the pair, and without what earlier cases left.
  package func peer(of node: Node, _ scene: Scene) throws -> Peer {
    let bond = try orderly(node, scene)
    let device = Device(bond, of: node, scene)
    device.turnAwayCallers()
    return Peer(device, scene, state.withLock(\.past))
  }

  /// Sees that the node holds nothing of earlier cases, for one that looks at it without a peer.
  func clear(_ node: Node, _ scene: Scene) throws {
    if traces.areAny { _ = try orderly(node, scene) }
  }

  /// What a device that becomes a peer beside, or instead of, the standing one goes on from.
  func pastOfNewPeer(of node: Node, _ scene: Scene) throws -> Past {
    let hasBond = state.withLock { $0.bond != nil }
    if hasBond || !state.withLock(\.isKnown) { _ = try orderly(node, scene) }
    return state.withLock(\.past).ofNewPeer
  }

  /// Ends the pair, once the node holds nothing of the cases any more.
  package func end(of node: Node, _ scene: Scene) throws {
    guard let bond = try state.withLock(\.bond).map({ _ in try orderly(node, scene) }) else {
      return
    }
    let device = Device(bond, of: node, scene)
    try device.connect().unpair()
    device.close()
    state.withLock { $0.bond = nil }
  }

  /// Takes back what the owner of the node was made to do.
  package func undo(on node: Node) {
    for undoing in traces.takeUndoings() {
      var request = undoing.request
      if undoing.method == "Operator/SetCutoff" {
        guard let window = state.withLock(\.past.window) else { continue }
        request["window"] = .double(window)
      }
      // The case may have taken it back itself, or ended the pair that it was about.
      if undoing.method == "Operator/Decide" {
        _ = try? node.decide(request["bundle_identifier"].string, approving: false)
      } else {
        _ = try? node.owner(undoing.method, request)
      }
    }
    // Taking back is nothing that has to be taken back.
    _ = traces.takeUndoings()
  }

  /// Ends the pairs that a case made with a node that goes on.
  ///
  /// - Parameters:
  ///   - devices: Those of the case, which nobody speaks for any more.
  ///   - node: The node.
  ///   - scene: For calls that the case has no part in.
  package func part(_ devices: [Device], from node: Node, _ scene: Scene) {
    for device in devices {
      // The case may have ended the pair itself, never made it, or changed the key.
      try? NodeConnection(to: node.address, as: device.identity, scene).unpair()
    }
    let bond = state.withLock(\.bond).flatMap { DeviceID(ofKey: $0.identity.fingerprint) }
    // What fails here shows in the next case that pairs.
    let peers = (try? node.peers()) ?? []
    for peer in peers where peer["name"].string == Device.name(of: node.role.other) {
      guard peer["id"].string != bond?.text else { continue }
      _ = try? node.owner("PairingControl/RemovePeer", ["peer": peer["id"]])
    }
    _ = try? node.owner("PairingControl/Unlock")
  }

  /// How many sessions a peer has opened by now.
  package func note(_ ordinal: UInt64) {
    state.withLock { $0.past.ordinal = max($0.past.ordinal, ordinal) }
  }

  /// Makes the pair where there is none.
  package func join(_ node: Node, _ scene: Scene) throws -> Bond {
    if let bond = state.withLock(\.bond) { return bond }
    let code = try state.withLock(\.code) ?? node.pairingCode(rows: "ROWS_KEEP")
    let listener = try state.withLock(\.listener) ?? place.listener()
    var bond = Bond(identity: try Identity(), listener: listener)
    let device = Device(bond, of: node, scene)
    try device.pair(code: code)
    // What cases left can be taken back only as far as it is seen.
    if node.role == .phone, node.offers(.owner) { try device.getEverything() }
    device.close()
    bond.nodeFingerprint = device.nodeFingerprint
    state.withLock { state in
      state.code = nil
      state.listener = listener
      state.bond = bond
      state.past = state.past.ofNewPeer
    }
    return bond
  }
}

extension StandingPair {
  /// The pair, with a node that holds nothing of the cases any more.
  private func orderly(_ node: Node, _ scene: Scene) throws -> Bond {
    var bond = try join(node, scene)
    let isStained = traces.takeAny()
    // What a watch was told of its window shows in its next hello, and it calls soon after a session.
    guard isStained || node.role == .watch || !state.withLock(\.isKnown) else { return bond }
    let quiet = scene.quiet()
    quiet.listener = nil
    quiet.stop = scene.stop
    let past = state.withLock(\.past)
    do {
      try tidy(node, bond, quiet, from: past)
    } catch let error as RunFailure {
      throw error
    } catch {
      do {
        // A session of before may have come in between.
        try tidy(node, bond, quiet, from: past)
        return bond
      } catch {
        // Then from the beginning.
      }
      do {
        if node.offers(.window), !isPeer(node, bond, quiet) {
          state.withLock { $0.bond = nil }
          bond = try join(node, quiet)
        }
        try tidy(node, bond, quiet, from: past.forgotten)
      } catch {
        traces.noteAny()
        throw Doubt("what earlier cases have left cannot be taken back: \(error)")
      }
    }
    return bond
  }

  private func tidy(_ node: Node, _ bond: Bond, _ scene: Scene, from past: Past) throws {
    let device = Device(bond, of: node, scene)
    defer { device.close() }
    // It must not call just when it is called.
    if node.role == .watch { try device.tell(port: 0) }
    let peer = Peer(device, scene, past)
    let tidied = try peer.tidy(traces)
    state.withLock { state in
      state.past = tidied
      if node.role == .watch, state.past.window == nil {
        state.past.window = (Instant.now - peer.floor).rounded()
      }
      state.isKnown = true
    }
  }

  private func isPeer(_ node: Node, _ bond: Bond, _ scene: Scene) -> Bool {
    let device = Device(bond, of: node, scene)
    defer { device.close() }
    do {
      _ = try device.connect().confirm(
        incarnation: device.incarnation, port: UInt16(bond.listener.port))
      return true
    } catch {
      // Whatever the reason is: the pair cannot be used.
      return false
    }
  }
}
