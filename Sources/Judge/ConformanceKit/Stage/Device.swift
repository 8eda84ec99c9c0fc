package import ConformanceWire
internal import SystemCore

/// A device of the tool's: a key, a name, and what the node under test knows of both once they are a pair.
package final class Device {
  package let role: Role
  package let name: String
  /// What it shows to the node.
  package let identity: Identity
  /// The incarnation that it tells while pairing.
  package let incarnation: UInt64
  /// Where it waits for the node's calls.
  package let listener: Listener
  /// The key of the node, by its fingerprint, once they are a pair.
  package var nodeFingerprint: [UInt8]?
  package let node: Node
  package let scene: Scene
  /// What it says in its SETTINGS; `nil` for what is usual, which opens large windows.
  package var http2Settings: [(id: UInt16, value: UInt32)]?
  /// Whether it goes on after the case, with its pair and its listener.
  let isStanding: Bool
  /// Whether the node has been told where to call, although it goes on after the case.
  package var isCalled = false
  private var links: [HTTP2Link] = []
  /// Those that calls of pairing go over.
  private var connections: [NodeConnection] = []

  package init(_ role: Role, of node: Node, _ scene: Scene) throws {
    self.role = role
    self.node = node
    self.scene = scene
    name = Self.name(of: role)
    identity = try Identity()
    incarnation = Entropy.word()
    listener = try Listener(host: "127.0.0.1")
    isStanding = false
  }

  /// The device of a pair that is older than the case, under a new incarnation: its store was opened anew.
  package init(_ bond: StandingPair.Bond, of node: Node, _ scene: Scene) {
    role = node.role.other
    self.node = node
    self.scene = scene
    name = Self.name(of: role)
    identity = bond.identity
    incarnation = Entropy.word()
    listener = bond.listener
    nodeFingerprint = bond.nodeFingerprint
    isStanding = true
  }

  package static func name(of role: Role) -> String {
    role == .phone ? "Judge's phone" : "Judge's watch"
  }

  /// Where the node is told to call while pairing: a node that goes on calls only who waits for that.
  package var toldPort: Int { isStanding ? 0 : listener.port }

  /// How it shows itself, and whom it believes.
  package var tlsOptions: TLSOptions {
    TLSOptions(identity, trust: nodeFingerprint.map { .fingerprint($0) } ?? .anything)
  }

  /// A new connection to the node's port, with HTTP/2 begun on it.
  package func link(_ change: (inout TLSOptions) -> Void = { _ in }) throws -> HTTP2Link {
    let link = try silentLink(change)
    try link.start(settings: http2Settings)
    return link
  }

  /// A new connection to the node's port, on which nothing of HTTP/2 was said yet.
  package func silentLink(
    _ change: (inout TLSOptions) -> Void = { _ in }
  ) throws -> HTTP2Link {
    var options = tlsOptions
    change(&options)
    let deadline = scene.deadline
    let bytes = try PlainLink(to: node.address, scene: scene, by: deadline)
    let link = HTTP2Link(
      try TLSLink(client: bytes, options, scene: scene, by: deadline), isServer: false, scene)
    links.append(link)
    return link
  }

  /// A new connection that the node makes, perhaps only until sooner than usual.
  package func acceptLink(by call: Deadline? = nil) throws -> HTTP2Link {
    let bytes = try caller(by: call ?? scene.deadline)
    let deadline = scene.deadline
    let link = HTTP2Link(
      try TLSLink(server: bytes, tlsOptions, scene: scene, by: deadline), isServer: true, scene)
    try link.start(settings: http2Settings)
    links.append(link)
    return link
  }

  /// A new connection to the node's port for calls that make a pair, or end it.
  ///
  /// - Parameters:
  ///   - other: What it shows instead of its own key.
  ///   - believing: Whether the node must show the key that it had before.
  /// - Returns: The connection, which is let go of with the device.
  /// - Throws: ``WireError``.
  package func connect(as other: Identity? = nil, believing: Bool = true) throws -> NodeConnection {
    let connection = try NodeConnection(
      to: node.address, as: other ?? identity, believing: believing ? nodeFingerprint : nil, scene)
    connections.append(connection)
    return connection
  }

  /// A new connection that the node makes to pair.
  package func acceptConnection() throws -> NodeConnection {
    let connection = try NodeConnection(acceptedBy: listener, as: identity, scene)
    connections.append(connection)
    return connection
  }

  /// Lets go of every connection.
  package func close() {
    for connection in connections { connection.close() }
    for link in links { link.close() }
    if !isStanding { listener.close() }
  }
}
