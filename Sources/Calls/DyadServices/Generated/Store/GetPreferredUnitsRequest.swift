package import ProtobufWire

/// Asks in which units the user wants to see types.
package struct GetPreferredUnitsRequest: WireMessage {
  package static let wireName = "dyad.v1.GetPreferredUnitsRequest"

  /// Types.
  package var types: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: types.append(try field.string("types"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(types, field: 1)
  }
}
