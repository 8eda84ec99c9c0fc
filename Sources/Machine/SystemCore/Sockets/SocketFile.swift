private import Glibc

/// The file of a Unix socket that listens, known by more than its name: another process may have put
/// its own there since.
struct SocketFile: Sendable {
  private let path: String
  private let device: UInt
  private let number: UInt

  /// Removes the file, if it is still the one.
  func remove() {
    guard let now = SocketFile(path), now.device == device, now.number == number else { return }
    _ = unsafe unlink(path)  // A file left behind is replaced by the next who listens.
  }

  /// Makes a socket with a file; replaces a file that nobody listens at.
  static func listen(at path: String, cannot operation: String) throws(SystemError) -> Socket {
    let address = SocketAddress.unix(path: path)
    do throws(SystemError) {
      return try bound(to: address, path, cannot: operation)
    } catch {
      guard error.code == .addressInUse, SocketFile(path) != nil, isLeftBehind(address) else {
        throw error
      }
      _ = unsafe unlink(path)  // If it stays, the next line says so.
      return try bound(to: address, path, cannot: operation)
    }
  }

  private static func bound(
    to address: SocketAddress, _ path: String, cannot operation: String
  ) throws(SystemError) -> Socket {
    let socket = try Socket.make(for: address, cannot: operation)
    // The file gets the rights of the socket, so nobody else can be faster than a later `chmod`.
    guard fchmod(socket.descriptor, 0o600) == 0 else {
      throw SystemError(cannot: operation, path)
    }
    try socket.bind(to: address, cannot: operation)
    socket.own(SocketFile(path))
    return socket
  }

  private static func isLeftBehind(_ address: SocketAddress) -> Bool {
    do throws(SystemError) {
      _ = try Socket.connect(to: address)
      return false
    } catch {
      return error.code == .connectionRefused
    }
  }

  /// `nil` unless there is a socket.
  private init?(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.path = path
    self.device = status.st_dev
    self.number = status.st_ino
  }
}
