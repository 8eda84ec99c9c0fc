package import ProtobufWire

/// The peers.
package struct ListPeersResponse: WireMessage {
  package static let wireName = "dyad.v1.ListPeersResponse"

  /// All of them, and those that were removed and do not know it yet.
  package var peers: [PeerMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: peers.append(try field.message("peers"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peers, field: 1)
  }
}
