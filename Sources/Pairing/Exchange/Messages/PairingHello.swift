internal import ProtobufWire

/// Who speaks, and what it can.
struct PairingHello: WireMessage {
  static let wireName = "dyad.v1.PairingHello"

  /// In M1 those that A speaks, ascending; in M2 the one that B chose.
  var versions: [UInt64] = []
  /// What makes this exchange another one than all before.
  var nonce: [UInt8] = []
  /// Who speaks.
  var device: DeviceDescriptionMessage?

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: versions += try field.varints("versions")
    case 2: nonce = try field.bytes("nonce")
    case 3: try field.merge(into: &device, "device")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.writePacked(versions, field: 1)
    writer.write(nonce, field: 2)
    writer.write(device, field: 3)
  }
}

/// What a device says of itself.
struct DeviceDescriptionMessage: WireMessage {
  static let wireName = "dyad.v1.DeviceDescription"

  /// Its printable id.
  var id = ""
  /// 1 phone, 2 watch.
  var role: UInt64 = 0
  /// What its owner calls it.
  var name = ""
  /// The incarnation of its store.
  var incarnation: UInt64 = 0
  /// In seconds since 2001-01-01 UTC.
  var clock = 0.0
  /// Where it listens for other nodes; 0 where it does not.
  var port: UInt64 = 0

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.string("id")
    case 2: role = try field.uint64("role")
    case 3: name = try field.string("name")
    case 4: incarnation = try field.fixed64("incarnation")
    case 5: clock = try field.double("clock")
    case 6: port = try field.uint64("port")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
    writer.write(role, field: 2)
    writer.write(name, field: 3)
    writer.write(fixed64: incarnation, field: 4)
    writer.write(clock, field: 5)
    writer.write(port, field: 6)
  }
}
