internal import HTTP2Core
internal import PeerSupport
internal import Testing

/// One mistake of a client, and what RFC 9113 says of it.
struct Mistake: CustomTestStringConvertible, Sendable {
  let name: String
  let outcome: Outcome
  /// Whether stream 1 is open before.
  var opensStream = true
  let write: @Sendable (inout FrameWriter) -> Void

  var testDescription: String { name }

  static func connection(
    _ name: String, _ code: ErrorCode, opensStream: Bool = true,
    _ write: @escaping @Sendable (inout FrameWriter) -> Void
  ) -> Self {
    Self(name: name, outcome: .connectionError(code), opensStream: opensStream, write: write)
  }

  static func stream(
    _ name: String, _ code: ErrorCode, on number: UInt32 = 1, opensStream: Bool = true,
    _ write: @escaping @Sendable (inout FrameWriter) -> Void
  ) -> Self {
    Self(
      name: name, outcome: .streamError(number, code), opensStream: opensStream, write: write)
  }
}

@Suite struct MalformedFrameTests {
  static let lengths: [Mistake] = [
    .connection("a PING of 7 bytes", .frameSizeError) {
      $0.frame(.ping, payload: [UInt8](repeating: 0, count: 7))
    },
    .connection("a PING of 9 bytes", .frameSizeError) {
      $0.frame(.ping, payload: [UInt8](repeating: 0, count: 9))
    },
    .connection("SETTINGS of 5 bytes", .frameSizeError) {
      $0.frame(.settings, payload: [UInt8](repeating: 0, count: 5))
    },
    .connection("an acknowledgement of SETTINGS with a payload", .frameSizeError) {
      $0.frame(
        .settings, flags: FrameFlags.acknowledge, payload: [UInt8](repeating: 0, count: 6))
    },
    .connection("WINDOW_UPDATE of 3 bytes", .frameSizeError) {
      $0.frame(.windowUpdate, payload: [0, 0, 1])
    },
    .connection("WINDOW_UPDATE of 5 bytes", .frameSizeError) {
      $0.frame(.windowUpdate, payload: [0, 0, 0, 0, 1])
    },
    .connection("RST_STREAM of 3 bytes", .frameSizeError) {
      $0.frame(.resetStream, stream: 1, payload: [0, 0, 0])
    },
    .connection("RST_STREAM of 5 bytes", .frameSizeError) {
      $0.frame(.resetStream, stream: 1, payload: [0, 0, 0, 0, 0])
    },
    .connection("PRIORITY of 4 bytes", .frameSizeError) {
      $0.frame(.priority, stream: 1, payload: [0, 0, 0, 0])
    },
    .connection("PRIORITY of 6 bytes", .frameSizeError) {
      $0.frame(.priority, stream: 1, payload: [UInt8](repeating: 0, count: 6))
    },
    .connection("GOAWAY of 7 bytes", .frameSizeError) {
      $0.frame(.goAway, payload: [UInt8](repeating: 0, count: 7))
    },
    .connection("a frame that says it is longer than we take", .frameSizeError) {
      $0.frame(.data, stream: 1, length: 16_385)
    },
    .connection("HEADERS whose priority does not fit", .frameSizeError) {
      $0.frame(
        .headers, flags: FrameFlags.priority | FrameFlags.endHeaders, stream: 3, payload: [0])
    },
    .connection("DATA with padding longer than itself", .protocolError) {
      $0.frame(.data, flags: FrameFlags.padded, stream: 1, payload: [5, 1, 2])
    },
    .connection("padded DATA without a padding length", .protocolError) {
      $0.frame(.data, flags: FrameFlags.padded, stream: 1)
    },
    .connection("HEADERS with padding longer than itself", .protocolError) {
      $0.frame(
        .headers, flags: FrameFlags.padded | FrameFlags.endHeaders, stream: 3, payload: [9, 0x82])
    },
  ]

  @Test(arguments: lengths) func `a frame of a wrong length is refused`(mistake: Mistake) throws {
    try check(mistake)
  }

  static let places: [Mistake] = [
    .connection("DATA on stream 0", .protocolError) { $0.data([1], stream: 0) },
    .connection("HEADERS on stream 0", .protocolError) { $0.headers(Server.request, stream: 0) },
    .connection("RST_STREAM on stream 0", .protocolError) { $0.reset(stream: 0, code: 8) },
    .connection("SETTINGS on a stream", .protocolError) { $0.frame(.settings, stream: 1) },
    .connection("PING on a stream", .protocolError) {
      $0.frame(.ping, stream: 1, payload: [UInt8](repeating: 0, count: 8))
    },
    .connection("GOAWAY on a stream", .protocolError) {
      $0.frame(.goAway, stream: 1, payload: [UInt8](repeating: 0, count: 8))
    },
    .connection("DATA on an idle stream", .protocolError) { $0.data([1], stream: 5) },
    .connection("RST_STREAM on an idle stream", .protocolError) { $0.reset(stream: 5, code: 8) },
    .connection("WINDOW_UPDATE on an idle stream", .protocolError) {
      $0.windowUpdate(stream: 5, increment: 1)
    },
    .connection("HEADERS on a stream of the server's", .protocolError) {
      $0.headers(Server.request, stream: 2)
    },
    .connection("PUSH_PROMISE from a client", .protocolError) {
      $0.frame(
        .pushPromise, flags: FrameFlags.endHeaders, stream: 1, payload: [0, 0, 0, 2, 0x82])
    },
    .connection("CONTINUATION without HEADERS", .protocolError) {
      $0.frame(.continuation, flags: FrameFlags.endHeaders, stream: 1)
    },
    .connection("another frame inside a header block", .protocolError) {
      $0.frame(.headers, stream: 3, payload: FrameWriter.literals(Server.request))
      $0.ping(1)
    },
    .connection("CONTINUATION of another stream", .protocolError) {
      $0.frame(.headers, stream: 3, payload: FrameWriter.literals(Server.request))
      $0.frame(.continuation, flags: FrameFlags.endHeaders, stream: 5)
    },
    .connection("DATA first", .protocolError, opensStream: false) { $0.data([1], stream: 1) },
    .connection("an acknowledgement of no SETTINGS", .protocolError) {
      $0.settingsAcknowledgement()
    },
    .connection("PRIORITY on stream 0", .protocolError) {
      $0.frame(.priority, stream: 0, payload: [0, 0, 0, 1, 0])
    },
    .connection("PRIORITY of a stream that depends on itself", .protocolError) {
      $0.frame(.priority, stream: 1, payload: [0, 0, 0, 1, 0])
    },
    .connection("DATA after a reset", .streamClosed) {
      $0.reset(stream: 1, code: 8)
      $0.data([1], stream: 1)
    },
    .connection("HEADERS after a reset", .streamClosed) {
      $0.reset(stream: 1, code: 8)
      $0.headers([("a", "b")], stream: 1, endStream: true)
    },
    .connection("DATA after the end of the stream", .streamClosed) {
      $0.headers(Server.request, stream: 3, endStream: true)
      $0.data([1], stream: 3)
    },
    .connection("HEADERS after the end of the stream", .streamClosed) {
      $0.headers(Server.request, stream: 3, endStream: true)
      $0.headers([("a", "b")], stream: 3, endStream: true)
    },
  ]

  @Test(arguments: places) func `a frame at a wrong place is refused`(mistake: Mistake) throws {
    try check(mistake)
  }

  static let values: [Mistake] = [
    .connection("a frame size below the smallest", .protocolError) { $0.settings([(5, 16_383)]) },
    .connection("a frame size above the largest", .protocolError) { $0.settings([(5, 1 << 24)]) },
    .connection("push neither on nor off", .protocolError) { $0.settings([(2, 2)]) },
    .connection("a window above the largest", .flowControlError) { $0.settings([(4, 1 << 31)]) },
    .connection("a connection's window that grows by nothing", .protocolError) {
      $0.windowUpdate(stream: 0, increment: 0)
    },
    .connection("a connection's window that grows too large", .flowControlError) {
      $0.windowUpdate(stream: 0, increment: 0x7fff_ffff)
    },
    .connection("a stream's window that grows by nothing", .protocolError) {
      $0.windowUpdate(stream: 1, increment: 0)
    },
    .stream("a stream's window that grows too large", .flowControlError) {
      $0.windowUpdate(stream: 1, increment: 0x7fff_ffff)
    },
  ]

  @Test(arguments: values) func `a value out of bounds is refused`(mistake: Mistake) throws {
    try check(mistake)
  }

  @Test(arguments: [
    (FrameKind.unknown, UInt32(0)), (FrameKind.unknown, UInt32(1)), (FrameKind.priority, UInt32(5)),
    (FrameKind.priority, UInt32(9)),
  ])
  func `a frame that means nothing to us is passed over`(kind: FrameKind, stream: UInt32) throws {
    var server = try Server()
    _ = try server.open()
    let outcome = try server.outcome { writer in
      writer.frame(kind, stream: stream, payload: [0, 0, 0, 1, 0])
    }
    #expect(outcome == .accepted)
  }

  @Test func `a request on a stream that was passed over opens nothing`() throws {
    var server = try Server()
    _ = try server.open(5)
    #expect(try server.feed { $0.headers(Server.request, stream: 3) } == [])
    #expect(try server.frames().isEmpty)
    #expect(server.session.activeStreams == 1)
  }

  @Test func `something that is not HTTP 2 is told apart`() throws {
    let server = try Server(startsClient: false)
    let error = #expect(throws: HTTP2Error.self) {
      try server.feed(Array("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
    }
    #expect(error?.code == .notHTTP2)
    #expect(server.session.isFinished || server.session.failure?.code == .notHTTP2)
  }

  @Test func `an error names the frame and the reason`() throws {
    let server = try Server()
    let error = #expect(throws: HTTP2Error.self) { try server.feed { $0.data([1], stream: 0) } }
    #expect(error?.description == "cannot receive a frame: DATA: stream_id == 0")
    #expect(throws: try #require(error)) { try server.feed([]) }
  }

  @Test func `an error without words names the frame and the code`() throws {
    let server = try Server()
    let error = #expect(throws: HTTP2Error.self) {
      try server.feed { $0.windowUpdate(stream: 0, increment: 0x7fff_ffff) }
    }
    #expect(error?.description == "cannot receive a WINDOW_UPDATE frame: FLOW_CONTROL_ERROR")
  }

  private func check(_ mistake: Mistake) throws {
    var server = try Server(startsClient: mistake.opensStream)
    if mistake.opensStream {
      _ = try server.open()
    } else {
      try server.feed(FrameWriter.preface)
      _ = try server.frames()
    }
    let outcome = try server.outcome(mistake.write)
    #expect(outcome == mistake.outcome)
  }
}
