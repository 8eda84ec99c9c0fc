package import ProtobufWire

/// Which types are here.
package struct ListTypesResponse: WireMessage {
  package static let wireName = "dyad.v1.ListTypesResponse"

  /// Types.
  package var types: [TypeCountMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: types.append(try field.message("types"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(types, field: 1)
  }
}
