internal import ConformanceKit
internal import ConformanceWire
internal import Testing

@Suite struct CallTests {
  private static let ended = WireError.closed("the other side ended the connection")
  private static let method = "/dyad.v1.Sync/Session"

  private static func end(of call: Call) throws -> CallEnd {
    switch try call.receive() {
    case .end(let end): return end
    case .message: throw WireError.silence("the end of the call")
    }
  }

  @Test func `many calls share a connection`() async throws {
    try await TwoEnds.playLinks { link in
      for _ in 0..<200 {
        let call = try Call.accept(link)
        #expect(call.method == "dyad.v1.Sync/Session")
        let arrival = try call.receive()
        guard case .message(let message) = arrival else { throw WireError.silence("a message") }
        try call.send(Array(message.reversed()))
        try call.end(0)
      }
      #expect(throws: Self.ended) { while true { try link.pump() } }
    } client: { link in
      for number in 0..<200 {
        let call = try Call.start(link, Self.method)
        try call.send([1, 2, UInt8(number)])
        try call.finish()
        let arrival = try call.receive()
        #expect(arrival == .message([UInt8(number), 2, 1]))
        let end = try Self.end(of: call)
        #expect(end.code == 0)
      }
      try link.ping()
      link.close()
    }
  }

  @Test func `large messages go both ways through the windows`() async throws {
    let large = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try await TwoEnds.playLinks { link in
      let call = try Call.accept(link)
      for _ in 0..<3 {
        let arrival = try call.receive()
        #expect(arrival == .message(large))
        try call.send(large)
      }
      let end = try call.receive()
      #expect(end == .end(CallEnd(code: 0)))
      try call.end(0)
      #expect(throws: Self.ended) { while true { try link.pump() } }
    } client: { link in
      let call = try Call.start(link, Self.method)
      for _ in 0..<3 {
        try call.send(large)
        let arrival = try call.receive()
        #expect(arrival == .message(large))
      }
      try call.finish()
      let end = try Self.end(of: call)
      #expect(end.code == 0)
      link.close()
    }
  }

  @Test func `a refused call has its words and fields`() async throws {
    try await TwoEnds.playLinks { link in
      let call = try Call.accept(link)
      #expect(call.timeout == .seconds(3))
      #expect(call.metadata.value("x-more") == "yes")
      try call.end(5, "nö %1", trailers: [HeaderField("x-why", "so")])
      #expect(throws: Self.ended) { while true { try link.pump() } }
    } client: { link in
      let call = try Call.start(
        link, Self.method, metadata: [HeaderField("x-more", "yes")], timeout: .seconds(3))
      let end = try Self.end(of: call)
      #expect(end.code == 5)
      #expect(end.message == "nö %1")
      #expect(end.trailer("x-why") == "so")
      let again = try call.receive()
      #expect(again == .end(end))
      link.close()
    }
  }

  @Test func `a reset and a cancelled call are closed`() async throws {
    try await TwoEnds.playLinks { link in
      try Call.accept(link).stream.reset(Frame.Fault.enhanceYourCalm)
      let call = try Call.accept(link)
      #expect(throws: WireError.closed("the stream was reset, CANCEL")) { _ = try call.receive() }
      try link.ping()
    } client: { link in
      let first = try Call.start(link, Self.method)
      #expect(throws: WireError.closed("the stream was reset, ENHANCE_YOUR_CALM")) {
        _ = try first.receive()
      }
      try Call.start(link, Self.method).cancel()
      #expect(throws: WireError.self) { while true { try link.pump() } }
    }
  }

  @Test func `GOAWAY passes later streams over`() throws {
    let (link, call, _) = try ScriptedLink.client([.goAway(last: 0, 11, [1, 2])])
    #expect(throws: WireError.closed("GOAWAY passes the stream over, ENHANCE_YOUR_CALM")) {
      _ = try call.receive()
    }
    #expect(link.goAway?.code == 11)
    #expect(link.goAway?.last == 0)
    #expect(link.goAway?.detail == [1, 2])
    #expect(throws: WireError.self) { _ = try Call.start(link, Self.method) }
  }

  @Test func `padding, priorities, CONTINUATION and unknown frames are understood`() throws {
    let head = ScriptedLink.block([(":status", "103")])
    let block = ScriptedLink.block(ScriptedLink.response)
    let padded: [UInt8] = [2, 0, 0, 0, 0, 9] + Array(block.prefix(1)) + [0, 0]
    let trailers = ScriptedLink.block([("grpc-status", "0")])
    let (link, call, script) = try ScriptedLink.client([
      Frame(1, flags: 4, stream: 1, head),
      Frame(1, flags: 0x28, stream: 1, padded),
      Frame(9, stream: 1), Frame(9, flags: 4, stream: 1, Array(block.dropFirst())),
      Frame(77, flags: 0xff, stream: 9, [1]), Frame(2, stream: 1, [0, 0, 0, 0, 1]),
      .ping([1, 2, 3, 4, 5, 6, 7, 8]),
      Frame(0, flags: 8, stream: 1, [3, 0, 0, 0, 0, 2, 0, 0, 0]), .data(1, [4, 5]),
      Frame(1, flags: 5, stream: 1, trailers),
    ])
    let message = try call.receive()
    #expect(message == .message([4, 5]))
    let end = try Self.end(of: call)
    #expect(end.code == 0)
    #expect(call.stream.informational.count == 1)
    #expect(link.hasSettings)
    let answers = Frame.ping([1, 2, 3, 4, 5, 6, 7, 8], isAnswer: true).encoded
    #expect(script.sent.suffix(answers.count) == answers[...])
    #expect(throws: WireError.closed("the other side ended the connection")) { try link.pump() }
  }

  @Test func `what a window has no room for waits`() throws {
    let (_, call, script) = try ScriptedLink.client([
      .settings([(id: 4, value: 3)]), .windowUpdate(1, 4),
    ])
    try call.stream.link.pump()
    try call.stream.link.pump()
    let before = script.sent.count
    #expect(throws: WireError.closed("the other side ended the connection")) {
      try call.send([UInt8](repeating: 1, count: 100))
    }
    let sent: [UInt8] = Frame.data(1, [0, 0, 0]).encoded + Frame.data(1, [0, 100, 1, 1]).encoded
    #expect(Array(script.sent[before...]) == sent)
  }

  @Test func `a status of HTTP stands for one of gRPC`() throws {
    let (_, call, _) = try ScriptedLink.client([
      BrokenRule.headers([(":status", "404")], flags: 5)
    ])
    let end = try Self.end(of: call)
    #expect(end.code == 12)
    #expect(end.message == "HTTP status 404")
  }
}
