internal import SystemCore

/// The machine that a connection is from, or the network of it that one person has to themselves.
struct ConnectionOrigin: Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Reads it off an address; `nil` where all are from this machine.
  init?(_ address: SocketAddress) {
    switch address {
    case .ipv4(let address, _): (high, low) = (0, UInt64(address))
    // Addresses of the old kind come like this where one socket listens for both.
    case .ipv6(0, let low, _, _): (high, self.low) = (0, low & 0xffff_ffff)
    // A household has 2^64 addresses of the new kind.
    case .ipv6(let high, _, _, _): (self.high, low) = (high, 0)
    case .unix: return nil
    }
  }
}
