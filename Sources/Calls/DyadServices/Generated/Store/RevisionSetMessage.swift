package import ProtobufWire

/// Several sources at their versions.
package struct RevisionSetMessage: WireMessage {
  package static let wireName = "dyad.v1.RevisionSet"

  /// Revisions.
  package var revisions: [[UInt8]] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: revisions.append(try field.bytes("revisions"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    for each in revisions { writer.write(each, field: 1, always: true) }
  }
}
