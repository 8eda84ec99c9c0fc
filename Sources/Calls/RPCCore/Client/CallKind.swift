/// Which side of a call sends how many messages.
package enum CallKind: Hashable, Sendable, CaseIterable {
  case unary
  case clientStreaming
  case serverStreaming
  case bidirectional

  package init(clientStreams: Bool, serverStreams: Bool) {
    self =
      switch (clientStreams, serverStreams) {
      case (false, false): .unary
      case (true, false): .clientStreaming
      case (false, true): .serverStreaming
      case (true, true): .bidirectional
      }
  }

  package var clientStreams: Bool { self == .clientStreaming || self == .bidirectional }
  package var serverStreams: Bool { self == .serverStreaming || self == .bidirectional }
}
