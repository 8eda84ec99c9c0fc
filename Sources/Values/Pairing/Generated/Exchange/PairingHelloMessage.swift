internal import ProtobufWire

/// Who speaks, and what it can.
///
/// The bytes of M1 and M2 as they were received are part of every later proof, so nobody in between
/// can change them unseen.
struct PairingHelloMessage: WireMessage {
  static let wireName = "dyad.v1.PairingHello"

  /// M1: all versions of the exchange that A speaks, ascending, 1 to 16 of them.
  ///
  /// M2: the one that B chose, the highest of both. There is version 1 so far.
  var versions: [UInt64] = []
  /// 32 random bytes, new for each exchange.
  var nonce: [UInt8] = []
  /// Who speaks.
  var device: DeviceDescriptionMessage?

  /// Makes one in which nothing is said.
  init() {}

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
