internal import ProtobufWire

/// Shows that the code was the same on both sides, without telling it.
struct PairingProofMessage: WireMessage {
  static let wireName = "dyad.v1.PairingProof"

  /// 64 bytes: HMAC-SHA512; [PAIR-PROOF-TAG].
  var tag: [UInt8] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: tag = try field.bytes("tag")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(tag, field: 1)
  }
}
