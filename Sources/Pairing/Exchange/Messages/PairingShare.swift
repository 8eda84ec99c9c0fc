internal import ProtobufWire

/// A share of CPace with its associated data.
struct PairingShare: WireMessage {
  static let wireName = "dyad.v1.PairingShare"

  /// An element of the group.
  var share: [UInt8] = []
  /// What both sides must agree on.
  var associatedData: [UInt8] = []

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: share = try field.bytes("share")
    case 2: associatedData = try field.bytes("associated_data")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(share, field: 1)
    writer.write(associatedData, field: 2)
  }
}
