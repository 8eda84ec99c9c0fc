/// What went wrong between the tool and the node.
package enum WireError: Error, Hashable, Sendable {
  /// No connection came to be.
  case unreachable(String)
  /// TLS failed: the alert or the reason in words.
  case refused(String)
  /// Nothing came in time: what was waited for.
  case silence(String)
  /// The other side ended the connection or the stream, and how.
  case closed(String)
  /// What came breaks TLS, HTTP/2, HPACK or gRPC: which rule.
  case malformed(String)
  /// More came than any case takes.
  case flood(String)
}

extension WireError: CustomStringConvertible {
  /// For reports.
  package var description: String {
    switch self {
    case .unreachable(let reason): "cannot connect: \(reason)"
    case .refused(let reason): "TLS failed: \(reason)"
    case .silence(let wanted): "nothing came in time: \(wanted)"
    case .closed(let how): "the connection or stream is over: \(how)"
    case .malformed(let rule): "what came breaks a rule: \(rule)"
    case .flood(let amount): "too much came: \(amount)"
    }
  }
}

extension WireError {
  /// The same, but silence says what was waited for.
  package func waiting(for wanted: String) -> WireError {
    if case .silence = self { .silence(wanted) } else { self }
  }
}
