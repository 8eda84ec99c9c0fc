package import ProtobufWire

/// Ends a pair.
package struct RemovePeerRequest: WireMessage {
  package static let wireName = "dyad.v1.RemovePeerRequest"

  /// Its id, or the beginning of it, or its name; nothing where there is one peer.
  package var peer = ""
  /// Whether a watch also erases all samples.
  package var erase = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: peer = try field.string("peer")
    case 2: erase = try field.bool("erase")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(peer, field: 1)
    writer.write(erase, field: 2)
  }
}
