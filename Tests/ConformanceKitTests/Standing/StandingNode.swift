internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore
internal import TestSupport

/// A daemon that somebody else has started, as far as those who judge it know.
final class StandingNode {
  /// What its owner does to it.
  let node: Node

  init(_ role: Role) throws {
    let words = [
      try RunningProgram.builtPath("dyadd"), "--role", role.word, "--state", "{state}",
      "--activity", "off", "--listen", "127.0.0.1:0", "--print-addresses",
    ]
    node = try Node(.program(words, hasVirtualTime: false), role: role, scene: Scene())
  }

  deinit { node.stop() }

  var address: String { node.address }

  /// The digits that it shows, for as long as this value is there.
  func code() throws -> String { try node.pairingCode() }

  /// How many samples it holds.
  func sampleCount() throws -> Int {
    try node.owner("Operator/ListTypes")["types"].items.reduce(0) { $0 + Int($1["count"].number) }
  }
}
