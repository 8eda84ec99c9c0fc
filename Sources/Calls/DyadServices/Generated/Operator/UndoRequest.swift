package import ProtobufWire

/// Takes a deletion or an import back: one of both.
package struct UndoRequest: WireMessage {
  package static let wireName = "dyad.v1.UndoRequest"

  /// The number of a deletion.
  package var removal: Int64?
  /// The number of an import.
  package var imported: Int64?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: removal = try field.int64("removal")
    case 2: imported = try field.int64("imported")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    if let removal { writer.write(removal, field: 1, always: true) }
    if let imported { writer.write(imported, field: 2, always: true) }
  }
}
