package import ProtobufWire

/// They hold the same.
package struct SyncNowResponse: WireMessage {
  package static let wireName = "dyad.v1.SyncNowResponse"

  /// Peers.
  package var peers: [PeerStatusMessage] = []
  /// What was damaged here before that, as VerifyStore tells it.
  package var findings: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: peers.append(try field.message("peers"))
    case 2: findings.append(try field.string("findings"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peers, field: 1)
    writer.write(findings, field: 2)
  }
}
