internal import SystemCore

/// What a node kept at some moment, to be put back later: a backup of the whole machine.
package final class Backup {
  /// How long copying may take.
  private static let patience = Duration.seconds(10)

  private let node: Node
  private var folder: String?

  /// Ends the node at once, copies what it keeps, and starts it again.
  package init(of node: Node) throws {
    self.node = node
    try node.restart(kill: true) { state in
      folder = state + ".kept"
      try Self.run(["/bin/cp", "-a", state, state + ".kept"])
    }
  }

  /// Ends the node and starts it with what it kept then.
  package func restore() throws {
    guard let folder else { throw Doubt("nothing was kept") }
    try node.restart(kill: true) { state in
      try Self.run([
        "/bin/sh", "-c", "find \"$2\" -mindepth 1 -delete; cp -a \"$1\"/. \"$2\"", "restore",
        folder, state,
      ])
    }
  }

  deinit {
    // Where it cannot be removed, whoever looks after temporary files does it.
    if let folder { try? Self.run(["/bin/rm", "-rf", folder]) }
  }

  private static func run(_ words: [String]) throws {
    let process = try StartedProcess(words, settings: ["PATH=/usr/bin:/bin"])
    guard process.hasEnded(within: patience) else {
      process.end(.kill, within: .seconds(1))
      throw Doubt("the state of the node takes too long to be copied")
    }
  }
}
