package import ProtobufWire

/// Notes an import that begins, which has no number yet, or how one ended.
package struct NoteImportRequest: WireMessage {
  package static let wireName = "dyad.v1.NoteImportRequest"

  /// Imported.
  package var imported: ImportMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &imported, "imported")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(imported, field: 1)
  }
}
