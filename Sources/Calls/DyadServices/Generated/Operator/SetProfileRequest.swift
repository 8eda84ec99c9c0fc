package import ProtobufWire

/// Sets one; on the phone.
package struct SetProfileRequest: WireMessage {
  package static let wireName = "dyad.v1.SetProfileRequest"

  /// Characteristic.
  package var characteristic: [UInt8]?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: characteristic = try field.bytes("characteristic")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    if let characteristic { writer.write(characteristic, field: 1, always: true) }
  }
}
