private import CLinux
private import Glibc

extension Machine {
  /// More than any machine has; a table of interfaces with more is cut off here.
  private static let mostAddresses = 256

  /// Where other machines may reach this one: the addresses of the interfaces that are up, without
  /// those that only this machine or only its link knows.
  ///
  /// - Parameter port: The port that each address gets.
  /// - Returns: Each once, in the order of the system; empty without a network.
  /// - Throws: `SystemError` if the system does not tell.
  package static func addresses(port: UInt16 = 0) throws(SystemError) -> [SocketAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else {
      throw SystemError(cannot: "list", "the addresses of this machine")
    }
    defer { unsafe freeifaddrs(list) }
    var addresses: [SocketAddress] = []
    var next = unsafe list
    while let entry = unsafe next, addresses.count < mostAddresses {
      unsafe next = entry.pointee.ifa_next
      let flags = unsafe Int32(bitPattern: entry.pointee.ifa_flags)
      // An interface without an address of its own is in the list, too.
      guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
        let start = unsafe entry.pointee.ifa_addr,
        let address = unsafe SocketAddress(start, port: port),
        address.isReachableFromAfar, !addresses.contains(address)
      else { continue }
      addresses.append(address)
    }
    return addresses
  }

  /// What the machine calls itself; nobody else need know it by that name.
  ///
  /// - Throws: `SystemError` if the system does not tell.
  package static func hostName() throws(SystemError) -> String {
    // The system's bound is 64, and a name that is cut off has no zero behind it.
    var name = [CChar](repeating: 0, count: 65)
    guard unsafe gethostname(&name, name.count) == 0 else {
      throw SystemError(cannot: "ask for", "the name of this machine")
    }
    return String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension SocketAddress {
  /// Whether other machines can mean this one by it, as far as its number tells.
  package var isReachableFromAfar: Bool {
    switch self {
    case .ipv4(let number, _):
      // This machine, its link (RFC 3927), groups and what is no address at all.
      number >> 24 != 127 && number >> 16 != 0xa9fe && number >> 24 != 0 && number >> 28 < 0xe
    case .ipv6(let high, let low, _, _):
      // The same: RFC 4291 §2.5.3, §2.5.6, §2.7.
      !(high == 0 && low <= 1) && high >> 54 != 0xfe80 >> 6 && high >> 56 != 0xff
    case .unix: false
    }
  }

  /// The machine alone, as `init(host:port:)` reads it; `nil` for files.
  package var host: String? {
    guard let port else { return nil }
    let text = description.dropLast("\(port)".utf8.count + 1)
    return String(text.hasPrefix("[") ? text.dropFirst().dropLast() : text)
  }

  /// Copies the address of an interface; `nil` for kinds that are none of ours.
  fileprivate init?(_ start: UnsafePointer<sockaddr>, port: UInt16) {
    let size =
      switch unsafe Int32(start.pointee.sa_family) {
      case AF_INET: MemoryLayout<sockaddr_in>.size
      case AF_INET6: MemoryLayout<sockaddr_in6>.size
      default: 0
      }
    guard size > 0 else { return nil }
    var storage = sockaddr_storage()
    unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: start, count: size))
    }
    switch SocketAddress(storage, length: socklen_t(size)) {
    case .ipv4(let number, _): self = .ipv4(number, port: port)
    case .ipv6(let high, let low, let interface, _):
      self = .ipv6(high, low, interface: interface, port: port)
    case .unix, nil: return nil
    }
  }
}
