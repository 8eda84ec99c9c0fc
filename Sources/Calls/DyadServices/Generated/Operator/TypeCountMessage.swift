package import ProtobufWire

/// A number for a type.
package struct TypeCountMessage: WireMessage {
  package static let wireName = "dyad.v1.TypeCount"

  /// Type.
  package var type = ""
  /// Count.
  package var count: UInt64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: count = try field.uint64("count")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(count, field: 2)
  }
}
