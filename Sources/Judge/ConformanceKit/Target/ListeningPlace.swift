package import ConformanceWire

/// Where nodes may call the tool.
package struct ListeningPlace: Hashable, Sendable {
  /// The number of this machine's at which it listens.
  package let host: String
  /// 0 for one that is free.
  package let port: UInt16

  /// Any free port that programs of this machine reach.
  package static let loopback = ListeningPlace(host: "127.0.0.1", port: 0)
  /// Any free port, at all numbers that this machine has.
  package static let everywhere = ListeningPlace(host: "0.0.0.0", port: 0)

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  package func listener() throws(WireError) -> Listener {
    try Listener(host: host, port: port)
  }
}
