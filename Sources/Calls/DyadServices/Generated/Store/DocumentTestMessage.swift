package import ProtobufWire

/// Compares a text that a document says of itself.
package struct DocumentTestMessage: WireMessage {
  package static let wireName = "dyad.v1.DocumentTest"

  /// As the fields of Document are numbered.
  package var property: UInt32 = 0
  /// Contains it, instead of being equal.
  package var contains = false
  /// Text.
  package var text = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: property = try field.uint32("property")
    case 2: contains = try field.bool("contains")
    case 3: text = try field.string("text")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(property, field: 1)
    writer.write(contains, field: 2)
    writer.write(text, field: 3)
  }
}
