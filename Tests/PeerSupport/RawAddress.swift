internal import Glibc

/// Where a socket of this machine is.
struct RawAddress {
  private var storage = sockaddr_storage()
  private var size: socklen_t

  static func loopback(port: UInt16) -> Self {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return Self(address)
  }

  static func local(path: String) throws(PeerError) -> Self {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(path.utf8)
    let isFitting = unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      guard path.count < buffer.count else { return false }
      unsafe buffer.copyBytes(from: path)
      return true
    }
    guard isFitting else { throw PeerError(cannot: "name a socket", "the path is too long") }
    return Self(address)
  }

  private init<Address>(_ address: Address) {
    size = socklen_t(MemoryLayout<Address>.size)
    unsafe withUnsafeMutableBytes(of: &storage) { buffer in
      unsafe buffer.storeBytes(of: address, as: Address.self)
    }
  }

  func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    unsafe withUnsafePointer(to: storage) { pointer in
      unsafe body(UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), size)
    }
  }
}
