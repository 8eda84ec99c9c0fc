internal import HTTP2Core
internal import TestSupport

/// A client and a server that do what chance has them do, and keep count of every byte.
struct RandomPlay {
  private(set) var pair: Pair
  private var generator: SeededGenerator
  private var toServer: [UInt8] = []
  private var toClient: [UInt8] = []
  // By the stream's number: what was sent, what arrived.
  private var asked: [Int32: Int] = [:]
  private var heard: [Int32: Int] = [:]
  private var answered: [Int32: Int] = [:]
  private var got: [Int32: Int] = [:]
  private var reset: Set<Int32> = []
  private var asking: [StreamID] = []
  private var answering: [StreamID] = []
  private var unread: [(StreamID, Int, Session)] = []
  /// Streams that ended without a reset and with other bytes than were sent.
  private(set) var unexplained: [Int32] = []

  init(seed: UInt64) throws {
    var limits = SessionLimits()
    limits.streamWindow = 40_000
    limits.connectionWindow = 100_000
    limits.maxConcurrentStreams = 10
    limits.abuse.reset.burst = 10_000
    pair = try Pair(client: limits, server: limits)
    generator = SeededGenerator(seed: seed)
  }

  mutating func step() throws {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0 where asking.count < 20:
      let stream = try pair.client.openStream(headers: Fields.request, endStream: false)
      asking.append(stream)
    case 1, 2: send(from: pair.client, on: asking.randomElement(using: &generator), server: false)
    case 3, 4: send(from: pair.server, on: answering.randomElement(using: &generator), server: true)
    case 5:
      guard let stream = asking.randomElement(using: &generator) else { return }
      pair.client.endData(on: stream)
    case 6:
      guard let stream = answering.randomElement(using: &generator) else { return }
      pair.server.sendTrailers(Fields.trailers, on: stream)
    case 7 where Int.random(in: 0..<4, using: &generator) == 0:
      let isServer = Bool.random(using: &generator)
      let streams = isServer ? answering : asking
      guard let stream = streams.randomElement(using: &generator) else { return }
      reset.insert(stream.number)
      (isServer ? pair.server : pair.client).reset(stream, .cancel)
    case 8: read()
    default: try carry(Int.random(in: 1...30_000, using: &generator))
    }
  }

  /// Ends every stream and carries what is left.
  mutating func finish() throws {
    for stream in asking { pair.client.endData(on: stream) }
    for _ in 0..<1_000 {
      for stream in answering { pair.server.sendTrailers(Fields.trailers, on: stream) }
      read()
      try carry(1 << 20)
      if pair.client.activeStreams + pair.server.activeStreams == 0 { return }
    }
  }

  private mutating func send(from session: Session, on stream: StreamID?, server: Bool) {
    guard let stream else { return }
    let count = Int.random(in: 0...30_000, using: &generator)
    let bytes = [UInt8](repeating: 1, count: count)
    let isSent =
      Bool.random(using: &generator)
      ? session.sendData(bytes, on: stream) : session.sendData(copying: bytes.span, on: stream)
    guard isSent else { return }
    if server {
      answered[stream.number, default: 0] += count
    } else {
      asked[stream.number, default: 0] += count
    }
  }

  private mutating func read() {
    for (stream, count, session) in unread { session.consume(count, on: stream) }
    unread = []
  }

  /// Carries at most so many bytes each way.
  private mutating func carry(_ count: Int) throws {
    _ = try pair.client.drain(into: &toServer, upTo: toServer.count + count)
    note(pair.client, isServer: false)
    _ = try pair.server.drain(into: &toClient, upTo: toClient.count + count)
    note(pair.server, isServer: true)
    let forth = Array(toServer.prefix(count))
    toServer.removeFirst(forth.count)
    try pair.server.receive(forth.span, now: .zero)
    note(pair.server, isServer: true)
    let back = Array(toClient.prefix(count))
    toClient.removeFirst(back.count)
    try pair.client.receive(back.span, now: .zero)
    note(pair.client, isServer: false)
  }

  private mutating func note(_ session: Session, isServer: Bool) {
    for event in session.events {
      switch event {
      case .headers(let stream, _, .request, _):
        answering.append(stream)
        session.sendHeaders(Fields.response, on: stream, endStream: false)
      case .data(let stream, let range, _):
        if isServer {
          heard[stream.number, default: 0] += range.count
        } else {
          got[stream.number, default: 0] += range.count
        }
        unread.append((stream, range.count, session))
      case .closed(let stream, _):
        if isServer {
          answering.removeAll { $0 == stream }
        } else {
          asking.removeAll { $0 == stream }
          check(stream.number)
        }
      default: break
      }
    }
  }

  /// A stream that ended well carried the whole answer; the request may have been cut short.
  private mutating func check(_ number: Int32) {
    guard !reset.contains(number) else { return }
    let isWhole = got[number, default: 0] == answered[number, default: 0]
    if !isWhole || heard[number, default: 0] > asked[number, default: 0] {
      unexplained.append(number)
    }
  }
}
