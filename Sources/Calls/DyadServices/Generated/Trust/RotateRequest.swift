package import ProtobufWire

/// A new key for the node that calls, shown inside a connection that the old key made.
package struct RotateRequest: WireMessage {
  package static let wireName = "dyad.v1.RotateRequest"

  /// The old public key, as certificates carry it (SubjectPublicKeyInfo): the pinned one.
  package var oldKey: [UInt8] = []
  /// The new one: P-256.
  package var newKey: [UInt8] = []
  /// ECDSA with SHA-256 by the old key over lv_cat("dyad-rotate-v1", device id, SHA-256(old_key),
  /// SHA-256(new_key)); DER.
  package var signatureByOld: [UInt8] = []
  /// The same text, signed by the new key.
  package var signatureByNew: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: oldKey = try field.bytes("old_key")
    case 2: newKey = try field.bytes("new_key")
    case 3: signatureByOld = try field.bytes("signature_by_old")
    case 4: signatureByNew = try field.bytes("signature_by_new")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(oldKey, field: 1)
    writer.write(newKey, field: 2)
    writer.write(signatureByOld, field: 3)
    writer.write(signatureByNew, field: 4)
  }
}
