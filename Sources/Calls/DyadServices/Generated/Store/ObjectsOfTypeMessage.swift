package import ProtobufWire

/// Objects of one type.
package struct ObjectsOfTypeMessage: WireMessage {
  package static let wireName = "dyad.v1.ObjectsOfType"

  /// On the owner's socket it may be left out.
  package var type = ""
  /// 16 bytes each.
  package var uuids: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: uuids = try field.bytes("uuids")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(uuids, field: 2)
  }
}
