package import ProtobufWire

/// Several texts.
package struct TextSetMessage: WireMessage {
  package static let wireName = "dyad.v1.TextSet"

  /// Texts.
  package var texts: [String] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: texts.append(try field.string("texts"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(texts, field: 1)
  }
}
