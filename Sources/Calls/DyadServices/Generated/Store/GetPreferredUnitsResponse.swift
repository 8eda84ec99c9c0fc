package import ProtobufWire

/// The units, type by type.
package struct GetPreferredUnitsResponse: WireMessage {
  package static let wireName = "dyad.v1.GetPreferredUnitsResponse"

  /// Preferences.
  package var preferences: [[UInt8]] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: preferences.append(try field.bytes("preferences"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in preferences { writer.write(each, field: 1, always: true) }
  }
}
