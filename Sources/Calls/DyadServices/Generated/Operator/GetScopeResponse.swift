package import ProtobufWire

/// As SetScopeRequest has them.
package struct GetScopeResponse: WireMessage {
  package static let wireName = "dyad.v1.GetScopeResponse"

  /// Is exclusion.
  package var isExclusion = false
  /// Types.
  package var types: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: isExclusion = try field.bool("is_exclusion")
    case 2: types.append(try field.string("types"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(isExclusion, field: 1)
    writer.write(types, field: 2)
  }
}
