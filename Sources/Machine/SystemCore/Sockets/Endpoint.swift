/// What a user names to be connected to: an address, or a host that has to be looked up.
package enum Endpoint: Hashable, Sendable {
  /// Nothing to look up.
  case address(SocketAddress)
  /// A host by its name.
  case name(String, port: UInt16)

  /// Reads "HOST:PORT", "[::1]:PORT" or "unix:PATH".
  package init?(_ text: String) {
    if let address = SocketAddress(text) {
      self = .address(address)
    } else if !text.hasPrefix("unix:"), let (host, port) = SocketAddress.split(text),
      !host.contains(":"), host.utf8.count <= Self.longestName
    {
      self = .name(host, port: port)
    } else {
      return nil
    }
  }

  /// RFC 1035 §2.3.4.
  private static let longestName = 253

  /// Where that is, best first; names are asked of the system, on a thread that may wait.
  ///
  /// - Throws: `notFound` when nobody knows the name; `CancellationError` as soon as the task is
  ///   cancelled.
  package func addresses() async throws -> [SocketAddress] {
    switch self {
    case .address(let address): [address]
    case .name(let host, let port): try await NameLookup(host: host, port: port).result()
    }
  }
}

extension Endpoint: CustomStringConvertible {
  /// As the initialiser reads it.
  package var description: String {
    switch self {
    case .address(let address): address.description
    case .name(let host, let port): "\(host):\(port)"
    }
  }
}
