package import ProtobufWire

/// Asks which types a phone sends to a watch; both know.
package struct GetScopeRequest: WireMessage {
  package static let wireName = "dyad.v1.GetScopeRequest"

  /// Peer.
  package var peer = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: peer = try field.string("peer")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peer, field: 1)
  }
}
