private import Glibc

/// The service manager that started this process, systemd for example: told by `sd_notify`(3) how it is.
package struct ServiceManager: Sendable {
  /// What it can be told.
  package enum Notice: Hashable, Sendable {
    /// Callers are answered.
    case ready
    /// The configuration is read again; `ready` follows.
    case reloading
    /// No new callers are taken.
    case stopping
    /// It still turns; for those who restart what does not.
    case alive

    fileprivate var text: String {
      switch self {
      case .ready: "READY=1"
      case .reloading:
        "RELOADING=1\nMONOTONIC_USEC=\(MonotonicInstant.now.nanoseconds / 1_000)"
      case .stopping: "STOPPING=1"
      case .alive: "WATCHDOG=1"
      }
    }
  }

  private let path: String

  /// Finds whoever the environment names as `NOTIFY_SOCKET`: a path, or an abstract name behind "@".
  ///
  /// - Parameter socket: the variable's value; one that names no socket gives `nil`.
  package init?(socket: String) {
    guard socket.hasPrefix("/") || socket.hasPrefix("@"), SocketAddress.canBePath(socket),
      socket.utf8.count > 1
    else { return nil }
    path = socket
  }

  /// Tells it something; does not wait.
  ///
  /// - Parameter notice: what it is told.
  /// - Throws: when it is not there, or has no room.
  package func tell(_ notice: Notice) throws(SystemError) {
    let operation = "notify the service manager at"
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw SystemError(cannot: operation, path) }
    defer { _ = close(descriptor) }  // A datagram is with the other side, or it is not.
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path.utf8)
      // unix(7): an abstract name begins with a zero and ends where the length says.
      if path.hasPrefix("@") { unsafe bytes[0] = 0 }
    }
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let size = socklen_t(start + path.utf8.count)
    let text = Array(notice.text.utf8)
    let sent = unsafe withUnsafeBytes(of: &address) { bytes -> Int in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe sendto(
        descriptor, text, text.count, Int32(MSG_NOSIGNAL),
        start.assumingMemoryBound(to: sockaddr.self), size)
    }
    guard sent == text.count else { throw SystemError(cannot: operation, path) }
  }
}

extension ServiceManager {
  /// Whether standard error goes to the journal, which the environment names as `JOURNAL_STREAM`:
  /// the device and the number of the stream, with a colon between them.
  ///
  /// The variable alone says little: whoever starts us may have sent standard error elsewhere.
  ///
  /// - Parameter stream: the variable's value.
  /// - Returns: whether it is the stream.
  package static func isJournal(_ stream: String) -> Bool {
    var status = stat()
    guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Writes a line's end to a descriptor that this process was started with, and closes it, which is
  /// how other supervisors learn that a service is ready.
  ///
  /// - Parameter descriptor: its number; not one of the three standard streams.
  /// - Throws: when it is not open, or nobody reads.
  package static func tellReady(throughDescriptor descriptor: Int32) throws(SystemError) {
    let operation = "tell that all is ready through"
    let name = "descriptor \(descriptor)"
    guard descriptor > STDERR_FILENO else {
      throw SystemError(.other, cannot: operation, name, "it is a standard stream")
    }
    let count = unsafe write(descriptor, "\n", 1)
    guard count == 1 else { throw SystemError(cannot: operation, name) }
    _ = close(descriptor)  // What had to be said is said.
  }
}
