package import ProtobufWire

/// A message.
package struct NoteImportResponse: WireMessage {
  package static let wireName = "dyad.v1.NoteImportResponse"

  /// Its number.
  package var id: Int64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: id = try field.int64("id")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(id, field: 1)
  }
}
