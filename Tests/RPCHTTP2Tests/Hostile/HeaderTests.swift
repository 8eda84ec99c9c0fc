internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import RPCHTTP2
internal import Testing

/// Headers that make no request.
struct BadHeaders: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let fields: [(String, String)]

  init(_ description: String, _ fields: [(String, String)]) {
    testDescription = description
    self.fields = fields
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Headers` {
  private static func request(
    without name: String = "", adding fields: [(String, String)] = []
  ) -> [(String, String)] {
    HostilePeer.request(without: name, adding: fields)
  }

  static let malformed = [
    BadHeaders("nothing", []),
    BadHeaders("no method", request(without: ":method")),
    BadHeaders("no scheme", request(without: ":scheme")),
    BadHeaders("no path", request(without: ":path")),
    BadHeaders("an empty path", request(without: ":path") + [(":path", "")]),
    BadHeaders("two methods", [(":method", "POST")] + request()),
    BadHeaders("two paths", [(":path", "/a/b")] + request()),
    BadHeaders("two schemes", [(":scheme", "http")] + request()),
    BadHeaders("two authorities", [(":authority", "a")] + request()),
    BadHeaders("a status", [(":status", "200")] + request()),
    BadHeaders("an unknown name with a colon", [(":other", "1")] + request()),
    BadHeaders("a path after other fields", request(without: ":path") + [(":path", "/a/b")]),
    BadHeaders("upper case", request(adding: [("Upper", "1")])),
    BadHeaders("an empty name", request(adding: [("", "1")])),
    BadHeaders("connection", request(adding: [("connection", "close")])),
    BadHeaders("keep-alive", request(adding: [("keep-alive", "1")])),
    BadHeaders("proxy-connection", request(adding: [("proxy-connection", "1")])),
    BadHeaders("transfer-encoding", request(adding: [("transfer-encoding", "chunked")])),
    BadHeaders("upgrade", request(adding: [("upgrade", "h2c")])),
    BadHeaders("a te that is not trailers", request(without: "te") + [("te", "gzip")]),
    BadHeaders("two lengths", request(adding: [("content-length", "1"), ("content-length", "2")])),
    BadHeaders("a length that is no number", request(adding: [("content-length", "-1")])),
  ]

  @Test(arguments: malformed)
  func `a malformed request ends its stream, unheard`(bad: BadHeaders) async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      try peer.send { $0.headers(bad.fields, stream: 3, endStream: true) }
      #expect(peer.outcome() == .streamError(3, .protocolError))
      #expect(server.watch.seen.begun == 0)
    }
  }

  @Test func `data that does not match its length ends the stream`() async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      try peer.send { writer in
        writer.headers(
          HostilePeer.request(Echo.both.path.path, adding: [("content-length", "5")]), stream: 3)
        writer.data([0, 0], stream: 3, endStream: true)
      }
      #expect(peer.outcome() == .streamError(3, .protocolError))
      await server.watch.until { $0.running == 0 }
    }
  }

  @Test(arguments: ["a\r\nb: c", "a\0b", "\n", "\u{7f}"])
  func `a value with control characters reaches no handler`(value: String) async throws {
    try await WatchedServer.with(add: Self.addReader) { server in
      var peer = try server.connect()
      try peer.send { writer in
        writer.headers(Self.request(Reader.path, adding: [("bad", value)]), stream: 3)
      }
      _ = peer.outcome()
      // The handler would have counted it.
      await server.watch.until { $0.running == 0 }
      #expect(server.watch.seen.counted == 0)
    }
  }

  @Test(
    arguments: [
      ("an index of no entry", [0xff, 0x80, 0x01]), ("the index zero", [0x80]),
      ("a number without end", [0xff] + [UInt8](repeating: 0xff, count: 12)),
      ("a text longer than the block", [0x00, 0x7f, 0x20, 0x61]),
      ("Huffman codes that end wrongly", [0x00, 0x81, 0x00, 0x81, 0xff]),
      ("Huffman codes of the end", [0x00, 0x84, 0xff, 0xff, 0xff, 0xff, 0x00]),
      ("a table larger than we allow", [0x3f, 0xe2, 0x1f]),
      ("a change of the table after a field", [0x82, 0x20]),
      ("a name without a value", [0x00, 0x01, 0x61]),
    ] as [(String, [UInt8])])
  func `bad compression ends the connection`(name: String, block: [UInt8]) async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      try peer.open()
      await server.watch.until { $0.begun == 1 }
      try peer.send {
        $0.frame(.headers, flags: FrameFlags.endHeaders, stream: 3, payload: block)
      }
      #expect(peer.outcome() == .connectionError(.compressionError))
      await server.watch.until { $0.ended == 1 }
    }
  }

  @Test(arguments: [(1, 9_000), (200, 1)])
  func `headers that are too large are answered, and the connection goes on`(
    count: Int, size: Int
  ) async throws {
    try await WatchedServer.with { server in
      var peer = try CarelessPeer(port: server.port)
      let fields = (0..<count).map { ("x-\($0)", String(repeating: "x", count: size)) }
      let answer = try peer.answer(to: Self.request(adding: fields))
      #expect(answer.httpStatus == "431")
      #expect(answer.status == .resourceExhausted)
      #expect(server.watch.seen.begun == 0)
      let next = try peer.answer(to: Self.request(), body: FrameWriter.message([7]))
      #expect(next.body == FrameWriter.message([7]))
    }
  }

  @Test(arguments: [3, 12_000])
  func `fields that unpack to more than was sent are refused, and to far more, end it all`(
    references: Int
  ) async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      try peer.send { writer in
        writer.frame(
          .headers, flags: FrameFlags.endHeaders | FrameFlags.endStream, stream: 3,
          payload: FrameWriter.headerBomb(Self.request(), references: references))
      }
      guard references < 100 else {
        #expect(peer.outcome() == .connectionError(.enhanceYourCalm))
        return
      }
      let frames = try peer.frames { $0.endsStream }
      let answered = frames.filter { $0.stream == 3 }.map(\.kind)
      #expect(answered == [.headers])
      #expect(peer.outcome() == .goesOn)
      #expect(server.watch.seen.begun == 0)
    }
  }

  @Test func `trailers of a request end it`() async throws {
    try await WatchedServer.with { server in
      var peer = try server.connect()
      try peer.send { writer in
        writer.headers(Self.request(), stream: 3)
        writer.data(FrameWriter.message([1, 2]), stream: 3)
        writer.headers([("x-checksum", "1")], stream: 3, endStream: true)
      }
      let frames = try peer.frames { $0.endsStream }
      let data = frames.filter { $0.kind == .data }.flatMap(\.payload)
      #expect(data == FrameWriter.message([1, 2]))
    }
  }

  private static func request(
    _ path: MethodPath, adding fields: [(String, String)]
  ) -> [(String, String)] {
    HostilePeer.request(path.path, adding: fields)
  }

  private static func addReader(to router: inout Router, _ watch: Watch) {
    router.add(Reader.path) { call in
      if call.metadata[text: "bad"] != nil { watch.count() }
    }
  }

  private enum Reader {
    static let path = MethodPath(service: "dyad.test.Reader", method: "Read")
  }
}
