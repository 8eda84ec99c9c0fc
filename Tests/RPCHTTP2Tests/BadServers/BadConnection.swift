internal import PeerSupport

/// A server's end of one connection, with frames made by hand.
struct BadConnection {
  /// A request that came to its end.
  struct Request: Hashable {
    let stream: UInt32
    /// Its messages, with their flags and lengths.
    let body: [UInt8]
  }

  static let head = [(":status", "200"), ("content-type", "application/grpc")]
  static let trailers = [("grpc-status", "0")]

  private var raw: RawConnection
  private var bodies: [UInt32: [UInt8]] = [:]

  /// Waits for the client's settings, and answers with ours.
  init(_ socket: RawSocket, settings: [(id: UInt16, value: UInt32)]) throws {
    raw = RawConnection(socket, expectsPreface: true)
    _ = try raw.frames { $0.kind == .settings }
    try send { writer in
      writer.settings(settings)
      writer.settingsAcknowledgement()
    }
  }

  /// Sends frames.
  func send(_ write: (inout FrameWriter) -> Void) throws {
    var writer = FrameWriter()
    write(&writer)
    try raw.send(writer)
  }

  /// Makes the end of the connection a reset.
  func cutWhenClosed() throws {
    try raw.cutWhenClosed()
  }

  /// The next request that ends.
  mutating func request() throws -> Request {
    let ended = try frame { $0.endsStream }
    return Request(stream: ended.stream, body: bodies.removeValue(forKey: ended.stream) ?? [])
  }

  /// So many requests, in the order in which they ended.
  mutating func requests(_ count: Int) throws -> [Request] {
    var requests: [Request] = []
    for _ in 0..<count { requests.append(try request()) }
    return requests
  }

  /// Reads up to a frame that fits, and returns it.
  mutating func frame(_ isWanted: (Frame) -> Bool) throws -> Frame {
    while let frame = try raw.next() {
      if frame.kind == .data { bodies[frame.stream, default: []] += frame.payload }
      if isWanted(frame) { return frame }
    }
    throw PeerError(cannot: "wait for a frame", "the client has ended the connection")
  }

  /// Asks the client whether it is there, and gives all frames up to its answer.
  mutating func framesUntilPong(_ number: UInt64) throws -> [Frame] {
    try send { $0.ping(number) }
    return try raw.frames { $0.kind == .ping && $0.flags & FrameFlags.acknowledge != 0 }
  }

  /// Gives a request its own bytes back.
  func answer(_ request: Request) throws {
    try send { writer in
      writer.headers(Self.head, stream: request.stream)
      writer.data(request.body, stream: request.stream)
      writer.headers(Self.trailers, stream: request.stream, endStream: true)
    }
  }
}
