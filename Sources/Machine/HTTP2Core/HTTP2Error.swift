/// Why a session, or one call on it, cannot go on.
package struct HTTP2Error: Error, Hashable {
  /// What a caller may react to; everything else is for the log.
  package enum Code: Hashable, Sendable {
    /// The peer broke the protocol; what is left to send tells it so.
    case peer(ErrorCode)
    /// What arrived is no HTTP/2 at all.
    case notHTTP2
    /// The connection takes no new streams: one side is shutting down, or its numbers are used up.
    case goingAway
    /// There is no memory left.
    case outOfMemory
    /// The call makes no sense: a mistake of ours.
    case misuse
  }

  /// What a caller may react to.
  package var code: Code
  /// What was being attempted, as a verb phrase: "receive a PING frame".
  package var operation: String
  /// The reason, in nghttp2's words where it gave one.
  package var detail: String

  /// States a fault.
  package init(_ code: Code, cannot operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }
}

extension HTTP2Error: CustomStringConvertible {
  /// "cannot OPERATION: DETAIL".
  package var description: String { "cannot \(operation): \(detail)" }
}
