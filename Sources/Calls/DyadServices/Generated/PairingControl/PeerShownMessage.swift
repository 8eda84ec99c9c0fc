package import ProtobufWire

/// The other device is known, and its owner is asked.
package struct PeerShownMessage: WireMessage {
  package static let wireName = "dyad.v1.PeerShown"

  /// Who it is.
  package var peer: PeerMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &peer, "peer")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peer, field: 1)
  }
}
