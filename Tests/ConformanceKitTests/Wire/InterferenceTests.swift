internal import ConformanceWire
internal import Testing

@Suite struct InterferenceTests {
  private static let answer: [Frame] = [
    BrokenRule.response, .data(1, [0, 0, 0, 0, 1, 7]),
    BrokenRule.headers([("grpc-status", "0")], flags: 5),
  ]

  private static func arrivals(_ interference: Interference) throws -> [Arrival] {
    let scene = Scene(interference: interference)
    let (_, call, _) = try ScriptedLink.client(answer, scene: scene)
    var all: [Arrival] = []
    while true {
      let arrival = try call.receive()
      all.append(arrival)
      if case .end = arrival { return all }
    }
  }

  @Test func `without interference nothing changes`() throws {
    let all = try Self.arrivals(Interference())
    #expect(all.first == .message([7]))
    #expect(all.count == 2)
  }

  @Test func `frames are changed before anything looks at them`() throws {
    var interference = Interference()
    interference.frame = { $0.type == 0 ? [.data(1, [9, 9, 9, 9, 9])] : [$0] }
    #expect(throws: WireError.self) { _ = try Self.arrivals(interference) }
    interference.frame = { $0.type == 0 ? [] : [$0] }
    let all = try Self.arrivals(interference)
    #expect(all.count == 1)
  }

  @Test func `fields are changed`() throws {
    var interference = Interference()
    interference.fields = { method, fields in
      method == "a.B/C"
        ? fields.map { $0.name == "grpc-status" ? HeaderField("grpc-status", "13") : $0 } : []
    }
    guard case .end(let end) = try Self.arrivals(interference).last else { return }
    #expect(end.code == 13)
  }

  @Test func `messages are changed and swallowed`() throws {
    var interference = Interference()
    interference.hears = { method, message in method == "a.B/C" ? [message + message, [1]] : [] }
    let all = try Self.arrivals(interference)
    #expect(all.dropLast() == [.message([7, 7]), .message([1])])
    interference.hears = { _, _ in [] }
    let fewer = try Self.arrivals(interference)
    #expect(fewer.count == 1)
  }

  @Test func `ends are changed and swallowed`() throws {
    var interference = Interference()
    interference.ends = { _, end in CallEnd(code: 3, message: "so", trailers: end.trailers) }
    guard case .end(let end) = try Self.arrivals(interference).last else { return }
    #expect(end.code == 3)
    interference.ends = { _, _ in nil }
    #expect(throws: WireError.closed("the other side ended the connection")) {
      _ = try Self.arrivals(interference)
    }
  }

  @Test func `what the tool says is changed`() throws {
    var interference = Interference()
    interference.says = { _, message in [message, message] }
    let (_, call, script) = try ScriptedLink.client(
      [], scene: Scene(interference: interference))
    let before = script.sent.count
    try call.send([8])
    let once = Frame.data(1, [0, 0, 0, 0, 1, 8]).encoded
    #expect(Array(script.sent[before...]) == once + once)
  }

  @Test func `addresses are changed and TLS is`() throws {
    let listener = try Listener()
    let address = listener.address
    var interference = Interference()
    interference.address = { $0 == "10.0.0.1:1" ? address : $0 }
    interference.tls = { options in
      var options = options
      options.cipherSuites = "NO_SUCH_SUITE"
      return options
    }
    let scene = Scene(interference: interference)
    let link = try PlainLink(to: "10.0.0.1:1", scene: scene, by: TwoEnds.soon)
    _ = try listener.accept(by: TwoEnds.soon)
    #expect(throws: WireError.refused("there are no such cipher suites: NO_SUCH_SUITE")) {
      _ = try TLSLink(client: link, TLSOptions(), scene: scene, by: TwoEnds.soon)
    }
    #expect(scene.transcript.entries.map(\.layer) == ["tcp"])
  }
}
