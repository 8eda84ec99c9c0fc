internal import HTTP2Core
internal import PeerSupport
internal import Testing

@Suite struct ClientTests {
  static let refusals: [Mistake] = [
    .connection("a push", .protocolError) {
      $0.frame(
        .pushPromise, flags: FrameFlags.endHeaders, stream: 1, payload: [0, 0, 0, 2, 0x82])
    },
    .connection("HEADERS on a stream nobody opened", .protocolError) {
      $0.headers([(":status", "200")], stream: 2)
    },
    .connection("HEADERS on a stream of ours that is not open yet", .protocolError) {
      $0.headers([(":status", "200")], stream: 9)
    },
    .connection("settings that turn push on", .protocolError) { $0.settings([(2, 1)]) },
    .connection("a GOAWAY that takes back another", .protocolError) {
      $0.goAway(lastStream: 1, code: 0)
      $0.goAway(lastStream: 3, code: 0)
    },
    .stream("an answer without a status", .protocolError) {
      $0.headers([("a", "b")], stream: 1)
    },
    .stream("an answer with a path", .protocolError) {
      $0.headers([(":status", "200"), (":path", "/")], stream: 1)
    },
    .stream("a status that is no number", .protocolError) {
      $0.headers([(":status", "ok")], stream: 1)
    },
    .connection("data before the answer", .protocolError) { $0.data([1], stream: 1) },
    .stream("an informational answer that ends the stream", .protocolError) {
      $0.headers([(":status", "100")], stream: 1, endStream: true)
    },
  ]

  @Test(arguments: refusals) func `a server's mistake is refused`(mistake: Mistake) throws {
    var client = try Client()
    _ = try client.open()
    var thrown: HTTP2Error?
    do {
      try client.feed(mistake.write)
    } catch let error as HTTP2Error {
      thrown = error
    }
    let frames = try client.frames()
    switch mistake.outcome {
    case .connectionError(let code):
      #expect(thrown?.code == .peer(code))
      #expect(frames.last?.kind == .goAway)
      #expect(frames.last?.errorCode == code.rawValue)
      #expect(client.session.isFinished)
    case .streamError(let number, let code):
      #expect(thrown == nil)
      #expect(frames.map(\.kind) == [.resetStream])
      #expect(frames.first?.stream == number)
      #expect(frames.first?.errorCode == code.rawValue)
      #expect(client.session.activeStreams == 0)
    default: Issue.record("a mistake without an outcome")
    }
  }

  @Test func `a client says that it wants no push`() throws {
    let session = try Session(role: .client)
    #expect(session.peerMaxConcurrentStreams == 100)
    var bytes: [UInt8] = []
    _ = try session.drain(into: &bytes, upTo: 65_536)
    #expect(bytes.starts(with: FrameWriter.preface))
    let frames = FrameReader.frames(in: bytes, expectsPreface: true)
    let settings = try #require(frames.first { $0.kind == .settings })
    let entries = stride(from: 0, to: settings.payload.count, by: 6).map { start in
      [settings.payload[start + 1], settings.payload[start + 5]]
    }
    #expect(entries.contains([2, 0]))
    #expect(frames.contains { $0.kind == .windowUpdate && $0.stream == 0 })
  }

  @Test func `an answer above the size is told to the owner`() throws {
    var limits = SessionLimits()
    limits.maxHeaderListSize = 100
    var client = try Client(limits: limits)
    let stream = try client.open()
    let events = try client.feed { writer in
      writer.headers(
        [(":status", "200"), ("a", String(repeating: "x", count: 100))], stream: 1,
        endStream: true)
    }
    #expect(events.first == .headersTooLarge(stream, .response, endStream: true))
  }

  @Test func `streams have odd numbers that grow`() throws {
    var client = try Client()
    _ = try client.open()
    try client.feed { $0.headers([(":status", "200")], stream: 1, endStream: true) }
    #expect(client.session.activeStreams == 0)
    #expect(try client.open().number == 3)
  }

  @Test func `something that is not HTTP 2 ends a client, too`() throws {
    let session = try Session(role: .client)
    let answer = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
    let error = #expect(throws: HTTP2Error.self) {
      try session.receive(answer.span, now: .zero)
    }
    #expect(error?.code == .peer(.protocolError) || error?.code == .peer(.frameSizeError))
  }
}
