package import ProtobufWire

/// Writes a copy of the store.
package struct BackupRequest: WireMessage {
  package static let wireName = "dyad.v1.BackupRequest"

  /// A whole path where nothing is yet.
  package var path = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: path = try field.string("path")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(path, field: 1)
  }
}
