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
    (descriptor, number) = try RawListener.bind(preparing: { descriptor throws(PeerError) in
      // Who listens has to say the same, and has.
      var isShared: Int32 = 1
      try unsafe PeerError.check(
        setsockopt(
          descriptor, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size)),
        "share the port")
    })
  }

  deinit {
    _ = close(descriptor)
  }
}
