internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

/// What the text says of pairing, asked of a node.
@Suite struct DaemonPairingTests {
  @Test(arguments: Role.allCases)
  func `a node becomes a pair, confirms it, and ends it`(role: Role) throws {
    let daemon = try PairedDaemon(role)
    let call = try daemon.pair()
    #expect(call.exchange.isPaired)
    let peer = try #require(call.exchange.peer)
    #expect(peer.role == UInt64(role.rawValue))
    let connection = try daemon.connect()
    #expect(DeviceID(ofKey: try #require(connection.tls.peerFingerprint))?.text == peer.id)
    #expect(try connection.confirm(incarnation: 77) == peer.incarnation)
    #expect(try connection.confirm(incarnation: 78) == peer.incarnation)
    try connection.unpair()
    #expect(throws: (any Error).self) { try daemon.connect().confirm(incarnation: 77) }
  }

  @Test func `a peer that is silent does not hold up the word to another one`() throws {
    // Less than the node waits for somebody who says nothing.
    let scene = Scene(patience: .seconds(8))
    let words = [
      try RunningProgram.builtPath("dyadd"), "--role", "phone", "--state", "{state}", "--listen",
      "127.0.0.1:0", "--print-addresses",
    ]
    let stage = Stage(target: .phone, .program(words, hasVirtualTime: false), scene)
    defer { stage.finish() }
    let silent = try stage.peer().device.listener.accept(by: scene.deadline)
    defer { silent.close() }
    let other = try stage.stranger()
    let pairing = try other.exchange(code: stage.node().pairingCode())
    try pairing.run()
    let call = try Call.accept(other.acceptLink(), by: scene.deadline)
    #expect(call.method == "dyad.v1.Trust/Confirm")
  }

  @Test func `a wrong code is refused, and spent`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    let wrong = code == "000000" ? "000001" : "000000"
    let bystander = try daemon.connect(as: Identity()).pair(daemon.device, code: code)
    try bystander.run(until: 2)
    let call = try daemon.connect().pair(daemon.device, code: wrong)
    try call.run(until: 5)
    let refused = try call.end()
    #expect(refused.isRefusal(.wrongCode), "\(refused)")
    #expect(try bystander.end().isRefusal(.codeSpent))
    #expect(try daemon.closing() == "wrong-code")
  }

  @Test func `the third attempt that breaks off spends the code`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    for attempt in 1...3 {
      let call = try daemon.connect().pair(daemon.device, code: code)
      try call.run(until: 2)
      try call.send([])
      let refused = try call.end()
      #expect(refused.isRefusal(.malformed), "attempt \(attempt): \(refused)")
    }
    #expect(try daemon.closing() == "code-spent")
  }

  @Test func `a call that ends after the right proof costs nothing`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    for _ in 1...4 {
      let call = try daemon.connect().pair(daemon.device, code: code)
      try call.run(until: 6)
      try call.send([])
      #expect(try call.end().isRefusal(.malformed))
    }
    let call = try daemon.connect().pair(daemon.device, code: code)
    try call.run()
    #expect(call.exchange.isPaired)
  }

  @Test func `each flaw in a hello gets its word`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    let clock = daemon.device.clock
    let changes: [(PairingRefusal, (inout Value) -> Void)] = [
      (.version, { $0["versions"] = [2] }),
      (.malformed, { $0["versions"] = [] }),
      (.malformed, { $0["versions"] = [1, 1] }),
      (.malformed, { $0["versions"] = Value(1...UInt64(17)) }),
      (.malformed, { $0["nonce"] = .bytes([1]) }),
      (.malformed, { $0["device"] = .absent }),
      (.malformed, { $0["device"]["id"] = .text($0["device"]["id"].string.lowercased()) }),
      (.malformed, { $0["device"]["name"] = "\u{202E}" }),
      (.malformed, { $0["device"]["name"] = "" }),
      (.malformed, { $0["device"]["role"] = 3 }),
      (.wrongRole, { $0["device"]["role"] = 1 }),
      (.malformed, { $0["device"]["port"] = 65_536 }),
      (.malformed, { $0["device"]["clock"] = .double(.infinity) }),
      (.clocks, { $0["device"]["clock"] = .double(clock + 310) }),
      (.clocks, { $0["device"]["clock"] = .double(clock - 400) }),
    ]
    for (index, (word, change)) in changes.enumerated() {
      let call = try daemon.connect().pair(daemon.device, code: code)
      try call.run(until: 1) { _, message in
        var message = message
        change(&message["hello"])
        return message.encoded()
      }
      let refused = try call.end()
      #expect(refused.isRefusal(word), "change \(index): \(refused)")
    }
  }

  @Test func `a field that a node does not know counts in the hash`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    let call = try daemon.connect().pair(daemon.device, code: code)
    try call.run { step, message in
      var message = message
      if step == 1 { message["hello"].extra = WireWriter.field(1_000, [1, 2, 3]) }
      return message.encoded()
    }
    #expect(call.exchange.isPaired)
  }

  @Test(arguments: ["share", "data", "reflected", "roles", "tag"])
  func `each flaw after the hellos is malformed`(flaw: String) throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    let call = try daemon.connect().pair(daemon.device, code: code)
    let last = ["roles", "tag"].contains(flaw) ? 7 : 3
    try call.run(until: last) { step, message in
      guard step == last else { return message.encoded() }
      var message = message
      switch flaw {
      case "share": message["share"]["share"] = .bytes([UInt8](repeating: 0, count: 32))
      case "data": message["share"]["associated_data"] = .bytes([1, 65])
      case "reflected": message = Message("PairingStep", ["proof": ["tag": .bytes([1])]])
      case "roles": message["commit"]["role_a"] = 1
      default: message["commit"]["tag"] = .bytes([UInt8](repeating: 1, count: 64))
      }
      return message.encoded()
    }
    let refused = try call.end()
    #expect(refused.isRefusal(.malformed), "\(refused)")
    #expect(throws: CallRefused.self) { try daemon.connect().confirm(incarnation: 1) }
  }

  @Test func `one guess is judged at a time`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    let first = try daemon.connect().pair(daemon.device, code: code)
    let second = try daemon.connect(as: Identity()).pair(daemon.device, code: code)
    try first.run(until: 4)
    try second.run(until: 3)
    #expect(try second.end().isRefusal(.busy))
    try first.run()
    #expect(first.exchange.isPaired)
  }

  @Test func `a key has one place`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    let first = try daemon.connect().pair(daemon.device, code: code)
    try first.run(until: 2)
    let second = try daemon.connect().pair(daemon.device, code: code)
    try second.run(until: 2)
    #expect(try first.end().isRefusal(.busy))
    try second.run()
    #expect(second.exchange.isPaired)
  }

  @Test func `strangers get no further than the window`() throws {
    let daemon = try PairedDaemon()
    let closed = #expect(throws: WireError.self) {
      try daemon.connect().confirm(incarnation: 1)
    }
    guard case .refused(let reason) = closed else {
      Issue.record("a stranger was let in without a window: \(closed.map { "\($0)" } ?? "")")
      return
    }
    #expect(reason.contains("bad") && reason.contains("certificate"), "\(reason)")
    _ = try daemon.openWindow()
    for method in ["Trust/Confirm", "Trust/Unpair", "Trust/Rotate"] {
      let refused = #expect(throws: CallRefused.self) {
        _ = try daemon.connect().ask("dyad.v1." + method)
      }
      #expect(refused?.isRefusal(.notPaired) == true, "\(method)")
    }
  }

  @Test func `a former peer hears that it was one`() throws {
    let daemon = try PairedDaemon()
    try daemon.pair()
    try daemon.connect().unpair()
    let error = #expect(throws: WireError.self) { try daemon.connect().confirm(incarnation: 1) }
    guard case .refused(let reason) = error else {
      Issue.record("a former peer was let in: \(error.map { "\($0)" } ?? "")")
      return
    }
    #expect(reason.contains("revoked"), "\(reason)")
  }

  @Test func `a new key is taken beside the old one until it is seen`() throws {
    let daemon = try PairedDaemon()
    try daemon.pair()
    let (next, other) = (try Identity(), try Identity())
    let connection = try daemon.connect()
    _ = try connection.confirm(incarnation: 77)
    let changes: [(inout Value) -> Void] = [
      { $0["old_key"] = .bytes(other.publicKey) },
      { $0["new_key"] = $0["old_key"] },
      { $0["new_key"] = .bytes([1, 2, 3]) },
      { $0["signature_by_old"] = $0["signature_by_new"] },
      { $0["signature_by_new"] = .bytes([]) },
    ]
    for (index, change) in changes.enumerated() {
      let refused = #expect(throws: CallRefused.self) {
        try connection.rotate(of: daemon.device.id, to: next, changing: change)
      }
      #expect(refused?.isRefusal(.malformed) == true, "change \(index)")
    }
    try connection.rotate(of: daemon.device.id, to: next)
    try connection.rotate(of: daemon.device.id, to: next)
    let refused = #expect(throws: CallRefused.self) {
      try connection.rotate(of: daemon.device.id, to: other)
    }
    #expect(refused?.isRefusal(.busy) == true)
    _ = try daemon.connect().confirm(incarnation: 77)
    _ = try daemon.connect(as: next).confirm(incarnation: 77)
    #expect(throws: (any Error).self) { try daemon.connect().confirm(incarnation: 77) }
    _ = try daemon.connect(as: next).confirm(incarnation: 77)
  }

  @Test func `the window closes with the pair`() throws {
    let daemon = try PairedDaemon(.watch)
    let code = try daemon.openWindow()
    let first = try daemon.connect().pair(daemon.device, code: code)
    let second = try daemon.connect(as: Identity()).pair(daemon.device, code: code)
    try second.run(until: 2)
    try first.run()
    #expect(try second.end().isRefusal(.windowClosed))
  }
}
