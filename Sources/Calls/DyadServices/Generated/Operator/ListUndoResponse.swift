package import ProtobufWire

/// Deletions of the last day, the latest first, and imports, the first first.
package struct ListUndoResponse: WireMessage {
  package static let wireName = "dyad.v1.ListUndoResponse"

  /// Removals.
  package var removals: [RemovalMessage] = []
  /// Imports.
  package var imports: [ImportMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: removals.append(try field.message("removals"))
    case 2: imports.append(try field.message("imports"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(removals, field: 1)
    writer.write(imports, field: 2)
  }
}
