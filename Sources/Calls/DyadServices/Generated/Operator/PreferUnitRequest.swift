package import ProtobufWire

/// Sets in which unit a type is shown; on the phone.
///
/// Without a unit it asks, or takes the choice back.
package struct PreferUnitRequest: WireMessage {
  package static let wireName = "dyad.v1.PreferUnitRequest"

  /// Type.
  package var type = ""
  /// Unit.
  package var unit = ""
  /// Takes back what was chosen for the type; without a unit.
  package var clear = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: unit = try field.string("unit")
    case 3: clear = try field.bool("clear")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(unit, field: 2)
    writer.write(clear, field: 3)
  }
}
