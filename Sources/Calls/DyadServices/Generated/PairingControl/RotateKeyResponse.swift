package import ProtobufWire

/// How far the change of the key is.
package struct RotateKeyResponse: WireMessage {
  package static let wireName = "dyad.v1.RotateKeyResponse"

  /// The key that will hold, or holds already, 32 bytes.
  package var fingerprint: [UInt8] = []
  /// Whether it holds; else the old one does until the peers below were reached.
  package var isDone = false
  /// Who has not been reached.
  package var waitingFor: [PeerMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: fingerprint = try field.bytes("fingerprint")
    case 2: isDone = try field.bool("is_done")
    case 3: waitingFor.append(try field.message("waiting_for"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(fingerprint, field: 1)
    writer.write(isDone, field: 2)
    writer.write(waitingFor, field: 3)
  }
}
