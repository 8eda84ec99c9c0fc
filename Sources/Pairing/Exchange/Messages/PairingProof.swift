internal import ProtobufWire

/// Shows that the code was the same on both sides.
struct PairingProof: WireMessage {
  static let wireName = "dyad.v1.PairingProof"

  /// HMAC-SHA512.
  var tag: [UInt8] = []

  mutating func read(_ field: WireField) throws(WireError) {
    if field.number == 1 { tag = try field.bytes("tag") }
  }

  func write(to writer: inout WireWriter) {
    writer.write(tag, field: 1)
  }
}
