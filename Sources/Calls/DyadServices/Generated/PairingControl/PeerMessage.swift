package import ProtobufWire

/// One device that this one is paired with.
package struct PeerMessage: WireMessage {
  package static let wireName = "dyad.v1.Peer"

  /// Its printable id.
  package var id = ""
  /// 1 phone, 2 watch.
  package var role: UInt32 = 0
  /// What its owner calls it.
  package var name = ""
  /// SHA-256 of its public key, 32 bytes.
  package var fingerprint: [UInt8] = []
  /// The incarnation of its store.
  package var incarnation: UInt64 = 0
  /// Since when, in seconds since 2001-01-01 UTC.
  package var pairedAt = 0.0
  /// How far the pair has come.
  package var state = PeerStateMessage.unspecified
  /// Where it was reached last, "HOST:PORT"; empty where that is not known.
  package var address = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.string("id")
    case 2: role = try field.uint32("role")
    case 3: name = try field.string("name")
    case 4: fingerprint = try field.bytes("fingerprint")
    case 5: incarnation = try field.fixed64("incarnation")
    case 6: pairedAt = try field.double("paired_at")
    case 7: state = PeerStateMessage(rawValue: try field.int32("state")) ?? .unspecified
    case 8: address = try field.string("address")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(role, field: 2)
    writer.write(name, field: 3)
    writer.write(fingerprint, field: 4)
    writer.write(fixed64: incarnation, field: 5)
    writer.write(pairedAt, field: 6)
    writer.write(state.rawValue, field: 7)
    writer.write(address, field: 8)
  }
}
