internal import ProtobufWire

/// Where a reader stands with one type.
struct StoredPlaceMessage: WireMessage {
  static let wireName = "dyad.stored.StoredPlace"

  /// Its identifier.
  var type = ""
  /// Anchor.
  var anchor: [UInt8] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: anchor = try field.bytes("anchor")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(anchor, field: 2)
  }
}
