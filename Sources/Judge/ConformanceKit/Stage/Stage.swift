package import ConformanceWire

/// What a case is given: a node of its own, and the means to talk to it.
package final class Stage {
  /// The role of the node under test.
  package let target: Role
  /// What passes, who interferes, and how long an answer may take.
  package let scene: Scene
  private let choice: TargetChoice
  /// The pair that the case shares with others, if it does.
  private let pair: StandingPair?
  /// Whether the case pairs by itself nevertheless.
  private let pairsItself: Bool
  /// Whether a phone under test is told to send documents to its watches, which it does not by itself.
  package var sendsDocuments = false
  private var devices: [Device] = []
  private var peers: [Peer] = []
  /// The node, where a case has asked for it.
  private(set) var startedNode: Node?
  /// What no report may show.
  package var secrets: [[UInt8]] { startedNode?.secrets ?? [] }

  /// Prepares a stage; the node is started when a case first asks for it.
  ///
  /// - Parameters:
  ///   - target: The role of the node under test.
  ///   - choice: Which one it is.
  ///   - scene: Of the case.
  ///   - pair: What the case shares with others that ask the same node.
  ///   - pairsItself: Whether it pairs devices of its own with the node nevertheless.
  package init(
    target: Role, _ choice: TargetChoice, _ scene: Scene, _ pair: StandingPair? = nil,
    pairsItself: Bool = false
  ) {
    self.target = target
    self.choice = choice
    self.scene = scene
    self.pair = pair
    self.pairsItself = pairsItself
    scene.listener = pair?.traces
  }

  /// The node under test.
  package func node() throws -> Node {
    if let startedNode { return startedNode }
    let node = try Node(choice, role: target, scene: scene)
    startedNode = node
    guard let pair else { return node }
    node.forgetCode()
    try pair.clear(node, scene.quiet())
    // A watch has one phone, and of the watches of a phone that has one nobody has to say which.
    if pairsItself { try pair.end(of: node, scene.quiet()) }
    return node
  }

  /// A device that is no peer of the node.
  package func stranger(_ role: Role? = nil) throws -> Device {
    let device = try Device(role ?? target.other, of: node(), scene)
    devices.append(device)
    return device
  }

  /// A device that is the node's peer, as what holds the other half of the history.
  package func peer() throws -> Peer {
    let peer: Peer
    switch pair {
    case let pair? where !pairsItself:
      guard peers.isEmpty else { throw NotHere("the node has one pair with the tool") }
      peer = try pair.peer(of: node(), scene)
      devices.append(peer.device)
    case let pair:
      let past = try pair.map { try $0.pastOfNewPeer(of: node(), scene.quiet()) } ?? Past()
      let device = try stranger()
      try device.pair()
      peer = Peer(device, scene, past)
    }
    peers.append(peer)
    if sendsDocuments, target == .phone {
      guard try node().offers(.owner) else {
        throw NotHere("only its owner lets documents go to a watch")
      }
      try peer.device.getEverything()
    }
    return peer
  }

  /// Ends the node and lets go of everything.
  package func finish() {
    if let pair, let startedNode {
      for peer in peers { pair.note(peer.ordinal) }
      pair.undo(on: startedNode)
    }
    for device in devices { device.close() }
    if let pair, let startedNode, pairsItself {
      pair.part(devices, from: startedNode, scene.quiet())
    }
    startedNode?.stop()
  }
}
