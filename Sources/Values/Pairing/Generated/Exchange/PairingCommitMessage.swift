internal import ProtobufWire

/// Tells that a side has stored the pair, which it does before.
struct PairingCommitMessage: WireMessage {
  static let wireName = "dyad.v1.PairingCommit"

  /// The role of A as agreed: 1 phone, 2 watch.
  var roleA: UInt64 = 0
  /// The role of B as agreed.
  var roleB: UInt64 = 0
  /// 64 bytes: HMAC-SHA512; [PAIR-COMMIT-TAG].
  var tag: [UInt8] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: roleA = try field.uint64("role_a")
    case 2: roleB = try field.uint64("role_b")
    case 3: tag = try field.bytes("tag")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(roleA, field: 1)
    writer.write(roleB, field: 2)
    writer.write(tag, field: 3)
  }
}
