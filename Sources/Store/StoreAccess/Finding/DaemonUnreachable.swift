package import RPCCore

/// Why a node's store cannot be used: its daemon runs, and cannot be asked.
package struct DaemonUnreachable: Error {
  package enum Reason: Sendable {
    /// It refused the first call, or did not answer it.
    case noAnswer(RPCError)
    /// It has the lock of a node's state folder, and does not listen; how the lock is held.
    case notListening(state: String, String)
    /// No socket can have its path.
    case longPath
  }

  package var reason: Reason
  /// Where it was to be reached.
  package var socket: String

  init(_ reason: Reason, socket: String) {
    self.reason = reason
    self.socket = socket
  }
}

extension DaemonUnreachable: CustomStringConvertible {
  package var description: String {
    let why =
      switch reason {
      case .noAnswer(let error): error.detail
      case .notListening(let state, let detail):
        "it has the store in \(state) (\(detail)), and nobody listens"
      case .longPath: "a socket cannot have so long a path"
      }
    return "cannot reach the daemon at \(socket): \(why)"
  }
}
