internal import SystemCore

/// Where another node is reached: "HOST:PORT", or "[IPV6]:PORT".
package struct NodeAddress: Hashable, Sendable {
  /// Where nodes listen by convention.
  package static let usualPort: UInt16 = 7443

  private static let hostBytes = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_".utf8)

  /// The host, an IPv6 address in brackets.
  package let host: String
  /// The port, never 0.
  package let port: UInt16

  /// Reads ``description``; `nil` for every other text.
  package init?(_ text: String) {
    self.init(text, withPort: true)
  }

  /// Reads what people type, who may leave out the port; `nil` for every other text.
  package init?(typed text: String) {
    guard let address = NodeAddress(text) ?? NodeAddress(text, withPort: false) else { return nil }
    self = address
  }

  private init?(_ text: String, withPort: Bool) {
    let whole = withPort ? text : "\(text):\(Self.usualPort)"
    guard let colon = whole.lastIndex(of: ":"), let port = UInt16(whole[colon...].dropFirst()),
      port > 0, let endpoint = Endpoint(whole)
    else { return nil }
    host = String(whole[..<colon])
    self.port = port
    switch endpoint {
    case .address(.ipv4), .address(.ipv6): break
    case .address(.unix): return nil
    case .name:
      guard host.utf8.allSatisfy({ Self.hostBytes.contains($0) }) else { return nil }
    }
    // One address has one spelling: no "+", and no zeros before the port.
    guard description == whole else { return nil }
  }
}

extension NodeAddress: CustomStringConvertible {
  package var description: String { "\(host):\(port)" }
}
