internal import ProtobufWire

/// A share of CPace-RISTR255-SHA512 with its associated data.
struct PairingShareMessage: WireMessage {
  static let wireName = "dyad.v1.PairingShare"

  /// 32 bytes: an element of ristretto255 that is not the identity; [PAIR-SHARE-ELEMENT].
  var share: [UInt8] = []
  /// lv_cat("A" or "B", SHA-256(M1 || M2)); [PAIR-SHARE-DATA].
  var associatedData: [UInt8] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: share = try field.bytes("share")
    case 2: associatedData = try field.bytes("associated_data")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(share, field: 1)
    writer.write(associatedData, field: 2)
  }
}
