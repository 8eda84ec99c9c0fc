/// What a case is given: a node of its own, and the means to talk to it.
package final class Stage {
  /// The role of the node under test.
  package let target: Role
  /// What passes, who interferes, and how long an answer may take.
  package let scene: Scene
  private let choice: TargetChoice
  private var devices: [Device] = []
  /// The node, where a case has asked for it.
  private(set) var startedNode: Node?
  /// What no report may show.
  var secrets: [[UInt8]] { startedNode?.secrets ?? [] }

  /// Prepares a stage; the node is started when a case first asks for it.
  package init(target: Role, _ choice: TargetChoice, _ scene: Scene) {
    self.target = target
    self.choice = choice
    self.scene = scene
  }

  /// The node under test.
  package func node() throws -> Node {
    if let startedNode { return startedNode }
    let node = try Node(choice, role: target, scene: scene)
    startedNode = node
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
    let device = try stranger()
    try device.pair()
    return Peer(device, scene)
  }

  /// Ends the node and lets go of everything.
  package func finish() {
    for device in devices { device.close() }
    startedNode?.stop()
  }
}
