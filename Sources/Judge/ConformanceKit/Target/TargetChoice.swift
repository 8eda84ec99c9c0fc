/// Which node is tested, and how it is reached.
///
/// A program says so on its standard output, a line each, as soon as it can be called:
/// `listening tls HOST:PORT` for other nodes, which every node has; `listening unix PATH` for apps and
/// `listening operator PATH` for its owner, where it has them, before that line or in the same write;
/// and `code DIGITS` for each pairing code that it shows by itself, whenever it shows one. It ends in order on
/// SIGTERM, and started again with the same words it goes on with what it kept.
package enum TargetChoice: Hashable, Sendable {
  /// A node that runs already and is neither started nor ended: where it listens, the code that it shows
  /// or nothing, and the sockets of its owner and of its apps.
  case running(address: String, code: String, operatorSocket: String?, appSocket: String?)
  /// A program, by its words: `{state}` becomes a fresh folder, and `{role}` "phone" or "watch".
  case program([String], hasVirtualTime: Bool)

  /// What a case may ask for.
  ///
  /// - Parameter need: Beyond the port of nodes.
  /// - Returns: Whether it can be had; for the sockets of a program, which tells of them only once it
  ///   runs, whether it may be.
  package func mayOffer(_ need: Need) -> Bool {
    switch (self, need) {
    case (.running(_, _, let socket, _), .owner): socket != nil
    case (.running(_, _, _, let socket), .app): socket != nil
    case (.running(_, _, let socket, _), .window): socket != nil
    case (.running, .restart), (.running, .clock), (.running, .fresh): false
    case (.program(_, let hasVirtualTime), .clock): hasVirtualTime
    case (.program, _): true
    }
  }
}
