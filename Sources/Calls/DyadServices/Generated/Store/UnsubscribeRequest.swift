package import ProtobufWire

/// Nothing waits for the reader any more.
package struct UnsubscribeRequest: WireMessage {
  package static let wireName = "dyad.v1.UnsubscribeRequest"

  /// Name.
  package var name = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(name, field: 1)
  }
}
