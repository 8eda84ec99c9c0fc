private import Glibc

/// A connected socket whose every step is blocking and bounded in time, so no test can hang on it.
@safe package final class RawSocket: Sendable {
  private let descriptor: Int32

  /// What a read waits for the peer: far above what any test needs, below what anyone waits for one.
  package static let patience = 10

  /// Takes over a connected socket.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    setPatience(Self.patience)
  }

  /// Waits without an end from now on: for one that stands between two peers, whose silence is theirs.
  package func waitForGood() { setPatience(0) }

  private func setPatience(_ seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    // A socket that refuses them only makes a failing test slower.
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
  }

  deinit {
    _ = close(descriptor)
  }

  /// Connects to a port of this machine.
  package static func connect(port: UInt16) throws(PeerError) -> RawSocket {
    let descriptor = try PeerError.check(
      socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "make a socket")
    let result = RawSocket(descriptor)
    let status = unsafe RawAddress.loopback(port: port).with { address, size in
      unsafe Glibc.connect(descriptor, address, size)
    }
    try PeerError.check(status, "connect to port \(port)")
    return result
  }

  /// Connects to a socket in the file system.
  package static func connect(path: String) throws(PeerError) -> RawSocket {
    let descriptor = try PeerError.check(
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "make a socket")
    let result = RawSocket(descriptor)
    let status = unsafe try RawAddress.local(path: path).with { address, size in
      unsafe Glibc.connect(descriptor, address, size)
    }
    try PeerError.check(status, "connect to a socket in the file system")
    return result
  }

  /// Sends all of the bytes.
  package func send(_ bytes: [UInt8]) throws(PeerError) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.send(
          descriptor, buffer.baseAddress.map { unsafe $0 + sent }, buffer.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      sent += try PeerError.check(count, "send to the peer")
    }
  }

  /// The next bytes that arrive; none at the end of the stream.
  package func receive() throws(PeerError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
      }
      if count < 0, errno == EINTR { continue }
      buffer.removeSubrange(try PeerError.check(count, "receive from the peer")...)
      return buffer
    }
  }

  /// Says that nothing more is sent, and goes on receiving.
  package func finishSending() throws(PeerError) {
    try PeerError.check(shutdown(descriptor, Int32(SHUT_WR)), "finish sending")
  }

  /// Makes closing cut the connection with a reset, as a crashed peer does.
  package func cutWhenClosed() throws(PeerError) {
    var option = linger(l_onoff: 1, l_linger: 0)
    try unsafe PeerError.check(
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size)),
      "set how to close")
  }
}
