package import ProtobufWire

/// What the node knows of itself.
package struct OwnDeviceMessage: WireMessage {
  package static let wireName = "dyad.v1.OwnDevice"

  /// Its printable id.
  package var id = ""
  /// 1 phone, 2 watch.
  package var role: UInt32 = 0
  /// What its owner calls it.
  package var name = ""
  /// SHA-256 of the public key, 32 bytes.
  package var fingerprint: [UInt8] = []
  /// Where it listens for other nodes, "HOST:PORT" each.
  package var addresses: [String] = []
  /// Until when no window opens, in seconds since 2001-01-01 UTC; 0 where one may open now.
  package var lockedUntil = 0.0
  /// Whether only `Unlock` ends the lock.
  package var needsUnlock = false
  /// Whether a change of the key is under way and waits for peers.
  package var isRotating = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.string("id")
    case 2: role = try field.uint32("role")
    case 3: name = try field.string("name")
    case 4: fingerprint = try field.bytes("fingerprint")
    case 5: addresses.append(try field.string("addresses"))
    case 6: lockedUntil = try field.double("locked_until")
    case 7: needsUnlock = try field.bool("needs_unlock")
    case 8: isRotating = try field.bool("is_rotating")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(role, field: 2)
    writer.write(name, field: 3)
    writer.write(fingerprint, field: 4)
    writer.write(addresses, field: 5)
    writer.write(lockedUntil, field: 6)
    writer.write(needsUnlock, field: 7)
    writer.write(isRotating, field: 8)
  }
}
