internal import Pairing
package import RPCHTTP2

extension ConnectionFailure {
  /// Whether the server takes no calls of this node, because it does not know its key.
  package var isOfStranger: Bool {
    switch self {
    case .certificateRevoked, .certificateRefused, .certificateRequired: true
    case .serverRefused, .unreachable, .other: false
    }
  }
}

extension PairingError {
  /// What a failed connection is to somebody who called a device.
  ///
  /// - Parameters:
  ///   - failure: why there is no connection.
  ///   - address: where the device should be.
  package init(_ failure: ConnectionFailure, calling address: String) {
    switch failure {
    case .certificateRevoked, .certificateRefused, .certificateRequired:
      self.init(.windowClosed, "cannot join \(address): it shows no code")
    case .serverRefused:
      self.init(
        .unknownKey,
        "cannot call \(address): the device there has another key. If it is the same device, restored without "
          + "its key, end the pair with 'dyad pair remove' and pair anew")
    case .unreachable(let why), .other(let why):
      self.init(.unreachable, "cannot call \(address): \(why)")
    }
  }
}
