package import ProtobufWire

/// The copy is durable.
package struct BackupResponse: WireMessage {
  package static let wireName = "dyad.v1.BackupResponse"

  /// Bytes.
  package var bytes: UInt64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: bytes = try field.uint64("bytes")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(bytes, field: 1)
  }
}
