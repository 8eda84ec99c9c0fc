private import Glibc

/// A port of this machine that nobody else is given while this is there, and that a program of a test can listen
/// at, be killed, and listen at again.
///
/// The system gives the ports of outgoing connections from the same range, but none that a socket is bound to.
@safe package final class ReservedPort: Sendable {
  private let descriptor: Int32
  /// Its number; the system chose it.
  package let number: UInt16

  /// Takes a free port.
  package init() throws(PeerError) {
    let descriptor = try PeerError.check(
      socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "make a socket")
    do {
      // Who listens has to say the same, and has.
      var isShared: Int32 = 1
      try unsafe PeerError.check(
        setsockopt(
          descriptor, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size)),
        "share the port")
      let status = unsafe RawAddress.loopback(port: 0).with { unsafe bind(descriptor, $0, $1) }
      try PeerError.check(status, "bind a port")
      number = try RawListener.port(of: descriptor)
    } catch {
      _ = close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }
}
