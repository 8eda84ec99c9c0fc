internal import PeerSupport
internal import TLSCore

/// A connection of a hand-made client, with TLS or without; every step blocks.
struct Wire {
  private let socket: RawSocket
  private let tls: TLSConnection?

  /// Connects, and shakes hands where there is TLS.
  init(port: UInt16, tls configuration: TLSConfiguration? = nil) throws {
    socket = try .connect(port: port)
    tls = try configuration.map { try TLSConnection($0) }
    guard let tls else { return }
    var outgoing: [UInt8] = []
    try tls.start(outgoing: &outgoing)
    try socket.send(outgoing)
    while !tls.isEstablished {
      guard try receive() != nil else {
        throw PeerError(cannot: "shake hands", "the server has ended the connection")
      }
    }
  }

  /// Sends bytes.
  func send(_ bytes: [UInt8]) throws {
    guard let tls else { return try socket.send(bytes) }
    var outgoing: [UInt8] = []
    try tls.send(bytes.span, outgoing: &outgoing)
    try socket.send(outgoing)
  }

  /// Sends bytes past TLS.
  func sendRaw(_ bytes: [UInt8]) throws {
    try socket.send(bytes)
  }

  /// The next bytes, perhaps none; `nil` at the end.
  func receive() throws -> [UInt8]? {
    let bytes = try socket.receive()
    guard !bytes.isEmpty else { return nil }
    guard let tls else { return bytes }
    var plaintext: [UInt8] = []
    var outgoing: [UInt8] = []
    try tls.receive(bytes.span, into: &plaintext, outgoing: &outgoing)
    if !outgoing.isEmpty { try socket.send(outgoing) }
    return plaintext
  }

  /// Says that nothing more is sent, without a word of TLS.
  func finishSending() throws {
    try socket.finishSending()
  }

  /// Makes the end of the connection a reset.
  func cutAtEnd() throws {
    try socket.cutWhenClosed()
  }
}
