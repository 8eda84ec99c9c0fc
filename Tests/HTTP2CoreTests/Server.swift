internal import HTTP2Core
internal import PeerSupport

/// A server session that is fed with frames made by hand.
struct Server {
  let session: Session
  var now = Duration.zero
  private var reader = FrameReader()

  /// A server that has exchanged settings with a client.
  init(limits: SessionLimits = SessionLimits(), startsClient: Bool = true) throws {
    session = try Session(role: .server, limits: limits)
    guard startsClient else { return }
    try feed { writer in
      writer.startClient()
      writer.settingsAcknowledgement()
    }
    _ = try frames()
  }

  /// Feeds frames; what the session made of them.
  @discardableResult
  func feed(_ write: (inout FrameWriter) -> Void) throws -> [Event] {
    var writer = FrameWriter()
    write(&writer)
    return try feed(writer.bytes)
  }

  /// Feeds bytes; what the session made of them.
  @discardableResult
  func feed(_ bytes: [UInt8]) throws -> [Event] {
    try session.receive(bytes.span, now: now)
    return session.events
  }

  /// The frames that are due; the events of sending them are in the session.
  mutating func frames() throws -> [Frame] {
    var bytes: [UInt8] = []
    while try session.drain(into: &bytes, upTo: bytes.count + 65_536) {}
    reader.append(bytes)
    return reader.frames()
  }

  /// Opens a stream with a request that the session takes.
  func open(_ number: UInt32 = 1, endStream: Bool = false) throws -> StreamID {
    let events = try feed { $0.headers(Self.request, stream: number, endStream: endStream) }
    guard case .headers(let stream, _, .request, _) = events.first else {
      throw UnexpectedEvents(events: events)
    }
    return stream
  }

  static let request = [
    (":method", "POST"), (":scheme", "http"), (":path", "/test.Service/Method"),
    (":authority", "localhost"), ("te", "trailers"), ("content-type", "application/grpc"),
  ]
}

/// A session made something else of its input than the test needs to go on.
struct UnexpectedEvents: Error {
  let events: [Event]
}
