internal import RPCCore
package import TLSCore

extension CallPeer {
  /// What the one on the other side is known by; `nil` where it showed no certificate.
  package var key: PublicKeyFingerprint? { publicKey.flatMap { PublicKeyFingerprint($0) } }

  /// Where a caller listens itself, on the machine it calls from.
  ///
  /// - Parameter port: the port that it tells.
  /// - Returns: "HOST:PORT"; `nil` where it listens nowhere, or at an address of the link alone, which
  ///   says nothing without the name of the link.
  package func listening(at port: UInt32) -> String? {
    guard let port = UInt16(exactly: port), port != 0, let colon = address.lastIndex(of: ":"),
      !address.hasPrefix("[fe80:")
    else { return nil }
    return "\(address[..<colon]):\(port)"
  }
}
