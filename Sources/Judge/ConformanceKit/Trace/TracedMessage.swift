/// A message that passed between two nodes, or the end of a call.
package struct TracedMessage: Hashable, Sendable {
  /// What passed.
  package enum Content: Hashable, Sendable {
    case message([UInt8])
    case end(code: Int, message: String)

    /// How many bytes it is.
    package var count: Int {
      switch self {
      case .message(let bytes): bytes.count
      case .end(_, let text): text.utf8.count
      }
    }
  }

  /// Counts the connections of a recording, from 1.
  package var connection: Int
  /// The stream of HTTP/2.
  package var stream: UInt32
  /// "dyad.v1.Sync/Session".
  package var method: String
  /// Who said it.
  package var from: Role
  /// Seconds since the recording began.
  package var at: Double
  package var content: Content

  package init(
    connection: Int, stream: UInt32, method: String, from: Role, at: Double, content: Content
  ) {
    self.connection = connection
    self.stream = stream
    self.method = method
    self.from = from
    self.at = at
    self.content = content
  }

  /// Whether it is of a sync session.
  package var isOfSession: Bool { method == "dyad.v1.Sync/Session" }
}
