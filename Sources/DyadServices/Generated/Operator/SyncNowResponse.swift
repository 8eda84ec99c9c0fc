package import ProtobufWire

/// They hold the same.
package struct SyncNowResponse: WireMessage {
  package static let wireName = "dyad.v1.SyncNowResponse"

  /// Peers.
  package var peers: [PeerStatusMessage] = []

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
