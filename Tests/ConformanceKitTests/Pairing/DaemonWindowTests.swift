internal import ConformanceKit
internal import ConformanceWire
internal import Testing

/// What the text says of windows, guesses and half pairs, asked of a node.
@Suite struct DaemonWindowTests {
  @Test func `a step is one member of at most 16384 bytes`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    let tails: [[UInt8]] = [
      WireWriter.field(2, []), WireWriter.field(1_000, [UInt8](repeating: 0, count: 16_384)),
      [0xFF],
    ]
    for (index, tail) in tails.enumerated() {
      let call = try daemon.connect().pair(daemon.device, code: code)
      try call.run(until: 1) { _, message in message.encoded() + tail }
      let refused = try call.end()
      #expect(refused.isRefusal(.malformed), "tail \(index): \(refused)")
    }
  }

  @Test func `who shows no certificate is answered nothing`() throws {
    let daemon = try PairedDaemon()
    _ = try daemon.openWindow()
    let error = #expect(throws: (any Error).self) {
      try NodeConnection(to: daemon.address, as: nil, daemon.scene).confirm(incarnation: 1)
    }
    if let refused = error as? CallRefused { #expect(refused.end.code != 0) }
  }

  @Test func `a ninth caller takes the place of the one that waited longest`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    let calls = try (0..<9).map { _ in
      let call = try daemon.connect(as: Identity()).pair(daemon.device, code: code)
      try call.run(until: 2)
      return call
    }
    #expect(try calls[0].end().isRefusal(.busy))
    try calls[1].run()
    #expect(calls[1].exchange.isPaired)
  }

  @Test func `without a window a peer hears that none is open`() throws {
    let daemon = try PairedDaemon()
    try daemon.pair()
    let connection = try daemon.connect()
    _ = try connection.confirm(incarnation: 1)
    let call = try connection.pair(daemon.device, code: "000000")
    #expect(try call.end().isRefusal(.windowClosed))
  }

  @Test func `a pending pair is a peer without sync`() throws {
    let daemon = try PairedDaemon()
    try daemon.pair()
    let connection = try daemon.connect()
    guard case .end(let end) = try Call.start(connection.link, "dyad.v1.Sync/Session").receive()
    else {
      Issue.record("a session began before the pair was confirmed")
      return
    }
    #expect(end.code == 14)
    _ = try connection.confirm(incarnation: 1)
  }

  @Test func `a pair is replaced by the same device, and by no other of its name`() throws {
    let daemon = try PairedDaemon()
    try daemon.pair()
    _ = try daemon.connect().confirm(incarnation: 1)
    let code = try daemon.openWindow()
    let other = try daemon.connect(as: Identity()).pair(daemon.device, code: code)
    try other.run(until: 1)
    #expect(try other.end().isRefusal(.alreadyPaired))
    let same = try daemon.connect().pair(daemon.device, code: code)
    try same.run()
    #expect(same.exchange.isPaired)
  }

  @Test func `three spent codes in a row lock the window`() throws {
    let daemon = try PairedDaemon()
    for _ in 1...3 {
      let code = try daemon.openWindow()
      let call = try daemon.connect().pair(
        daemon.device, code: code == "000000" ? "000001" : "000000")
      try call.run(until: 5)
      #expect(try call.end().isRefusal(.wrongCode))
      #expect(try daemon.closing() == "wrong-code")
    }
    let refused = #expect(throws: CallRefused.self) { try daemon.openWindow() }
    #expect(refused?.end.trailer(PairingRefusal.trailer) == "locked")
  }

  @Test func `there is one window at a time, and it goes with its owner`() throws {
    let daemon = try PairedDaemon()
    let code = try daemon.openWindow()
    let call = try daemon.connect().pair(daemon.device, code: code)
    try call.run(until: 2)
    let first = try #require(daemon.window)
    let refused = #expect(throws: CallRefused.self) { try daemon.openWindow() }
    #expect(refused?.end.trailer(PairingRefusal.trailer) == "window-open")
    try first.cancel()
    #expect(try call.end().isRefusal(.windowClosed))
  }
}
