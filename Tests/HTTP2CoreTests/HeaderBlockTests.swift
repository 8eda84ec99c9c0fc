internal import HTTP2Core
internal import PeerSupport
internal import Testing

@Suite struct HeaderBlockTests {
  /// A request without one field, or with others in its place.
  static func request(
    without name: String = "", adding fields: [(String, String)] = []
  ) -> [(String, String)] {
    Server.request.filter { $0.0 != name } + fields
  }

  struct BadRequest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let fields: [(String, String)]

    init(_ description: String, _ fields: [(String, String)]) {
      testDescription = description
      self.fields = fields
    }
  }

  static let badRequests = [
    BadRequest("no method", request(without: ":method")),
    BadRequest("no scheme", request(without: ":scheme")),
    BadRequest("no path", request(without: ":path")),
    BadRequest("an empty path", request(without: ":path") + [(":path", "")]),
    BadRequest("two methods", [(":method", "GET")] + request()),
    BadRequest("two paths", [(":path", "/")] + request()),
    BadRequest("two schemes", [(":scheme", "http")] + request()),
    BadRequest("two authorities", [(":authority", "a")] + request()),
    BadRequest("a status", [(":status", "200")] + request()),
    BadRequest("an unknown name with a colon", [(":other", "1")] + request()),
    BadRequest("a method after other fields", request(without: ":method") + [(":method", "POST")]),
    BadRequest("upper case", request(adding: [("Upper", "1")])),
    BadRequest("an empty name", request(adding: [("", "1")])),
    BadRequest("a connection's field", request(adding: [("connection", "close")])),
    BadRequest("keep-alive", request(adding: [("keep-alive", "1")])),
    BadRequest("proxy-connection", request(adding: [("proxy-connection", "1")])),
    BadRequest("transfer-encoding", request(adding: [("transfer-encoding", "chunked")])),
    BadRequest("upgrade", request(adding: [("upgrade", "h2c")])),
    BadRequest("a te that is not trailers", request(without: "te", adding: [("te", "gzip")])),
    BadRequest("two lengths", request(adding: [("content-length", "1"), ("content-length", "2")])),
    BadRequest("a length that is no number", request(adding: [("content-length", "x")])),
  ]

  @Test(arguments: badRequests)
  func `a malformed request ends its stream alone`(bad: BadRequest) throws {
    var server = try Server()
    let outcome = try server.outcome { $0.headers(bad.fields, stream: 1, endStream: true) }
    #expect(outcome == .streamError(1, .protocolError))
    // Nobody has heard of it.
    #expect(server.session.events == [])
    #expect(server.session.activeStreams == 0)
    _ = try server.open(3)
  }

  @Test(arguments: ["a\r\nb: c", "a\0b", "\n"])
  func `a value with control characters is not passed on`(value: String) throws {
    let server = try Server()
    let events = try server.feed { writer in
      writer.headers(Self.request(adding: [("bad", value)]), stream: 1)
    }
    for case .headers(_, let block, _, _) in events {
      #expect(server.session.headerList(of: block)["bad"] == nil)
    }
  }

  @Test(
    arguments: [
      ("an index of no entry", [0xff, 0x80, 0x01]), ("the index zero", [0x80]),
      ("a number without end", [0xff] + [UInt8](repeating: 0xff, count: 12)),
      ("a text longer than the block", [0x00, 0x7f, 0x20, 0x61]),
      ("Huffman codes that end wrongly", [0x00, 0x81, 0x00, 0x81, 0xff]),
      ("a table larger than we allow", [0x3f, 0xe2, 0x1f]),
      ("a change of the table after a field", [0x82, 0x20]),
    ] as [(String, [UInt8])])
  func `bad compression ends the connection`(name: String, block: [UInt8]) throws {
    var server = try Server()
    let outcome = try server.outcome { writer in
      writer.frame(.headers, flags: FrameFlags.endHeaders, stream: 1, payload: block)
    }
    #expect(outcome == .connectionError(.compressionError))
  }

  @Test(arguments: [1, 2, 5]) func `a block in pieces is the same block`(pieces: Int) throws {
    let server = try Server()
    let block = FrameWriter.literals(Server.request)
    let size = (block.count + pieces - 1) / pieces
    let parts = stride(from: 0, to: block.count, by: size).map { start in
      Array(block[start..<min(start + size, block.count)])
    }
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let events = try server.feed { writer in
        writer.frame(
          index == 0 ? .headers : .continuation, flags: isLast ? FrameFlags.endHeaders : 0,
          stream: 1, payload: part)
      }
      guard isLast else {
        #expect(events == [])
        continue
      }
      guard case .headers(_, let block, .request, endStream: false) = events.first else {
        throw UnexpectedEvents(events: events)
      }
      #expect(server.session.headerList(of: block) == Fields.request)
    }
  }

  @Test func `a block above the size is dropped, and can be answered`() throws {
    var limits = SessionLimits()
    limits.maxHeaderListSize = 1_000
    var server = try Server(limits: limits)
    let size = Server.request.reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count + 32 }
    let fill = 1_000 - size - 32 - 1
    for (number, extra) in [(1, 0), (3, 1)] as [(UInt32, Int)] {
      let events = try server.feed { writer in
        writer.headers(
          Self.request(adding: [("a", String(repeating: "x", count: fill + extra))]),
          stream: number, endStream: true)
      }
      guard extra > 0 else {
        guard case .headers = events.first else { throw UnexpectedEvents(events: events) }
        continue
      }
      guard case .headersTooLarge(let stream, .request, endStream: true) = events.first else {
        throw UnexpectedEvents(events: events)
      }
      #expect(
        server.session.sendHeaders(HeaderList([(":status", "431")]), on: stream, endStream: true))
      #expect(try server.frames().map(\.kind) == [.headers])
    }
  }

  @Test func `a block with too many fields is dropped`() throws {
    var limits = SessionLimits()
    limits.maxHeaderCount = 10
    let server = try Server(limits: limits)
    let events = try server.feed { writer in
      writer.headers(
        Self.request(adding: (0..<5).map { ("x-\($0)", "1") }), stream: 1)
    }
    guard case .headersTooLarge(_, .request, endStream: false) = events.first else {
      throw UnexpectedEvents(events: events)
    }
  }

  /// A request with a field of 4 KiB that enters the table once, and is named again by one byte each.
  private static func bomb(references: Int) -> [UInt8] {
    FrameWriter.literals(Server.request) + [0x40, 0x01, 0x61]
      + FrameWriter.integer(4_000, prefix: 7) + [UInt8](repeating: 0x78, count: 4_000)
      + [UInt8](repeating: 0xbe, count: references)
  }

  @Test func `a block that unpacks to far more than was sent ends the connection`() throws {
    var server = try Server()
    let outcome = try server.outcome { writer in
      writer.frame(
        .headers, flags: FrameFlags.endHeaders, stream: 1, payload: Self.bomb(references: 12_000))
    }
    #expect(outcome == .connectionError(.enhanceYourCalm))
  }

  @Test func `a block that unpacks to more than is taken is dropped`() throws {
    let server = try Server()
    let events = try server.feed { writer in
      writer.frame(
        .headers, flags: FrameFlags.endHeaders, stream: 1, payload: Self.bomb(references: 3))
    }
    guard case .headersTooLarge = events.first else { throw UnexpectedEvents(events: events) }
    // The table is still in step with the peer's.
    let next = try server.feed { writer in
      writer.frame(
        .headers, flags: FrameFlags.endHeaders, stream: 3,
        payload: FrameWriter.literals(Server.request) + [0xbe])
    }
    guard case .headers(_, let block, _, _) = next.first else {
      throw UnexpectedEvents(events: next)
    }
    #expect(server.session.headerList(of: block)["a"]?.utf8.count == 4_000)
  }

  @Test func `trailers of a request are told apart`() throws {
    let server = try Server()
    let stream = try server.open()
    let events = try server.feed { $0.headers([("a", "b")], stream: 1, endStream: true) }
    guard case .headers(stream, let block, .trailers, endStream: true) = events.first else {
      throw UnexpectedEvents(events: events)
    }
    #expect(server.session.headerList(of: block) == HeaderList([("a", "b")]))
  }

  @Test func `trailers that end nothing are a mistake`() throws {
    var server = try Server()
    _ = try server.open()
    let outcome = try server.outcome { $0.headers([("a", "b")], stream: 1) }
    #expect(outcome == .streamError(1, .protocolError))
  }

  @Test func `data that does not match the length it was given is a mistake`() throws {
    var server = try Server()
    try server.feed { writer in
      writer.headers(Self.request(adding: [("content-length", "5")]), stream: 1)
    }
    let outcome = try server.outcome { $0.data([1, 2], stream: 1, endStream: true) }
    #expect(outcome == .streamError(1, .protocolError))
  }
}
