/// A socket that sends bytes made by hand and reads frames.
package struct RawConnection: Sendable {
  private let socket: RawSocket
  private var reader: FrameReader
  /// Whether the peer has ended the connection.
  package private(set) var hasEnded = false

  /// Reads frames from a socket.
  ///
  /// - Parameters:
  ///   - socket: A connected one.
  ///   - expectsPreface: Whether the peer is a client, which sends a preface first.
  package init(_ socket: RawSocket, expectsPreface: Bool = false) {
    self.socket = socket
    self.reader = FrameReader(expectsPreface: expectsPreface)
  }

  /// Connects to a port of this machine.
  package init(port: UInt16) throws(PeerError) {
    self.init(try RawSocket.connect(port: port))
  }

  /// Connects to a socket in the file system.
  package init(path: String) throws(PeerError) {
    self.init(try RawSocket.connect(path: path))
  }

  /// Sends bytes.
  package func send(_ bytes: [UInt8]) throws(PeerError) {
    try socket.send(bytes)
  }

  /// Sends what was written.
  package func send(_ writer: FrameWriter) throws(PeerError) {
    try socket.send(writer.bytes)
  }

  /// Says that nothing more is sent.
  package func finishSending() throws(PeerError) {
    try socket.finishSending()
  }

  /// Makes closing cut the connection with a reset, as a crashed peer does.
  package func cutWhenClosed() throws(PeerError) {
    try socket.cutWhenClosed()
  }

  /// The next frame; `nil` at the end of the connection.
  package mutating func next() throws(PeerError) -> Frame? {
    while true {
      if let frame = reader.next() { return frame }
      if hasEnded { return nil }
      let bytes = try socket.receive()
      hasEnded = bytes.isEmpty
      reader.append(bytes)
    }
  }

  /// Reads up to a frame that fits, or to the end of the connection.
  ///
  /// - Parameter isLast: Whether to stop after this frame.
  /// - Returns: All frames read.
  /// - Throws: When the peer is silent for too long, or cuts the connection.
  package mutating func frames(
    until isLast: (Frame) -> Bool = { _ in false }
  ) throws(PeerError) -> [Frame] {
    var frames: [Frame] = []
    while let frame = try next() {
      frames.append(frame)
      if isLast(frame) { break }
    }
    return frames
  }
}
