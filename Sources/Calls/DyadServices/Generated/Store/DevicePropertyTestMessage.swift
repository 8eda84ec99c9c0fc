package import ProtobufWire

/// Looks for a property of the device among texts; none means that it is unset.
package struct DevicePropertyTestMessage: WireMessage {
  package static let wireName = "dyad.v1.DevicePropertyTest"

  /// As the fields of Device are numbered.
  package var property: UInt32 = 0
  /// Texts.
  package var texts: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: property = try field.uint32("property")
    case 2: texts.append(try field.string("texts"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(property, field: 1)
    writer.write(texts, field: 2)
  }
}
