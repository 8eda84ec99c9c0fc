package import ProtobufWire

/// The bytes of a document.
package struct DocumentContentMessage: WireMessage {
  package static let wireName = "dyad.v1.DocumentContent"

  /// 16 bytes.
  package var uuid: [UInt8] = []
  /// Content.
  package var content: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: uuid = try field.bytes("uuid")
    case 2: content = try field.bytes("content")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(uuid, field: 1)
    writer.write(content, field: 2)
  }
}
