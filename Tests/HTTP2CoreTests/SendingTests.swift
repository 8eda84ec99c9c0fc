internal import HTTP2Core
internal import PeerSupport
internal import TestSupport
internal import Testing

@Suite struct SendingTests {
  @Test func `an answer comes out in one piece`() throws {
    var server = try Server()
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData([1, 2], on: call)
    server.session.sendData(copying: [3].span, on: call)
    server.session.sendTrailers(Fields.trailers, on: call)
    let frames = try server.frames()
    #expect(frames.map(\.kind) == [.headers, .data, .headers])
    #expect(frames.map(\.endsStream) == [false, false, true])
    #expect(frames[1].payload == [1, 2, 3])
    #expect(frames.allSatisfy { $0.flags & FrameFlags.padded == 0 })
    #expect(server.session.events == [.closed(call, .noError)])
  }

  @Test func `trailers alone are one frame`() throws {
    var server = try Server()
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.trailersOnly, on: call, endStream: true)
    let frames = try server.frames()
    #expect(frames.map(\.kind) == [.headers])
    #expect(frames.map(\.endsStream) == [true])
  }

  @Test func `trailers after nothing come without an empty frame`() throws {
    var server = try Server()
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    #expect(try server.frames().map(\.kind) == [.headers])
    server.session.sendTrailers(Fields.trailers, on: call)
    let frames = try server.frames()
    #expect(frames.map(\.kind) == [.headers])
    #expect(frames.map(\.endsStream) == [true])
  }

  @Test func `trailers wait for the data before them`() throws {
    var server = try Server()
    let call = try server.open(endStream: true)
    let payload = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 >> 8) }
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData(payload, on: call)
    server.session.sendTrailers(Fields.trailers, on: call)
    // The client's windows are 65 535.
    var frames = try server.frames()
    #expect(frames.allSatisfy { !$0.endsStream })
    while frames.last?.endsStream != true, frames.count < 100 {
      try server.feed { writer in
        writer.windowUpdate(stream: 0, increment: 50_000)
        writer.windowUpdate(stream: 1, increment: 50_000)
      }
      frames += try server.frames()
    }
    #expect(frames.dropFirst().dropLast().allSatisfy { $0.kind == .data })
    #expect(frames.flatMap { $0.kind == .data ? $0.payload : [] } == payload)
    #expect(frames.last?.kind == .headers)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `pieces of any size come out in their order`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var server = try Server()
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    var sent: [UInt8] = []
    var came: [UInt8] = []
    for _ in 0..<300 {
      let sizes = [0, 1, 5, 100, 4_096, 4_097, 20_000]
      let piece = generator.bytes(sizes.randomElement(using: &generator) ?? 1)
      sent += piece
      if Bool.random(using: &generator) {
        server.session.sendData(piece, on: call)
      } else {
        server.session.sendData(copying: piece.span, on: call)
      }
      #expect(server.session.queuedBytes(on: call) == sent.count - came.count)
      guard Int.random(in: 0..<4, using: &generator) == 0 else { continue }
      let credit = UInt32.random(in: 1...60_000, using: &generator)
      try server.feed { writer in
        writer.windowUpdate(stream: 0, increment: credit)
        writer.windowUpdate(stream: 1, increment: credit)
      }
      came += try server.frames().filter { $0.kind == .data }.flatMap(\.payload)
    }
    try server.feed { writer in
      writer.windowUpdate(stream: 0, increment: 1 << 28)
      writer.windowUpdate(stream: 1, increment: 1 << 28)
    }
    came += try server.frames().filter { $0.kind == .data }.flatMap(\.payload)
    #expect(came == sent, "\(generator)")
  }

  @Test func `a stream that waits for its writer goes on when there are bytes`() throws {
    var server = try Server()
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    _ = try server.frames()
    for byte in 0..<20 as Range<UInt8> {
      #expect(!server.session.hasOutput)
      server.session.sendData([byte], on: call)
      #expect(try server.frames().map(\.payload) == [[byte]])
    }
    server.session.sendData([], on: call)
    #expect(try server.frames().isEmpty)
    server.session.endData(on: call)
    let frames = try server.frames()
    #expect(frames.map(\.payload) == [[]])
    #expect(frames.map(\.endsStream) == [true])
    #expect(server.session.events == [.closed(call, .noError)])
  }

  @Test func `draining stops at its limit and goes on`() throws {
    var server = try Server()
    try server.feed { $0.windowUpdate(stream: 0, increment: 1 << 20) }
    try server.feed { $0.settings([(4, 1 << 20)]) }
    _ = try server.frames()
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData([UInt8](repeating: 1, count: 1 << 20), on: call)
    var total = 0
    var rounds = 0
    var isMore = true
    while isMore {
      var bytes: [UInt8] = []
      isMore = try server.session.drain(into: &bytes, upTo: 40_000)
      #expect(bytes.count < 40_000 + 16_384 + 9)
      total += bytes.count
      rounds += 1
    }
    #expect(total > 1 << 20)
    #expect(rounds > 20)
  }

  @Test func `a writer hears when its queue has drained`() throws {
    var limits = SessionLimits()
    limits.outboundMark = 60_000
    var server = try Server(limits: limits)
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData([UInt8](repeating: 1, count: 59_999), on: call)
    _ = try server.frames()
    #expect(server.session.events == [])
    server.session.sendData([UInt8](repeating: 1, count: 60_000), on: call)
    #expect(server.session.queuedBytes(on: call) == 60_000)
    // What is left of the window of 65 535 is not enough to fall below half of the mark.
    _ = try server.frames()
    #expect(server.session.events == [])
    try server.feed { writer in
      writer.windowUpdate(stream: 0, increment: 30_000)
      writer.windowUpdate(stream: 1, increment: 30_000)
    }
    _ = try server.frames()
    #expect(server.session.events == [.belowMark(call)])
    server.session.sendData([1], on: call)
    _ = try server.frames()
    #expect(server.session.events == [])
  }

  @Test func `streams take turns`() throws {
    var server = try Server()
    try server.feed { writer in
      writer.windowUpdate(stream: 0, increment: 1 << 20)
      writer.settings([(4, 1 << 20)])
    }
    let calls = try [1, 3, 5].map { try server.open($0, endStream: true) }
    for call in calls {
      server.session.sendHeaders(Fields.response, on: call, endStream: false)
      server.session.sendData([UInt8](repeating: 1, count: 160_000), on: call)
    }
    let order = try server.frames().filter { $0.kind == .data }.map(\.stream)
    #expect(Set(order.prefix(6)) == [1, 3, 5], "\(order)")
  }

  @Test func `an answer before the end of the request leaves it to its owner to stop it`() throws {
    var server = try Server()
    let call = try server.open()
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendTrailers(Fields.trailers, on: call)
    #expect(try server.frames().map(\.kind) == [.headers, .headers])
    #expect(server.session.events == [.answeredEarly(call)])
    // The stream is there to see a mistake on it, or its end.
    #expect(try server.feed { $0.data([1], stream: 1) } == [.data(call, 9..<10, endStream: false)])
    server.session.reset(call, .noError)
    let frames = try server.frames().filter { $0.kind != .windowUpdate }
    #expect(frames.map(\.kind) == [.resetStream])
    #expect(frames.last?.errorCode == ErrorCode.noError.rawValue)
    #expect(server.session.events == [.closed(call, .noError)])
    // What was on its way is passed over.
    #expect(try server.feed { $0.data([1], stream: 1, endStream: true) } == [])
  }

  @Test func `what follows both ends of a stream ends the connection`() throws {
    var server = try Server()
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.trailersOnly, on: call, endStream: true)
    _ = try server.frames()
    let outcome = try server.outcome { $0.data([1], stream: 1) }
    #expect(outcome == .connectionError(.streamClosed))
  }

  @Test func `an informational answer comes before the one that counts`() throws {
    var pair = try Pair()
    try pair.start()
    let stream = try pair.client.openStream(headers: Fields.request, endStream: true)
    guard case .headers(let call, _, _, _) = try pair.toServer().first else {
      throw UnexpectedEvents(events: pair.server.events)
    }
    pair.server.sendInformational(HeaderList([(":status", "103")]), on: call)
    pair.server.sendHeaders(Fields.response, on: call, endStream: false)
    pair.server.sendTrailers(Fields.trailers, on: call)
    let kinds = try pair.toClient().compactMap { event -> HeaderKind? in
      guard case .headers(stream, _, let kind, _) = event else { return nil }
      return kind
    }
    #expect(kinds == [.informational, .response, .trailers])
  }

  @Test func `nothing is sent out of turn`() throws {
    var server = try Server()
    let call = try server.open(endStream: true)
    let session = server.session
    #expect(!session.sendData([1], on: call))
    #expect(!session.sendTrailers(Fields.trailers, on: call))
    #expect(session.sendHeaders(Fields.response, on: call, endStream: false))
    #expect(!session.sendHeaders(Fields.response, on: call, endStream: false))
    #expect(!session.sendInformational(HeaderList([(":status", "103")]), on: call))
    #expect(session.endData(on: call))
    #expect(!session.sendData([1], on: call))
    #expect(!session.endData(on: call))
    #expect(try server.frames().map(\.kind) == [.headers, .data])
    #expect(!session.reset(call, .cancel))
    #expect(!session.sendHeaders(Fields.response, on: call, endStream: true))
    #expect(session.queuedBytes(on: call) == 0)
    session.consume(1, on: call)
  }

  @Test func `a stream of another session's is refused`() throws {
    let server = try Server()
    for stream in [(1, 0), (0, 0), (1, 7), (1, -1), (-1, Int32.max)] as [(Int32, Int32)] {
      let stream = StreamID(number: stream.0, slot: stream.1)
      #expect(!server.session.sendHeaders(Fields.response, on: stream, endStream: true))
      #expect(!server.session.reset(stream, .cancel))
      server.session.consume(1, on: stream)
    }
  }
}
