internal import HTTP2Core
internal import PeerSupport
internal import RPCCore
internal import TLSCore

/// A client that keeps to HTTP/2, and sends in its frames whatever a test wants.
struct CarelessPeer {
  /// What the server said on one stream.
  struct Answer {
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    var trailers: [String: String] = [:]
    /// How the stream ended, once it has.
    var code: ErrorCode?

    /// The status of HTTP.
    var httpStatus: String? { headers[":status"] }

    /// The status of gRPC, in either block.
    var status: StatusCode? {
      (trailers["grpc-status"] ?? headers["grpc-status"])
        .flatMap { StatusCode(header: Array($0.utf8)) }
    }

    /// What is said beside the status.
    var message: String { trailers["grpc-message"] ?? headers["grpc-message"] ?? "" }
  }

  let session: Session
  let wire: Wire
  private var answers: [StreamID: Answer] = [:]
  private var hasSettings = false
  private var pings: UInt64 = 100
  private var lastAnswer: UInt64 = 0
  /// What the server said when it went away.
  private(set) var goAways: [ErrorCode] = []

  /// Connects, and waits for the server's settings.
  init(
    port: UInt16, tls: TLSConfiguration? = nil, limits: SessionLimits = SessionLimits()
  ) throws {
    session = try Session(role: .client, limits: limits)
    wire = try Wire(port: port, tls: tls)
    try flush()
    while !hasSettings { try receive() }
    try flush()
  }

  /// Begins a stream.
  ///
  /// - Parameters:
  ///   - fields: its headers.
  ///   - body: what follows in DATA frames, if any do.
  ///   - endStream: whether this side is done then.
  /// - Returns: the stream.
  /// - Throws: when the connection is over.
  mutating func open(
    _ fields: [(String, String)], body: [UInt8]? = nil, endStream: Bool = true
  ) throws -> StreamID {
    let stream = try session.openStream(
      headers: HeaderList(fields), endStream: endStream && body == nil)
    answers[stream] = Answer()
    if let body {
      session.sendData(body, on: stream)
      if endStream { session.endData(on: stream) }
    }
    try flush()
    return stream
  }

  /// Sends more on a stream.
  mutating func send(_ body: [UInt8], on stream: StreamID, endStream: Bool = false) throws {
    session.sendData(body, on: stream)
    if endStream { session.endData(on: stream) }
    try flush()
  }

  /// Gives a stream up.
  mutating func reset(_ stream: StreamID) throws {
    session.reset(stream, .cancel)
    try flush()
  }

  /// What the server has to say on a stream, to its end.
  mutating func answer(on stream: StreamID) throws -> Answer {
    try receive { $0[stream]?.code != nil }
    return answers[stream] ?? Answer()
  }

  /// What the server answers to one stream.
  mutating func answer(
    to fields: [(String, String)], body: [UInt8]? = nil, endStream: Bool = true
  ) throws -> Answer {
    try answer(on: open(fields, body: body, endStream: endStream))
  }

  /// Waits for an answer to a PING, and so until the server has read all that was sent.
  mutating func fence() throws {
    pings += 1
    session.ping(pings)
    try flush()
    while lastAnswer != pings { try receive() }
  }

  /// Reads until the answers are as wanted.
  mutating func receive(until isEnough: ([StreamID: Answer]) -> Bool) throws {
    while !isEnough(answers) { try receive() }
  }

  /// Reads to the end of the connection; the frames must be right until then.
  mutating func receiveAll() throws {
    while let bytes = try wire.receive() { try take(bytes) }
  }

  private mutating func receive() throws {
    guard let bytes = try wire.receive() else {
      throw PeerError(cannot: "wait for an answer", "the server has ended the connection")
    }
    try take(bytes)
  }

  private mutating func take(_ bytes: [UInt8]) throws {
    try session.receive(bytes.span, now: .zero)
    let events = session.events
    for event in events { note(event, bytes) }
    try flush()
  }

  private mutating func note(_ event: Event, _ bytes: [UInt8]) {
    switch event {
    case .headers(let stream, let block, let kind, _):
      var fields: [String: String] = [:]
      session.forEachField(of: block) { name, value in
        fields[String(repairing: name)] = String(repairing: value)
      }
      if kind == .trailers {
        answers[stream]?.trailers = fields
      } else {
        answers[stream]?.headers = fields
      }
    case .data(let stream, let range, _):
      answers[stream]?.body += bytes[range]
      session.consume(range.count, on: stream)
    case .closed(let stream, let code): answers[stream]?.code = code
    case .settings: hasSettings = true
    case .pingAcknowledged(let number): lastAnswer = number
    case .goAway(_, let code): goAways.append(code)
    default: break
    }
  }

  private mutating func flush() throws {
    var output: [UInt8] = []
    var isMore = true
    while isMore {
      output.removeAll(keepingCapacity: true)
      isMore = try session.drain(into: &output, upTo: 65_536)
      for event in session.events { note(event, []) }
      if !output.isEmpty { try wire.send(output) }
    }
  }
}
