package import ProtobufWire

/// It is durable.
package struct SubscribeResponse: WireMessage {
  package static let wireName = "dyad.v1.SubscribeResponse"

  /// Where it stands.
  package var anchor: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: anchor = try field.bytes("anchor")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(anchor, field: 1)
  }
}
