package import ProtobufWire

/// A piece of them, in order.
package struct ReadDocumentResponse: WireMessage {
  package static let wireName = "dyad.v1.ReadDocumentResponse"

  /// Content.
  package var content: [UInt8] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: content = try field.bytes("content")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(content, field: 1)
  }
}
