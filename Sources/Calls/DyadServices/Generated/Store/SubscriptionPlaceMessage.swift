package import ProtobufWire

/// Where a subscription stands with one type.
package struct SubscriptionPlaceMessage: WireMessage {
  package static let wireName = "dyad.v1.SubscriptionPlace"

  /// Type.
  package var type = ""
  /// Anchor.
  package var anchor: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: anchor = try field.bytes("anchor")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(anchor, field: 2)
  }
}
