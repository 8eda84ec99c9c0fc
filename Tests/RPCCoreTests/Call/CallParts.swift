internal import RPCCore

// What tests say about calls in few words.

extension CallLimits {
  /// Limits that a few bytes reach.
  static func small(mark: Int = 20, step: Int = 30) -> CallLimits {
    var limits = CallLimits()
    limits.outboundMark = mark
    limits.creditStep = step
    return limits
  }
}

extension CallRequest {
  static let example = CallRequest(method: MethodPath(service: "dyad.test.S", method: "M"))
}

extension RPCError {
  static let gone = RPCError(.unavailable, "the connection is gone", metadata: ["x": .text("1")])
}

extension CallReading {
  /// The reading as a word: `message 3` for one of three bytes, with `, wakes` where it does.
  var name: String {
    switch self {
    case .message(let message, let wakes): "message \(message.bytes.count)\(wakes ? ", wakes" : "")"
    case .ended: "ended"
    case .failed(let error): "failed \(error.code.name)"
    case .mustWait: "must wait"
    }
  }
}

extension ServerCallState {
  /// All parts that are to be sent, as words.
  mutating func drainNames() -> [String] {
    var names: [String] = []
    while let part = nextPart() {
      switch part {
      case .headers(let metadata, _): names.append("headers\(metadata.names)")
      case .message(let message): names.append("message \(message.bytes.count)")
      case .status(let status, let metadata):
        names.append("status \(status.code.name)\(metadata.names)")
      }
    }
    return names
  }
}

extension ClientCallState {
  /// All parts that are to be done, as words.
  mutating func drainNames() -> [String] {
    var names: [String] = []
    while let part = nextPart() {
      switch part {
      case .message(let message): names.append("message \(message.bytes.count)")
      case .halfClose: names.append("half close")
      case .cancel: names.append("cancel")
      }
    }
    return names
  }
}

extension CallMessage {
  /// A message of some bytes, of which nothing but their number matters.
  static func of(_ count: Int) -> CallMessage { CallMessage(Frames.body(count)) }
}

extension Metadata {
  fileprivate var names: String { entries.map { " " + $0.name }.joined() }
}
