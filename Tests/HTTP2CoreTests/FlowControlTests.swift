internal import HTTP2Core
internal import PeerSupport
internal import Testing

@Suite struct FlowControlTests {
  static func limits(stream: Int, connection: Int = 1 << 20) -> SessionLimits {
    var limits = SessionLimits()
    limits.streamWindow = stream
    limits.connectionWindow = connection
    return limits
  }

  /// A call on which the client has sent what it may of `count` bytes; what came of them.
  static func flood(_ pair: inout Pair, _ count: Int) throws -> (StreamID, StreamID, Int) {
    try pair.start()
    let stream = try pair.client.openStream(headers: Fields.request, endStream: false)
    pair.client.sendData([UInt8](repeating: 7, count: count), on: stream)
    let events = try pair.toServer()
    guard case .headers(let call, _, _, _) = events.first else {
      throw UnexpectedEvents(events: events)
    }
    return (stream, call, events.payload)
  }

  @Test func `a fast sender stops exactly at the stream's window, and goes on`() throws {
    var pair = try Pair(server: Self.limits(stream: 100_000))
    let (stream, call, arrived) = try Self.flood(&pair, 250_000)
    #expect(arrived == 100_000)
    #expect(pair.client.queuedBytes(on: stream) == 150_000)
    #expect(!pair.client.hasOutput)
    pair.server.consume(60_000, on: call)
    try pair.toClient()
    #expect(try pair.toServer().payload == 60_000)
    pair.server.consume(100_000, on: call)
    try pair.toClient()
    #expect(try pair.toServer().payload == 90_000)
    pair.client.endData(on: stream)
    #expect(try pair.toServer().contains(.data(call, 0..<0, endStream: true)))
  }

  @Test func `credit for a few bytes is saved up`() throws {
    var pair = try Pair(server: Self.limits(stream: 100_000))
    let (_, call, _) = try Self.flood(&pair, 250_000)
    pair.server.consume(1_000, on: call)
    #expect(!pair.server.hasOutput)
  }

  @Test func `no more is credited than arrived`() throws {
    var pair = try Pair(server: Self.limits(stream: 100_000))
    let (_, call, arrived) = try Self.flood(&pair, 250_000)
    pair.server.consume(10 * arrived, on: call)
    try pair.toClient()
    #expect(try pair.toServer().payload == 100_000)
  }

  @Test func `a stream that nobody reads does not stop another`() throws {
    var pair = try Pair(server: Self.limits(stream: 100_000, connection: 150_000))
    _ = try Self.flood(&pair, 250_000)
    try pair.toClient()
    let other = try pair.client.openStream(headers: Fields.request, endStream: false)
    pair.client.sendData([UInt8](repeating: 1, count: 100_000), on: other)
    var arrived = try pair.toServer().payload
    try pair.toClient()
    arrived += try pair.toServer().payload
    #expect(arrived == 100_000)
  }

  @Test func `what lies unread on all streams together has a bound`() throws {
    var limits = Self.limits(stream: 100_000, connection: 100_000)
    limits.unconsumedLimit = 150_000
    var pair = try Pair(server: limits)
    try pair.start()
    var streams: [StreamID] = []
    for _ in 0..<10 {
      let stream = try pair.client.openStream(headers: Fields.request, endStream: false)
      pair.client.sendData([UInt8](repeating: 1, count: 100_000), on: stream)
      streams.append(stream)
    }
    var arrived = 0
    var calls: [StreamID: Int] = [:]
    for _ in 0..<20 {
      for event in try pair.toServer() {
        guard case .data(let call, let range, _) = event else { continue }
        calls[call, default: 0] += range.count
        arrived += range.count
      }
      try pair.toClient()
    }
    #expect(arrived >= 150_000)
    #expect(arrived <= 250_000)
    // Reading gives the credit that was withheld.
    for (call, count) in calls { pair.server.consume(count, on: call) }
    try pair.toClient()
    #expect(try pair.toServer().payload > 0)
  }

  @Test func `unread bytes of a stream that ends are forgotten`() throws {
    var limits = Self.limits(stream: 100_000, connection: 100_000)
    limits.unconsumedLimit = 50_000
    var pair = try Pair(server: limits)
    for _ in 0..<5 {
      let (stream, call, arrived) = try Self.flood(&pair, 100_000)
      #expect(arrived == 100_000)
      #expect(pair.client.reset(stream, .cancel))
      #expect(try pair.toServer() == [.closed(call, .cancel)])
    }
  }

  @Test func `padding is paid for by the session`() throws {
    var server = try Server(limits: Self.limits(stream: 65_535, connection: 65_535))
    let stream = try server.open()
    var credit = 65_535
    for _ in 0..<3_000 {
      let events = try server.feed { $0.data([1], stream: 1, padding: 200) }
      #expect(events == [.data(stream, 10..<11, endStream: false)])
      server.session.consume(1, on: stream)
      credit -= 202
      for frame in try server.frames() where frame.kind == .windowUpdate && frame.stream == 1 {
        credit += Int(frame.number())
      }
      try #require(credit >= 202, "the padding's credit never came back")
    }
  }

  @Test func `a sender that ignores the stream's window is stopped`() throws {
    var server = try Server(limits: Self.limits(stream: 20_000))
    _ = try server.open()
    let outcome = try server.outcome { writer in
      writer.data([UInt8](repeating: 0, count: 15_000), stream: 1)
      writer.data([UInt8](repeating: 0, count: 15_000), stream: 1)
    }
    #expect(outcome == .streamError(1, .flowControlError))
  }

  @Test func `a sender that ignores the connection's window is stopped`() throws {
    var limits = Self.limits(stream: 1 << 20, connection: 65_535)
    limits.unconsumedLimit = 0
    var server = try Server(limits: limits)
    _ = try server.open()
    let outcome = try server.outcome { writer in
      for _ in 0..<5 { writer.data([UInt8](repeating: 0, count: 16_000), stream: 1) }
    }
    #expect(outcome == .connectionError(.flowControlError))
  }

  @Test func `nothing is sent into a window of zero`() throws {
    let server = try Server(startsClient: false)
    var reader = FrameReader()
    func frames() throws -> [Frame] {
      var bytes: [UInt8] = []
      _ = try server.session.drain(into: &bytes, upTo: 65_536)
      reader.append(bytes)
      return reader.frames()
    }
    try server.feed { writer in
      writer.raw(FrameWriter.preface)
      writer.settings([(4, 0)])
      writer.settingsAcknowledgement()
    }
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData([1, 2, 3], on: call)
    server.session.sendTrailers(Fields.trailers, on: call)
    #expect(try frames().map(\.kind).suffix(1) == [.headers])
    #expect(try frames().isEmpty)
    try server.feed { $0.windowUpdate(stream: 1, increment: 2) }
    #expect(try frames().map(\.payload) == [[1, 2]])
    // A larger initial window moves the streams that are open, too.
    try server.feed { $0.settings([(4, 10)]) }
    let rest = try frames().filter { $0.kind != .settings }
    #expect(rest.map(\.kind) == [.data, .headers])
    #expect(rest.first?.payload == [3])
    #expect(rest.last?.endsStream == true)
  }

  @Test func `frames are no longer than the peer takes`() throws {
    var server = try Server()
    let call = try server.open(endStream: true)
    server.session.sendHeaders(Fields.response, on: call, endStream: false)
    server.session.sendData([UInt8](repeating: 1, count: 50_000), on: call)
    let sizes = try server.frames().filter { $0.kind == .data }.map(\.payload.count)
    #expect(sizes.allSatisfy { $0 <= 16_384 })
    #expect(sizes.reduce(0, +) == 50_000)
  }
}

extension [Event] {
  /// How many bytes of payload the events name.
  var payload: Int {
    reduce(0) { sum, event in
      guard case .data(_, let range, _) = event else { return sum }
      return sum + range.count
    }
  }
}
