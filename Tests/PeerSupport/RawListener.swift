private import Glibc

/// A socket on this machine that waits for connections, to act as a server of any manners.
@safe package final class RawListener: Sendable {
  private let descriptor: Int32
  /// Where it listens; the system chose it.
  package let port: UInt16

  /// Listens on a free port.
  package init() throws(PeerError) {
    (descriptor, port) = try Self.bind(finishing: { descriptor throws(PeerError) in
      try PeerError.check(listen(descriptor, 16), "listen")
    })
    // Accepting waits no longer than receiving does.
    var time = timeval(tv_sec: RawSocket.patience, tv_usec: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    _ = close(descriptor)
  }

  /// The next connection.
  package func accept() throws(PeerError) -> RawSocket {
    RawSocket(try PeerError.check(Glibc.accept(descriptor, nil, nil), "accept"))
  }

  /// Makes a socket that is bound to a free port.
  ///
  /// - Parameters:
  ///   - prepare: Sets what has to be set before.
  ///   - finish: Does what belongs to it once it is bound.
  /// - Returns: The socket, and the port that the system chose.
  /// - Throws: What the system refuses; no socket is left then.
  static func bind(
    preparing prepare: (Int32) throws(PeerError) -> Void = { _ in },
    finishing finish: (Int32) throws(PeerError) -> Void = { _ in }
  ) throws(PeerError) -> (descriptor: Int32, port: UInt16) {
    let descriptor = try PeerError.check(
      socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "make a socket")
    do {
      try prepare(descriptor)
      let status = unsafe RawAddress.loopback(port: 0).with {
        unsafe Glibc.bind(descriptor, $0, $1)
      }
      try PeerError.check(status, "bind a port")
      try finish(descriptor)
      return (descriptor, try port(of: descriptor))
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  private static func port(of descriptor: Int32) throws(PeerError) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe getsockname(
        descriptor, UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &size)
    }
    try PeerError.check(status, "ask for the port")
    return UInt16(bigEndian: address.sin_port)
  }
}
