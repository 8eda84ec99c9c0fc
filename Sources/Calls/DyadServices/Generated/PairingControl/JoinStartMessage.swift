package import ProtobufWire

/// Joins a device.
package struct JoinStartMessage: WireMessage {
  package static let wireName = "dyad.v1.JoinStart"

  /// HOST:PORT.
  package var address = ""
  /// What becomes of samples of another pair.
  package var rows = RowsPolicyMessage.refuse
  /// The fingerprint that the other device must have; nothing where any will do.
  package var fingerprint: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: address = try field.string("address")
    case 2: rows = RowsPolicyMessage(rawValue: try field.int32("rows")) ?? .refuse
    case 3: fingerprint = try field.bytes("fingerprint")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(address, field: 1)
    writer.write(rows.rawValue, field: 2)
    writer.write(fingerprint, field: 3)
  }
}
