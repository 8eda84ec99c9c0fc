internal import CLinux
internal import Glibc

extension SocketAddress {
  /// The kind of socket that goes there.
  var family: Int32 {
    switch self {
    case .ipv4: AF_INET
    case .ipv6: AF_INET6
    case .unix: AF_UNIX
    }
  }

  /// Lends the address as the system wants it.
  func withSystemAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    switch self {
    case .ipv4(let number, let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = number.bigEndian
      return unsafe Self.lend(&address, size: MemoryLayout<sockaddr_in>.size, body)
    case .ipv6(let high, let low, let interface, let port):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_scope_id = interface
      unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
        unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
        unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      return unsafe Self.lend(&address, size: MemoryLayout<sockaddr_in6>.size, body)
    case .unix(let path):
      precondition(path.utf8.count <= Self.longestPath, "the path of a socket is short")
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
        unsafe bytes.copyBytes(from: path.utf8)
      }
      return unsafe Self.lend(&address, size: MemoryLayout<sockaddr_un>.size, body)
    }
  }

  /// Reads what the system wrote; `nil` for kinds of address that are none of ours.
  init?(_ storage: sockaddr_storage, length: socklen_t) {
    let length = min(Int(length), MemoryLayout<sockaddr_storage>.size)
    let address: SocketAddress? = unsafe withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
      case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
        let address = unsafe bytes.load(as: sockaddr_in.self)
        return .ipv4(
          UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
      case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
        let address = unsafe bytes.load(as: sockaddr_in6.self)
        return SocketAddress.ipv6(
          address.sin6_addr, interface: address.sin6_scope_id,
          port: UInt16(bigEndian: address.sin6_port))
      case AF_UNIX:
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        guard length > start else { return .unix(path: "") }
        let path = unsafe bytes[start..<length].prefix { $0 != 0 }
        return unsafe .unix(path: String(decoding: path, as: UTF8.self))
      default:
        return nil
      }
    }
    guard let address else { return nil }
    self = address
  }

  private static func lend<Address, Result>(
    _ address: inout Address, size: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    unsafe withUnsafeBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("an address has bytes") }
      return unsafe body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
    }
  }
}
