package import SystemCore

/// Where a node listens, and what lies between.
package struct ListeningAddress: Hashable, Sendable {
  /// The address, with the port that was free where none was named.
  package var address: SocketAddress
  /// Whether it is for the node's owner, and not for apps.
  package var isForOwner = false

  /// "tls 127.0.0.1:7443", "unix PATH" or "operator PATH".
  package var text: String {
    guard case .unix(let path) = address else { return "tls \(address)" }
    return "\(isForOwner ? "operator" : "unix") \(path)"
  }
}
