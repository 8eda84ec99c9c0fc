private import CLinux
internal import Glibc
private import Synchronization

/// Tells one open socket of this process from all others that are open.
package struct SocketID: Hashable, Sendable {
  fileprivate let descriptor: Int32
}

/// A TCP or Unix socket that never blocks; closed with the last reference.
///
/// A reference and not a noncopyable value, because the loop has to hold it too: a descriptor must
/// not be closed, and given to somebody else, while the system is asked to watch it.
package final class Socket: Sendable {
  let descriptor: Int32
  /// What errors call it.
  let name: String
  package let isUnix: Bool
  /// The file to remove when it closes; set before anybody else sees the socket.
  private let file = Mutex<SocketFile?>(nil)

  /// Takes over a descriptor, which does not block.
  init(_ descriptor: Int32, name: String, isUnix: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.isUnix = isUnix
  }

  deinit {
    file.withLock { $0?.remove() }
    // The system sends what it has taken, unless bytes were never read: then it breaks the connection, and
    // what is on the way may be lost. So whoever has a last word reads until the peer ends its side.
    _ = Glibc.close(descriptor)
  }

  /// Leaves the file of the socket to it.
  func own(_ file: SocketFile?) {
    self.file.withLock { $0 = file }
  }

  /// Which one it is.
  package var id: SocketID { SocketID(descriptor: descriptor) }

  /// Two sockets that are connected with each other and with nobody else.
  package static func pair() throws(SystemError) -> (Socket, Socket) {
    var descriptors: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &descriptors) == 0 else {
      throw SystemError(cannot: "make", "a pair of sockets")
    }
    return (
      Socket(descriptors[0], name: "a pair", isUnix: true),
      Socket(descriptors[1], name: "a pair", isUnix: true)
    )
  }

  /// A socket that nobody uses yet, for connections with `address`.
  static func make(
    for address: SocketAddress, cannot operation: String
  ) throws(SystemError) -> Socket {
    if case .unix(let path) = address, !SocketAddress.canBePath(path) {
      throw SystemError(
        .other, cannot: operation, "\(address)",
        "the path is empty, has a zero byte or more than \(SocketAddress.longestPath) bytes")
    }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw SystemError(cannot: operation, "\(address)") }
    return Socket(descriptor, name: "\(address)", isUnix: address.isUnix)
  }

  /// Sets an option that is on or off.
  func set(_ option: Int32, of level: Int32, to isOn: Bool) throws(SystemError) {
    try set(option, of: level, to: isOn ? 1 : 0)
  }

  /// Sets an option that is a number.
  func set(_ option: Int32, of level: Int32, to number: Int32) throws(SystemError) {
    var value = number
    let size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe setsockopt(descriptor, level, option, &value, size) == 0 else {
      throw SystemError(cannot: "set an option of", name)
    }
  }
}

extension Socket {
  /// Where it is on this side.
  package var localAddress: SocketAddress? {
    unsafe address { unsafe getsockname(descriptor, $0, $1) }
  }

  /// Where it is on the other side; `nil` unless it is connected.
  package var remoteAddress: SocketAddress? {
    unsafe address { unsafe getpeername(descriptor, $0, $1) }
  }

  /// Who is at the other end of a Unix socket, as that was when it connected.
  package func peerCredentials() throws(SystemError) -> PeerCredentials {
    var credentials = CLinux_credentials()
    guard unsafe CLinux_peerCredentials(descriptor, &credentials) == 0 else {
      throw SystemError(cannot: "ask who is at", name)
    }
    return PeerCredentials(
      process: credentials.process, user: credentials.user, group: credentials.group)
  }

  private func address(
    _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = unsafe withUnsafeMutableBytes(of: &storage) { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe ask(start.assumingMemoryBound(to: sockaddr.self), &length)
    }
    return status == 0 ? SocketAddress(storage, length: length) : nil
  }
}

/// Who is at the other end of a Unix socket.
package struct PeerCredentials: Hashable, Sendable {
  /// The number of the process; it may have ended, and another have it now.
  package let process: Int32
  /// The number of the user.
  package let user: UInt32
  /// The number of the group.
  package let group: UInt32

  /// Takes the three numbers.
  package init(process: Int32, user: UInt32, group: UInt32) {
    self.process = process
    self.user = user
    self.group = group
  }
}
