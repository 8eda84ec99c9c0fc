extension SocketAddress {
  /// Whether it stands for all addresses of the machine.
  package var isUnspecified: Bool {
    switch self {
    case .ipv4(0, _), .ipv6(0, 0, _, _): true
    case .ipv4, .ipv6, .unix: false
    }
  }
}
