package import ProtobufWire

/// The reader has dealt with everything of some types up to an anchor.
package struct AcknowledgeRequest: WireMessage {
  package static let wireName = "dyad.v1.AcknowledgeRequest"

  /// Name.
  package var name = ""
  /// Anchor.
  package var anchor: [UInt8] = []
  /// Which types; a subscription of one type needs none.
  package var types: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: anchor = try field.bytes("anchor")
    case 3: types.append(try field.string("types"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(name, field: 1)
    writer.write(anchor, field: 2)
    writer.write(types, field: 3)
  }
}
