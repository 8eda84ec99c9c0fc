internal import ConformanceKit
internal import ConformanceWire
internal import Testing

/// What the text says of the side where the code is typed, asked of a node.
@Suite struct DaemonJoiningTests {
  /// Shows a code to a daemon whose owner types one.
  private static func join(
    _ daemon: PairedDaemon, at listener: Listener, typing code: String
  ) throws -> (owner: Call, pairing: PairingCall) {
    let owner = try daemon.own("dyad.v1.PairingControl/Join")
    let start = Message("JoinCommand", ["start": ["address": .text("127.0.0.1:\(listener.port)")]])
    try owner.send(start.encoded())
    let connection = try NodeConnection(acceptedBy: listener, as: daemon.identity, daemon.scene)
    let pairing = try connection.acceptPair(daemon.device, code: "271828")
    try pairing.run(until: 2)
    #expect(try event(of: owner)["reached"]["id"].string == daemon.device.id)
    try owner.send(Message("JoinCommand", ["code": .text(code)]).encoded())
    return (owner, pairing)
  }

  private static func event(of owner: Call) throws -> Message {
    switch try owner.receive() {
    case .message(let bytes): return try Message("JoinEvent", decoding: bytes)
    case .end(let end): throw CallRefused(owner.method, end)
    }
  }

  @Test(arguments: Role.allCases)
  func `a node joins, and confirms the pair over the pinned keys`(role: Role) throws {
    let daemon = try PairedDaemon(role)
    let listener = try Listener()
    let (owner, pairing) = try Self.join(daemon, at: listener, typing: "271828")
    try pairing.run(until: 6)
    #expect(try Self.event(of: owner)["verified"].isPresent)
    try owner.send(Message("JoinCommand", ["approve": true]).encoded())
    try pairing.run()
    try pairing.call.end(0)
    #expect(pairing.exchange.isPaired)
    let connection = try NodeConnection(
      acceptedBy: listener, as: daemon.identity, daemon.scene)
    let call = try Call.accept(connection.link)
    #expect(call.method == "dyad.v1.Trust/Confirm")
    guard case .message(let bytes) = try call.receive() else {
      Issue.record("the node asks nothing")
      return
    }
    let request = try Message("ConfirmRequest", decoding: bytes)
    #expect(request["incarnation"].word == pairing.exchange.peer?.incarnation)
    try call.send(Message("ConfirmResponse", ["incarnation": 77]).encoded())
    try call.end(0)
    #expect(try Self.event(of: owner)["paired"].isPresent)
  }

  @Test func `a node that hears a wrong proof stores nothing and commits nothing`() throws {
    let daemon = try PairedDaemon()
    let listener = try Listener()
    let (owner, pairing) = try Self.join(daemon, at: listener, typing: "271828")
    try pairing.run(until: 6) { step, message in
      var message = message
      if step == 6 { message["proof"]["tag"] = .bytes([UInt8](repeating: 1, count: 64)) }
      return message.encoded()
    }
    let refused = #expect(throws: CallRefused.self) { try Self.event(of: owner) }
    #expect(refused?.isRefusal(.wrongCode) == true)
    #expect(throws: (any Error).self) { try pairing.run(until: 7) }
  }

  @Test func `the one who shows the code sees that another was typed`() throws {
    let daemon = try PairedDaemon()
    let listener = try Listener()
    let (owner, pairing) = try Self.join(daemon, at: listener, typing: "271829")
    let flaw = #expect(throws: PairingFlaw.self) { try pairing.run() }
    #expect(flaw?.clause == "PAIR-PROOF-TAG")
    #expect(flaw?.step == 5)
    try pairing.refuse(.wrongCode)
    let refused = #expect(throws: CallRefused.self) { try Self.event(of: owner) }
    #expect(refused?.isRefusal(.wrongCode) == true)
  }
}
