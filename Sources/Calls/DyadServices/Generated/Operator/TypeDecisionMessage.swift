package import ProtobufWire

/// What is decided for a type, or for a document by its name; what is left out stays open.
package struct TypeDecisionMessage: WireMessage {
  package static let wireName = "dyad.v1.TypeDecision"

  /// Type.
  package var type = ""
  /// Share.
  package var share: Bool?
  /// Read.
  package var read: Bool?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: share = try field.bool("share")
    case 3: read = try field.bool("read")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    if let share { writer.write(share, field: 2, always: true) }
    if let read { writer.write(read, field: 3, always: true) }
  }
}
