package import SystemCore

/// Where a node listens, and what lies between.
package struct ListeningAddress: Hashable, Sendable {
  /// The address, with the port that was free where none was named.
  package var address: SocketAddress

  /// "tls 127.0.0.1:7443" or "unix PATH".
  package var text: String {
    if case .unix(let path) = address { "unix \(path)" } else { "tls \(address)" }
  }
}
