package import ProtobufWire

/// Chooses which types the phone sends to a watch.
package struct SetScopeRequest: WireMessage {
  package static let wireName = "dyad.v1.SetScopeRequest"

  /// Peer.
  package var peer = ""
  /// All types but these, instead of these alone.
  package var isExclusion = false
  /// Types.
  package var types: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: peer = try field.string("peer")
    case 2: isExclusion = try field.bool("is_exclusion")
    case 3: types.append(try field.string("types"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peer, field: 1)
    writer.write(isExclusion, field: 2)
    writer.write(types, field: 3)
  }
}
