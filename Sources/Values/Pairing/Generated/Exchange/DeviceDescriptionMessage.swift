internal import ProtobufWire

/// What a device says of itself.
struct DeviceDescriptionMessage: WireMessage {
  static let wireName = "dyad.v1.DeviceDescription"

  /// Its printable id: six groups of four characters, "K7QM-…"; [PAIR-DEVICE-ID].
  var id = ""
  /// 1 phone, 2 watch; the two must differ.
  var role: UInt64 = 0
  /// What its owner calls it: 1 to 64 characters; [PAIR-HELLO-NAME].
  var name = ""
  /// The incarnation of its store (R2).
  var incarnation: UInt64 = 0
  /// Its clock, in seconds since 2001-01-01 UTC; clocks that are more than five minutes apart do
  /// not pair.
  var clock = 0.0
  /// Where it listens for other nodes itself; 0 where it does not.
  var port: UInt64 = 0

  /// Makes one in which nothing is said.
  init() {}

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
