internal import ProtobufWire

/// Tells that a side has stored the pair.
struct PairingCommit: WireMessage {
  static let wireName = "dyad.v1.PairingCommit"

  /// 1 phone, 2 watch.
  var roleOfA: UInt64 = 0
  /// 1 phone, 2 watch.
  var roleOfB: UInt64 = 0
  /// HMAC-SHA512 over who says so, and the roles.
  var tag: [UInt8] = []

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: roleOfA = try field.uint64("role_a")
    case 2: roleOfB = try field.uint64("role_b")
    case 3: tag = try field.bytes("tag")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(roleOfA, field: 1)
    writer.write(roleOfB, field: 2)
    writer.write(tag, field: 3)
  }
}
