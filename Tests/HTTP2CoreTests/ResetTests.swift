internal import HTTP2Core
internal import PeerSupport
internal import Testing

@Suite struct ResetTests {
  @Test func `a reset in the middle of data drops what is queued`() throws {
    var server = try Server()
    let call = try server.open()
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData([UInt8](repeating: 1, count: 200_000), on: call)
    _ = try server.frames()
    #expect(server.session.queuedBytes(on: call) > 0)
    let events = try server.feed { $0.reset(stream: 1, code: ErrorCode.cancel.rawValue) }
    #expect(events == [.closed(call, .cancel)])
    #expect(server.session.activeStreams == 0)
    #expect(!server.session.sendData([1], on: call))
    try server.feed { writer in
      writer.windowUpdate(stream: 0, increment: 100_000)
      writer.windowUpdate(stream: 1, increment: 100_000)
    }
    #expect(try server.frames().isEmpty)
  }

  @Test func `our reset drops what is queued`() throws {
    var server = try Server()
    let call = try server.open()
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData([UInt8](repeating: 1, count: 200_000), on: call)
    _ = try server.frames()
    #expect(server.session.reset(call, .internalError))
    #expect(!server.session.sendData([1], on: call))
    let frames = try server.frames()
    #expect(frames.map(\.kind) == [.resetStream])
    #expect(server.session.events == [.closed(call, .internalError)])
  }

  @Test func `a frame that was announced when its stream was reset does no harm`() throws {
    var server = try Server()
    let call = try server.open()
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData([1, 2, 3], on: call)
    // The answer to the PING is framed at once, and with it the announcement of the data.
    try server.feed { $0.ping(1) }
    #expect(server.session.reset(call, .cancel))
    let frames = try server.frames()
    #expect(frames.map(\.kind).contains(.ping))
    #expect(frames.last?.kind == .resetStream)
    #expect(server.session.activeStreams == 0)
  }

  @Test func `a slot is used again, and its old stream is known to be gone`() throws {
    let server = try Server()
    let first = try server.open(1)
    try server.feed { $0.reset(stream: 1, code: ErrorCode.cancel.rawValue) }
    let second = try server.open(3)
    #expect(first.slot == second.slot)
    #expect(!server.session.sendHeaders(Fields.response, on: first, endStream: true))
    #expect(server.session.sendHeaders(Fields.response, on: second, endStream: true))
  }

  @Test func `a reset before the request was sent closes the stream`() throws {
    var pair = try Pair()
    try pair.start()
    let stream = try pair.client.openStream(headers: Fields.request, endStream: false)
    pair.client.sendData([1], on: stream)
    #expect(pair.client.reset(stream, .cancel))
    #expect(try pair.toServer().contains { if case .headers = $0 { true } else { false } } == false)
    #expect(pair.client.events == [.closed(stream, .cancel)])
    #expect(pair.client.activeStreams == 0)
    #expect(pair.server.activeStreams == 0)
  }

  @Test func `data that crosses our reset is passed over`() throws {
    var pair = try Pair()
    try pair.start()
    let stream = try pair.client.openStream(headers: Fields.request, endStream: false)
    guard case .headers(let call, _, _, _) = try pair.toServer().first else {
      throw UnexpectedEvents(events: pair.server.events)
    }
    pair.client.sendData([UInt8](repeating: 1, count: 10_000), on: stream)
    pair.server.reset(call, .cancel)
    var crossing: [UInt8] = []
    _ = try pair.client.drain(into: &crossing, upTo: 1 << 20)
    try pair.toClient()
    #expect(pair.client.events == [.closed(stream, .cancel)])
    try pair.server.receive(crossing.span, now: .zero)
    #expect(pair.server.events == [])
  }

  @Test func `streams that wait for their turn go when there is room`() throws {
    var limits = SessionLimits()
    limits.maxConcurrentStreams = 2
    var pair = try Pair(server: limits)
    try pair.start()
    #expect(pair.client.peerMaxConcurrentStreams == 2)
    for _ in 0..<5 { _ = try pair.client.openStream(headers: Fields.request, endStream: true) }
    var answered = 0
    while answered < 5 {
      let calls = try pair.toServer().compactMap { event -> StreamID? in
        guard case .headers(let call, _, .request, _) = event else { return nil }
        return call
      }
      try #require(calls.count > 0 && calls.count <= 2)
      for call in calls { pair.server.sendHeaders(Fields.trailersOnly, on: call, endStream: true) }
      answered += calls.count
      try pair.toClient()
    }
    #expect(pair.client.activeStreams == 0)
  }
}
