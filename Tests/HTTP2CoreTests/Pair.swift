internal import HTTP2Core

/// A client and a server whose bytes are carried by hand.
struct Pair {
  let client: Session
  let server: Session
  var now = Duration.zero

  init(client: SessionLimits = SessionLimits(), server: SessionLimits = SessionLimits()) throws {
    self.client = try Session(role: .client, limits: client)
    self.server = try Session(role: .server, limits: server)
  }

  /// Exchanges the settings of both sides.
  mutating func start() throws {
    while try !toServer().isEmpty || !toClient().isEmpty {}
  }

  /// Carries what the client has to send; what the server made of it.
  @discardableResult
  mutating func toServer() throws -> [Event] { try carry(from: client, to: server) }

  /// Carries what the server has to send; what the client made of it.
  @discardableResult
  mutating func toClient() throws -> [Event] { try carry(from: server, to: client) }

  private func carry(from sender: Session, to receiver: Session) throws -> [Event] {
    var bytes: [UInt8] = []
    while try sender.drain(into: &bytes, upTo: bytes.count + 65_536) {}
    guard !bytes.isEmpty else { return [] }
    try receiver.receive(bytes.span, now: now)
    return receiver.events
  }
}

/// The fields most tests send.
enum Fields {
  static let request = HeaderList([
    (":method", "POST"), (":scheme", "http"), (":path", "/test.Service/Method"),
    (":authority", "localhost"), ("te", "trailers"), ("content-type", "application/grpc"),
  ])
  static let response = HeaderList([(":status", "200"), ("content-type", "application/grpc")])
  static let trailers = HeaderList([("grpc-status", "0")])
  static let trailersOnly = HeaderList([
    (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "5"),
  ])
}
