private import Glibc

/// An address and a port that can be connected to from here.
struct ServiceAddress: Hashable, Sendable {
  private let host: String
  private let port: UInt16

  /// Takes the 4 or 16 bytes of an address; `nil` where nothing could be reached at it.
  ///
  /// Link-local addresses of IPv6 are left out: they mean something only together with an interface,
  /// and whoever has one has another address as well.
  init?(_ bytes: [UInt8], port: UInt16) {
    guard port > 0 else { return nil }
    switch bytes.count {
    case 4:
      // 0.0.0.0/8 is no host; from 224.0.0.0 on are groups and what is reserved (RFC 6890).
      guard bytes[0] > 0, bytes[0] < 224 else { return nil }
    case 16:
      let isUnspecified = bytes.allSatisfy { $0 == 0 }
      let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
      // An IPv4 address in disguise has its own record.
      let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      guard !isUnspecified, !isLinkLocal, !isMapped, bytes[0] != 0xFF else { return nil }
    default:
      return nil
    }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
    host = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.port = port
  }
}

extension ServiceAddress: CustomStringConvertible {
  /// "HOST:PORT", with brackets around an address of IPv6.
  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
