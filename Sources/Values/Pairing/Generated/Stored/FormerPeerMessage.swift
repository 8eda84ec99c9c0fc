internal import ProtobufWire

/// A device that was trusted.
struct FormerPeerMessage: WireMessage {
  static let wireName = "dyad.stored.FormerPeer"

  /// 13 bytes.
  var id: [UInt8] = []
  /// 1 phone, 2 watch.
  var role: UInt32 = 0
  /// What its owner called it.
  var name = ""
  /// SHA-256 of each key that it may still show, one or two.
  var keys: [[UInt8]] = []
  /// Removed at.
  var removedAt = 0.0
  /// Whether it knows that the pair has ended.
  var wasTold = false
  /// Where it was reached last, "HOST:PORT"; empty where that is not known.
  var address = ""

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.bytes("id")
    case 2: role = try field.uint32("role")
    case 3: name = try field.string("name")
    case 4: keys.append(try field.bytes("keys"))
    case 5: removedAt = try field.double("removed_at")
    case 6: wasTold = try field.bool("was_told")
    case 7: address = try field.string("address")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(role, field: 2)
    writer.write(name, field: 3)
    for each in keys { writer.write(each, field: 4, always: true) }
    writer.write(removedAt, field: 5)
    writer.write(wasTold, field: 6)
    writer.write(address, field: 7)
  }
}
