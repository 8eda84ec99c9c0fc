internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

/// What is said where a node that runs already cannot be judged.
@Suite(.timeLimit(.minutes(2))) struct `A node that cannot be judged` {
  private func run(_ words: [String]) throws -> RunningProgram.Ending {
    try RunningProgram.run(
      try RunningProgram.builtPath("dyad-conformance"), ["--only", "batch/run"] + words)
  }

  private func expect(
    _ ending: RunningProgram.Ending, _ exit: RunExit, _ message: String, advice: String
  ) {
    #expect(ending.exitCode == exit.rawValue)
    #expect(ending.output.isEmpty)
    #expect(ending.errors == "dyad-conformance: \(message)\n\(advice)\n")
  }

  @Test func `a wrong code`() throws {
    let node = try StandingNode(.phone)
    let code = try node.code()
    let wrong = (code.hasPrefix("0") ? "1" : "0") + code.dropFirst()
    expect(
      try run(["--target", node.address, "--as", "watch", "--code", wrong]), .usage,
      "cannot pair with \(node.address): the code is wrong, and spent now (wrong-code)",
      advice: "Open the node's pairing window and write the code that it shows after --code.")
  }

  @Test func `nobody at the address`() throws {
    let listener = try Listener()
    listener.close()
    let ending = try run(["--target", listener.address, "--as", "watch", "--code", "123456"])
    #expect(ending.exitCode == RunExit.unreachable.rawValue)
    #expect(ending.errors.hasPrefix("dyad-conformance: cannot reach \(listener.address): "))
    #expect(ending.errors.hasSuffix("is the node running?\n"))
  }

  @Test(arguments: Role.allCases) func `no window`(role: Role) throws {
    let node = try StandingNode(role)
    expect(
      try run(["--target", node.address, "--as", role.other.word, "--code", "123456"]),
      .unreachable, "cannot pair with \(node.address): no window is open there",
      advice: "Open the node's pairing window and write the code that it shows after --code.")
  }

  @Test(arguments: Role.allCases) func `the wrong role`(role: Role) throws {
    let node = try StandingNode(role)
    // The tool believes that it judges the other kind of node.
    expect(
      try run(["--target", node.address, "--as", role.word, "--code", node.code()]), .usage,
      "cannot pair with \(node.address): it is no \(role.other.word)",
      advice: "Write '--as \(role.other.word)', and open the window again.")
  }

  @Test func `a node with other peers`() throws {
    let node = try StandingNode(.watch)
    let socket = try #require(node.node.operatorSocket)
    let choice = TargetChoice.running(
      address: node.address, code: try node.code(), operatorSocket: nil, appSocket: nil)
    try Staging.nodes(choice, role: .watch, target: "dyadd").reach()
    expect(
      try run(["--target", node.address, "--as", "phone", "--operator-socket", socket]),
      .unreachable, "cannot judge \(node.address): it has other peers",
      advice: "End its pairs with them, or leave out --operator-socket.")
  }

  @Test(arguments: [
    ["--target", "127.0.0.1:7443", "--as", "watch", "--code", "123456", "--jobs", "2"],
    ["--target", "127.0.0.1:7443", "--as", "watch", "--code", "123456", "--listen", "here"],
    ["--exec", "node", "--as", "watch", "--listen", "127.0.0.1:0"],
  ])
  func `words that do not fit`(words: [String]) throws {
    let ending = try run(words)
    #expect(ending.exitCode == RunExit.usage.rawValue)
    #expect(ending.errors.hasPrefix("dyad-conformance: cannot use --"))
  }
}
