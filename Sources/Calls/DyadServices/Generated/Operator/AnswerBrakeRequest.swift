package import ProtobufWire

/// Answers what the brake stopped, and what a watch said is deleted and is held; where the peer has
/// unsealed settings, these alone.
package struct AnswerBrakeRequest: WireMessage {
  package static let wireName = "dyad.v1.AnswerBrakeRequest"

  /// Peer.
  package var peer = ""
  /// Lets the deletions pass; else the peer's claim is refused, and it gets the samples back: what
  /// was held as copies.
  ///
  /// Of unsealed settings: apps may do what both records allow; else what the phone's own allows.
  package var accept = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: peer = try field.string("peer")
    case 2: accept = try field.bool("accept")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peer, field: 1)
    writer.write(accept, field: 2)
  }
}
