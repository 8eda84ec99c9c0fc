private import Glibc

/// A Unix socket that takes datagrams, as a service manager has one.
package final class DatagramInbox: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Makes it at `path`, which is short.
  package init(path: String) throws(TestSupportError) {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // Like any other socket's name, it is cut if it is too long, and then nobody finds it.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path.utf8.prefix(107))
    }
    let status = unsafe withUnsafeBytes(of: &address) { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe bind(
        descriptor, start.assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_un>.size))
    }
    guard status == 0 else { throw TestSupportError("cannot make an inbox: error \(errno)") }
  }

  deinit {
    _ = close(descriptor)
    _ = unsafe unlink(path)
  }

  /// Waits for the next datagram and returns it.
  package func next() -> String {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
