internal import HTTP2Core
internal import PeerSupport
internal import Testing

@Suite struct ShutdownTests {
  @Test func `a server lets calls end that it has taken, and takes no more`() throws {
    var server = try Server()
    let first = try server.open(1, endStream: true)
    server.session.shutdownNotice()
    server.session.ping(7)
    let notice = try server.frames()
    #expect(notice.map(\.kind) == [.goAway, .ping])
    #expect(notice.first?.number() == 0x7fff_ffff)
    #expect(!server.session.isGoingAway)
    // This one was on its way.
    let second = try server.open(3, endStream: true)
    #expect(try server.feed { $0.ping(7, acknowledges: true) } == [.pingAcknowledged(7)])
    server.session.goAway()
    #expect(server.session.isGoingAway)
    let last = try server.frames()
    #expect(last.map(\.kind) == [.goAway])
    #expect(last.first?.number() == 3)
    #expect(last.first?.errorCode == ErrorCode.noError.rawValue)
    #expect(server.session.lastProcessedStream == 3)
    #expect(try server.feed { $0.headers(Server.request, stream: 5) } == [])
    #expect(!server.session.isFinished)
    for call in [first, second] {
      server.session.sendHeaders(Fields.trailersOnly, on: call, endStream: true)
    }
    #expect(try server.frames().map(\.kind) == [.headers, .headers])
    #expect(server.session.isFinished)
    #expect(server.session.failure == nil)
  }

  @Test func `a client hears which calls were not looked at`() throws {
    var client = try Client()
    let streams = try (0..<3).map { _ in try client.open() }
    let events = try client.feed { writer in
      writer.goAway(
        lastStream: 1, code: 0, text: "bye\r\n\u{e9}" + String(repeating: "x", count: 900))
    }
    #expect(events.contains(.goAway(lastStream: 1, .noError)))
    #expect(
      Set(events.suffix(2)) == [
        .closed(streams[1], .refusedStream), .closed(streams[2], .refusedStream),
      ])
    #expect(client.session.peerGoAwayText.hasPrefix("bye????x"))
    #expect(client.session.peerGoAwayText.utf8.count == 256)
    #expect(client.session.isGoingAway)
    let error = #expect(throws: HTTP2Error.self) { _ = try client.open() }
    #expect(error?.code == .goingAway)
    try client.feed { $0.headers([(":status", "200")], stream: 1, endStream: true) }
    _ = try client.frames()
    #expect(client.session.activeStreams == 0)
    #expect(client.session.isFinished)
  }

  @Test func `requests that were not sent when the server goes away were not looked at`() throws {
    var client = try Client()
    try client.feed { $0.settings([(3, 1)]) }
    let first = try client.open()
    let second = try client.open()
    _ = try client.frames()
    try client.feed { $0.goAway(lastStream: 1, code: 0) }
    var events = client.session.events
    _ = try client.frames()
    events += client.session.events
    try client.feed { $0.headers([(":status", "200")], stream: 1, endStream: true) }
    events += client.session.events
    _ = try client.frames()
    events += client.session.events
    #expect(events.contains(.closed(first, .noError)))
    #expect(events.contains(.closed(second, .refusedStream)))
  }

  @Test func `the end after an error leaves nothing to send`() throws {
    var server = try Server()
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData([1], on: call)
    let outcome = try server.outcome { $0.data([1], stream: 0) }
    #expect(outcome == .connectionError(.protocolError))
    #expect(!server.session.hasOutput)
    #expect(!server.session.sendData([1], on: call))
    server.session.ping(1)
    server.session.goAway()
    #expect(try server.frames().isEmpty)
  }

  @Test func `a ping's payload comes back as it was`() throws {
    var pair = try Pair()
    try pair.start()
    pair.client.ping(0x0102_0304_0506_0708)
    try pair.toServer()
    #expect(try pair.toClient() == [.pingAcknowledged(0x0102_0304_0506_0708)])
  }
}
