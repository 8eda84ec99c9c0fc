internal import ProtobufWire

/// A device that is trusted.
struct TrustedPeerMessage: WireMessage {
  static let wireName = "dyad.stored.TrustedPeer"

  /// 13 bytes.
  var id: [UInt8] = []
  /// 1 phone, 2 watch.
  var role: UInt32 = 0
  /// What its owner calls it.
  var name = ""
  /// The incarnation of its store.
  var incarnation: UInt64 = 0
  /// SHA-256 of its public key.
  var key: [UInt8] = []
  /// The same of the key that it will show; empty where it has not told of one.
  var nextKey: [UInt8] = []
  /// Paired at.
  var pairedAt = 0.0
  /// Whether the last message of the pairing is open.
  var isPending = false
  /// When a pair that is pending is given up; else 0.
  var until = 0.0
  /// Where it was reached last, "HOST:PORT"; empty where that is not known.
  var address = ""
  /// What both derived from the code; it is never sent.
  var secret: [UInt8] = []
  /// Whether a watch erases its samples once the pair is confirmed.
  var erasesRows = false

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.bytes("id")
    case 2: role = try field.uint32("role")
    case 3: name = try field.string("name")
    case 4: incarnation = try field.fixed64("incarnation")
    case 5: key = try field.bytes("key")
    case 6: nextKey = try field.bytes("next_key")
    case 7: pairedAt = try field.double("paired_at")
    case 8: isPending = try field.bool("is_pending")
    case 9: until = try field.double("until")
    case 10: address = try field.string("address")
    case 11: secret = try field.bytes("secret")
    case 12: erasesRows = try field.bool("erases_rows")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(role, field: 2)
    writer.write(name, field: 3)
    writer.write(fixed64: incarnation, field: 4)
    writer.write(key, field: 5)
    writer.write(nextKey, field: 6)
    writer.write(pairedAt, field: 7)
    writer.write(isPending, field: 8)
    writer.write(until, field: 9)
    writer.write(address, field: 10)
    writer.write(secret, field: 11)
    writer.write(erasesRows, field: 12)
  }
}
