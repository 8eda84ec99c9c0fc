package import ProtobufWire

/// The pairing is finished.
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
