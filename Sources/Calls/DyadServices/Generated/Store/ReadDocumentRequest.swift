package import ProtobufWire

/// Asks for a document's bytes.
package struct ReadDocumentRequest: WireMessage {
  package static let wireName = "dyad.v1.ReadDocumentRequest"

  /// 16 bytes.
  package var uuid: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: uuid = try field.bytes("uuid")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(uuid, field: 1)
  }
}
