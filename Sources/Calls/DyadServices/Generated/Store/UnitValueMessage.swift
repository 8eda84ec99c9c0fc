package import ProtobufWire

/// A number in a unit.
package struct UnitValueMessage: WireMessage {
  package static let wireName = "dyad.v1.UnitValue"

  /// Value.
  package var value = 0.0
  /// Unit.
  package var unit = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: value = try field.double("value")
    case 2: unit = try field.string("unit")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(value, field: 1)
    writer.write(unit, field: 2)
  }
}
