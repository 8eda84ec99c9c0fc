package import ProtobufWire

/// One sample that belongs to another.
package struct PlainMemberMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainMember"

  /// Type.
  package var type = ""
  /// Uuid.
  package var uuid = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: uuid = try field.string("uuid")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(uuid, field: 2)
  }
}
