internal import ProtobufWire

/// A change of the own key that is under way.
struct KeyRotationMessage: WireMessage {
  static let wireName = "dyad.stored.KeyRotation"

  /// SHA-256 of the key that will hold.
  var nextKey: [UInt8] = []
  /// The ids of the peers that know of it, in ascending order.
  var told: [[UInt8]] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: nextKey = try field.bytes("next_key")
    case 2: told.append(try field.bytes("told"))
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(nextKey, field: 1)
    for each in told { writer.write(each, field: 2, always: true) }
  }
}
