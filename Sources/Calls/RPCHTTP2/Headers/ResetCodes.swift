internal import HTTP2Core
internal import RPCCore

/// What the codes of HTTP/2 mean for a call.
enum ResetCodes {
  /// What a call's side makes of a stream that the peer reset.
  static func error(_ code: ErrorCode) -> RPCError {
    switch code {
    case .refusedStream: RPCError(.unavailable, "the peer refused the call")
    case .cancel: RPCError(.cancelled, "the peer cancelled the call")
    case .enhanceYourCalm: RPCError(.resourceExhausted, "the peer asks for fewer calls")
    case .inadequateSecurity: RPCError(.permissionDenied, "the peer asks for a safer connection")
    default: RPCError(.internal, "the peer reset the call: \(code)")
    }
  }
}
