internal import RPCCore
internal import RPCHTTP2
internal import TextFormats

/// What makes the calls of one command, which share their metadata and their time.
struct Caller: Sendable {
  let client: Client
  let facts: ConnectionAdvice.Facts
  let metadata: Metadata
  let deadline: ContinuousClock.Instant?
  let messageBytes: Int

  /// The options of a call that begins now.
  var options: CallOptions {
    var options = CallOptions(
      metadata: metadata, timeout: deadline.map { ContinuousClock.now.duration(to: $0) })
    options.limits.messageBytes = messageBytes
    return options
  }

  /// The failure to show for a status; what to do about it follows from how the server is spoken to.
  func failure(_ error: RPCError, details: [JSONValue] = []) -> CallFailure {
    CallFailure(named(error), details: details, advice: advice(for: error))
  }

  /// The failure with what is the matter in front of the words of TLS, where they are about certificates.
  private func named(_ error: RPCError) -> RPCError {
    guard error.code == .unavailable, let failure = facts.failures.first else { return error }
    switch failure {
    case .certificateRefused, .certificateRevoked, .certificateRequired, .serverRefused:
      var error = error
      error.detail = "\(failure): \(error.detail)"
      return error
    case .unreachable, .other: return error
    }
  }

  private func advice(for error: RPCError) -> String? {
    switch error.code {
    case .unauthenticated: return "Say who you are: with --header, or with --cert and --key."
    case .resourceExhausted where error.detail.contains("\(messageBytes) are allowed"):
      return "Let longer messages in with --max-message-size."
    case .deadlineExceeded: return deadline == nil ? nil : "Allow more with --max-time."
    case .unavailable: return ConnectionAdvice.text(for: error.detail, facts)
    default: return nil
    }
  }
}
