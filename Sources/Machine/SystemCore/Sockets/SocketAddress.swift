internal import Glibc

/// Where a socket is, without a name that would have to be looked up.
package enum SocketAddress: Hashable, Sendable {
  /// The four bytes as a number, the first the highest.
  case ipv4(UInt32, port: UInt16)
  /// The sixteen bytes as two numbers, and the interface a link-local address is on, or zero.
  case ipv6(UInt64, UInt64, interface: UInt32, port: UInt16)
  /// A file; empty for the end of a Unix socket that has none.
  case unix(path: String)

  /// This machine, for those who are on it.
  package static func loopback(port: UInt16) -> SocketAddress { .ipv4(0x7f00_0001, port: port) }

  /// The port, where there are ports.
  package var port: UInt16? {
    switch self {
    case .ipv4(_, let port), .ipv6(_, _, _, let port): port
    case .unix: nil
    }
  }

  /// Whether nothing sent there leaves the machine.
  package var isLoopback: Bool {
    switch self {
    case .ipv4(let address, _): address >> 24 == 127
    case .ipv6(let high, let low, _, _): high == 0 && low == 1
    case .unix: true
    }
  }

  /// Whether it is a file.
  package var isUnix: Bool {
    if case .unix = self { true } else { false }
  }
}

extension SocketAddress {
  /// As many bytes as fit with the zero that ends them.
  package static let longestPath = 107

  /// Reads "127.0.0.1:80", "[::1]:80" or "unix:PATH"; `nil` for anything else, as names are.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard Self.canBePath(path) else { return nil }
      self = .unix(path: path)
      return
    }
    guard let (host, port) = Self.split(text) else { return nil }
    self.init(host: host, port: port)
  }

  /// Reads the number of a machine: "127.0.0.1" or "::1".
  package init?(host: String, port: UInt16) {
    var four = in_addr()
    if unsafe inet_pton(AF_INET, host, &four) == 1 {
      self = .ipv4(UInt32(bigEndian: four.s_addr), port: port)
      return
    }
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, host, &six) == 1 else { return nil }
    self = Self.ipv6(six, interface: 0, port: port)
  }

  /// Whether a Unix socket can have the path.
  static func canBePath(_ path: String) -> Bool {
    (1...longestPath).contains(path.utf8.count) && !path.utf8.contains(0)
  }

  /// The parts of "HOST:PORT" or "[HOST]:PORT"; `nil` unless both are there.
  static func split(_ text: String) -> (host: String, port: UInt16)? {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    var host = text[..<colon]
    let digits = text[text.index(after: colon)...]
    // A number parser would take a sign too.
    guard (1...5).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits)
    else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.utf8.contains(0) else { return nil }
    return (String(host), port)
  }

  static func ipv6(_ address: in6_addr, interface: UInt32, port: UInt16) -> SocketAddress {
    let (high, low) = unsafe withUnsafeBytes(of: address) { bytes in
      unsafe (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    let numbers = (UInt64(bigEndian: high), UInt64(bigEndian: low))
    // An old address in a new one's clothes: a listener for both kinds shows callers like that.
    if numbers.0 == 0, numbers.1 >> 32 == 0xffff {
      return .ipv4(UInt32(truncatingIfNeeded: numbers.1), port: port)
    }
    return .ipv6(numbers.0, numbers.1, interface: interface, port: port)
  }
}

extension SocketAddress: CustomStringConvertible {
  /// As the initialiser reads it.
  package var description: String {
    switch self {
    case .ipv4(let address, let port):
      return [24, 16, 8, 0].map { String(address >> $0 & 0xff) }.joined(separator: ".") + ":\(port)"
    case .ipv6(let high, let low, _, let port):
      var address = in6_addr()
      unsafe withUnsafeMutableBytes(of: &address) { bytes in
        unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
        unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      // It fails for unknown kinds and short buffers only.
      _ = unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
      let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return "[\(String(decoding: bytes, as: UTF8.self))]:\(port)"
    case .unix(let path):
      return "unix:\(path)"
    }
  }
}
