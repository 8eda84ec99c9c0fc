package import ProtobufWire

/// Finishes a pairing.
package struct ConfirmRequest: WireMessage {
  package static let wireName = "dyad.v1.ConfirmRequest"

  /// The incarnation of the caller's store.
  package var incarnation: UInt64 = 0
  /// Where the caller listens for other nodes itself, on the machine it calls from; 0 where it does
  /// not.
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
    writer.write(port, field: 2)
  }
}
