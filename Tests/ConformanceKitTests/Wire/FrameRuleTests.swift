internal import ConformanceKit
internal import ConformanceWire
internal import Testing

/// What a server may not say to the tool, each with a word of the rule.
struct BrokenRule: Sendable, CustomTestStringConvertible {
  let rule: String
  let frames: [Frame]

  init(_ rule: String, _ frames: Frame...) {
    self.rule = rule
    self.frames = frames
  }

  var testDescription: String { rule }

  static func headers(
    _ fields: [(String, String)], flags: UInt8 = 4, stream: UInt32 = 1
  ) -> Frame {
    Frame(1, flags: flags, stream: stream, ScriptedLink.block(fields))
  }

  static let response = headers(ScriptedLink.response)

  static let all: [BrokenRule] = [
    BrokenRule("DATA is of a stream", Frame(0, [1])),
    BrokenRule("DATA comes after HEADERS", .data(1, [1])),
    BrokenRule("nobody opened", .data(3, [1])),
    BrokenRule("nobody opened", .data(2, [1])),
    BrokenRule("after END_STREAM", headers(ScriptedLink.response, flags: 5), .data(1, [1])),
    BrokenRule("after RST_STREAM", response, .resetStream(1, 8), .data(1, [1])),
    BrokenRule("padding is shorter", response, Frame(0, flags: 8, stream: 1, [3, 0, 0])),
    BrokenRule("padding is shorter", Frame(1, flags: 12, stream: 1, [])),
    BrokenRule("larger than SETTINGS_MAX", Frame(77, [UInt8](repeating: 0, count: 16_385))),
    BrokenRule("HEADERS are of a stream", Frame(1, flags: 4)),
    BrokenRule("nobody opened", headers(ScriptedLink.response, stream: 2)),
    BrokenRule("have 5 bytes of it", Frame(1, flags: 0x24, stream: 1, [1, 2])),
    BrokenRule("trailers end the stream", response, headers([("a", "b")])),
    BrokenRule(
      "is not HPACK", Frame(1, flags: 4, stream: 1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff])),
    BrokenRule("is not HPACK", Frame(1, flags: 4, stream: 1, [0x40, 0x05, 0x61])),
    BrokenRule("PRIORITY is of a stream", Frame(2, [0, 0, 0, 0, 0])),
    BrokenRule("PRIORITY has 5 bytes", Frame(2, stream: 1, [0])),
    BrokenRule("RST_STREAM is of a stream", Frame(3, [0, 0, 0, 0])),
    BrokenRule("RST_STREAM has 4 bytes", Frame(3, stream: 1, [0])),
    BrokenRule("nobody opened", .resetStream(9, 0)),
    BrokenRule("SETTINGS are of the connection", Frame(4, stream: 1)),
    BrokenRule("acknowledge are empty", Frame(4, flags: 1, [0, 0, 0, 0, 0, 0])),
    BrokenRule("SETTINGS have 6 bytes", Frame(4, [0])),
    BrokenRule("ENABLE_PUSH", .settings([(2, 1)])),
    BrokenRule("INITIAL_WINDOW_SIZE is below", .settings([(4, 0x8000_0000)])),
    BrokenRule("MAX_FRAME_SIZE is from", .settings([(5, 100)])),
    BrokenRule("too far", .windowUpdate(1, 0x7fff_0000), .settings([(4, 0x7fff_ffff)])),
    BrokenRule("PUSH_PROMISE", Frame(5, flags: 4, stream: 1, [0, 0, 0, 2])),
    BrokenRule("PING is of the connection", Frame(6, stream: 1, [0, 0, 0, 0, 0, 0, 0, 0])),
    BrokenRule("PING has 8 bytes", Frame(6, [0])),
    BrokenRule("GOAWAY is of the connection", Frame(7, stream: 1, [0, 0, 0, 0, 0, 0, 0, 0])),
    BrokenRule("GOAWAY has at least 8", Frame(7, [0, 0, 0, 0])),
    BrokenRule("does not name a higher", .goAway(last: 1, 0), .goAway(last: 3, 0)),
    BrokenRule("WINDOW_UPDATE has 4", Frame(8, [0])),
    BrokenRule("more than 0", .windowUpdate(0, 0)),
    BrokenRule("more than 0", .windowUpdate(1, 0)),
    BrokenRule("below 2^31", .windowUpdate(0, 0x7fff_ffff)),
    BrokenRule("below 2^31", .windowUpdate(1, 0x7fff_ffff)),
    BrokenRule("nobody opened", .windowUpdate(5, 1)),
    BrokenRule("CONTINUATION follows", Frame(9, flags: 4, stream: 1)),
    BrokenRule(
      "nothing stands between", Frame(1, stream: 1, [0x88]), .ping([0, 0, 0, 0, 0, 0, 0, 0])),
    BrokenRule(
      "nothing stands between", Frame(1, stream: 1, [0x88]), Frame(9, flags: 4, stream: 3)),
    BrokenRule("nothing stands between", Frame(1, stream: 1, [0x88]), Frame(77, stream: 1)),
    BrokenRule("before all others", headers([("a", "b"), (":status", "200")])),
    BrokenRule("does not stand in a response", headers([(":status", "200"), (":path", "/")])),
    BrokenRule("stands there twice", headers([(":status", "200"), (":status", "200")])),
    BrokenRule(":status is missing", headers([("a", "b")])),
    BrokenRule("no status of HTTP/2", headers([(":status", "2000")])),
    BrokenRule("does not stand in trailers", response, headers([(":status", "200")], flags: 5)),
    BrokenRule("informational", headers([(":status", "100")], flags: 5)),
    BrokenRule("in lower case", headers([(":status", "200"), ("Upper", "b")])),
    BrokenRule("in lower case", headers([(":status", "200"), ("", "b")])),
    BrokenRule("line end", headers([(":status", "200"), ("a", "b\nc")])),
    BrokenRule("with a space", headers([(":status", "200"), ("a", " b")])),
    BrokenRule("does not stand in HTTP/2", headers([(":status", "200"), ("connection", "close")])),
    BrokenRule("te says nothing", headers([(":status", "200"), ("te", "gzip")])),
    BrokenRule(
      "content-length is", headers([(":status", "200"), ("content-length", "4")]),
      .data(1, [1], end: true)),
    BrokenRule("application/grpc", headers([(":status", "200"), ("content-type", "text/html")])),
    BrokenRule("flag of a message", response, .data(1, [2, 0, 0, 0, 0])),
    BrokenRule("needs grpc-encoding", response, .data(1, [1, 0, 0, 0, 0])),
    BrokenRule(
      "middle of a message", response, .data(1, [0, 0, 0, 0, 9, 1]),
      headers([("grpc-status", "0")], flags: 5)),
    BrokenRule("ends with trailers", response, .data(1, [], end: true)),
    BrokenRule("one grpc-status", response, headers([("a", "b")], flags: 5)),
    BrokenRule("one grpc-status", response, headers([("grpc-status", "-1")], flags: 5)),
    BrokenRule("one grpc-status", headers(ScriptedLink.response, flags: 5)),
  ]
}

@Suite struct FrameRuleTests {
  /// The rule that the frames break, or the call that they are.
  private static func rule(of call: Call) -> String {
    do throws(WireError) {
      while !call.stream.link.hasEnded { try call.stream.link.pump() }
    } catch {
      if case .malformed(let rule) = error { return rule }
    }
    do throws(WireError) {
      return "none: \(try call.receive()) came"
    } catch {
      if case .malformed(let rule) = error { return rule }
      return "none: \(error)"
    }
  }

  @Test(arguments: BrokenRule.all) func `a broken rule is named`(broken: BrokenRule) throws {
    let (_, call, _) = try ScriptedLink.client(broken.frames)
    #expect(Self.rule(of: call).contains(broken.rule))
    // It stays true.
    #expect(throws: WireError.self) { try call.stream.link.pump() }
  }

  @Test func `the first frame is SETTINGS`() throws {
    let link = HTTP2Link(ScriptedLink(Frame.ping([0, 0, 0, 0, 0, 0, 0, 0]).encoded), Scene())
    try link.start()
    #expect(throws: WireError.malformed("the first frame is SETTINGS (RFC 9113 §3.4)")) {
      try link.pump()
    }
  }

  @Test func `a client begins with the preface`() throws {
    let link = HTTP2Link(ScriptedLink(Array("GET / HTTP/1.1\r\n".utf8)), isServer: true, Scene())
    #expect(throws: WireError.self) { try link.pump() }
  }

  @Test func `a frame without end and a message without end are refused`() throws {
    let script = ScriptedLink([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0])
    #expect(throws: WireError.self) { _ = try HTTP2Link(script, Scene()).readFrame() }
    let (_, call, _) = try ScriptedLink.client([
      BrokenRule.response, .data(1, [0, 0xff, 0xff, 0xff, 0xff]),
    ])
    #expect(throws: WireError.flood("a message of 4294967295 bytes")) { _ = try call.receive() }
  }

  @Test func `more data than the window is refused`() throws {
    let script = ScriptedLink(
      ([.settings([]), .settingsAcknowledgement, BrokenRule.response]
        + [Frame](repeating: .data(1, [UInt8](repeating: 0, count: 10_000)), count: 2)).flatMap(
          \.encoded))
    let link = HTTP2Link(script, Scene())
    try link.start(settings: [(Frame.Setting.initialWindowSize, 15_000)])
    link.opensWindows = false
    let call = try Call.start(link, "/a.B/C")
    #expect(
      throws: WireError.malformed("more DATA came than the stream's window (RFC 9113 §6.9.1)")
    ) {
      while true { try call.stream.link.pump() }
    }
  }

  @Test func `too many frames are a flood`() throws {
    let pings = [Frame](repeating: .settingsAcknowledgement, count: 100_001)
    let (link, _, _) = try ScriptedLink.client(pings)
    #expect(throws: WireError.flood("more than 100000 frames in one case")) {
      while true { try link.pump() }
    }
  }
}
