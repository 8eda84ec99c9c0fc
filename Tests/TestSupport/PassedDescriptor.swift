private import Glibc

/// A descriptor that a program is started with, as a service manager passes sockets.
package final class PassedDescriptor {
  /// Higher than those that programs are started with, so that none takes the place of another.
  private static let lowest: Int32 = 100

  let descriptor: Int32

  /// A socket of the loopback interface, at a port that was free; it may be one that takes no callers.
  package init(portThatListens listens: Bool = true) throws(TestSupportError) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    descriptor = try unsafe Self.make(
      AF_INET, &address, size: MemoryLayout<sockaddr_in>.size, listens)
  }

  /// A Unix socket that listens at `path`, which is short.
  package init(path: String) throws(TestSupportError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path.utf8.prefix(107))
    }
    descriptor = try unsafe Self.make(
      AF_UNIX, &address, size: MemoryLayout<sockaddr_un>.size, true)
  }

  /// A file, which nobody listens at.
  package init(file path: String) throws(TestSupportError) {
    let first = unsafe open(path, O_RDONLY | O_CLOEXEC)
    defer { _ = close(first) }
    descriptor = fcntl(first, F_DUPFD_CLOEXEC, Self.lowest)
    guard descriptor >= 0 else {
      throw TestSupportError("cannot open \(path): error \(errno)")
    }
  }

  deinit {
    _ = close(descriptor)
  }

  private static func make(
    _ family: Int32, _ address: UnsafeRawPointer, size: Int, _ listens: Bool
  ) throws(TestSupportError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let first = socket(family, kind, 0)
    defer { _ = close(first) }
    let descriptor = fcntl(first, F_DUPFD_CLOEXEC, lowest)
    let start = unsafe address.assumingMemoryBound(to: sockaddr.self)
    guard descriptor >= 0, unsafe bind(descriptor, start, socklen_t(size)) == 0,
      !listens || listen(descriptor, 16) == 0
    else { throw TestSupportError("cannot make a socket to pass: error \(errno)") }
    return descriptor
  }
}
