/// Why a server or a client over sockets cannot do what it was asked to.
package struct TransportError: Error, Hashable {
  /// What a caller may react to.
  package enum Code: Hashable, Sendable {
    /// Bytes that anybody could read or change are only allowed within this machine.
    case plainIsForThisMachine
    /// The connections of this peer were ended.
    case peerIsUnwelcome
    /// What was ready to be sent is not to be said.
    case nothingToSay
  }

  package var code: Code
  /// What was being attempted, as a verb phrase: "listen at 10.0.0.1:80".
  package var operation: String
  package var detail: String

  init(_ code: Code, cannot operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  static let unwelcome = TransportError(
    .peerIsUnwelcome, cannot: "serve a peer", "its connections were ended")

  static let brokenOff = TransportError(
    .nothingToSay, cannot: "go on", "what was ready to be sent turned out not to be so")
}

extension TransportError: CustomStringConvertible {
  package var description: String { "cannot \(operation): \(detail)" }
}
