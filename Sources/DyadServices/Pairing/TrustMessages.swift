package import ProtobufWire

/// Finishes a pairing.
package struct ConfirmRequest: WireMessage {
  package static let wireName = "dyad.v1.ConfirmRequest"

  /// The incarnation of the caller's store.
  package var incarnation: UInt64 = 0
  /// Where the caller listens for other nodes itself; 0 where it does not.
  package var port: UInt32 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: incarnation = try field.fixed64("incarnation")
    case 2: port = try field.uint32("port")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(fixed64: incarnation, field: 1)
    writer.write(UInt64(port), field: 2)
  }
}

/// A pairing is finished.
package struct ConfirmResponse: WireMessage {
  package static let wireName = "dyad.v1.ConfirmResponse"

  /// The incarnation of the answering store.
  package var incarnation: UInt64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: incarnation = try field.fixed64("incarnation")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(fixed64: incarnation, field: 1)
  }
}

/// Tells of a new key.
package struct RotateRequest: WireMessage {
  package static let wireName = "dyad.v1.RotateRequest"

  /// The pinned key, as certificates carry it.
  package var oldKey: [UInt8] = []
  /// The new one.
  package var newKey: [UInt8] = []
  /// The statement, signed by the old key.
  package var signatureByOld: [UInt8] = []
  /// The same statement, signed by the new key.
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
