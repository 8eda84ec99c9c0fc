package import ProtobufWire

/// Asks for what does not change with time.
package struct GetCharacteristicRequest: WireMessage {
  package static let wireName = "dyad.v1.GetCharacteristicRequest"

  /// The identifier of its type.
  package var type = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
  }
}
