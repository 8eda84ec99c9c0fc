internal import HTTP2Core
internal import PeerSupport

/// A client session that is fed with frames made by hand.
struct Client {
  let session: Session
  private var reader = FrameReader(expectsPreface: true)

  /// A client that has exchanged settings with a server.
  init(limits: SessionLimits = SessionLimits()) throws {
    session = try Session(role: .client, limits: limits)
    _ = try frames()
    try feed { writer in
      writer.settings([])
      writer.settingsAcknowledgement()
    }
    _ = try frames()
  }

  /// Feeds frames; what the session made of them.
  @discardableResult
  func feed(_ write: (inout FrameWriter) -> Void) throws -> [Event] {
    var writer = FrameWriter()
    write(&writer)
    try session.receive(writer.bytes.span, now: .zero)
    return session.events
  }

  /// The frames that are due; the events of sending them are in the session.
  mutating func frames() throws -> [Frame] {
    var bytes: [UInt8] = []
    while try session.drain(into: &bytes, upTo: bytes.count + 65_536) {}
    reader.append(bytes)
    return reader.frames()
  }

  /// Opens a stream, and sends the request if there is room.
  mutating func open(endStream: Bool = true) throws -> StreamID {
    let stream = try session.openStream(headers: Fields.request, endStream: endStream)
    _ = try frames()
    return stream
  }
}
