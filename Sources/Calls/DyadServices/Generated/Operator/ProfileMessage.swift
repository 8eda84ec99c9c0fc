package import ProtobufWire

/// Asks for a record that the phone owns, or sets it.
package struct ProfileMessage: WireMessage {
  package static let wireName = "dyad.v1.Profile"

  /// Characteristics.
  package var characteristics: [[UInt8]] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: characteristics.append(try field.bytes("characteristics"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in characteristics { writer.write(each, field: 1, always: true) }
  }
}
