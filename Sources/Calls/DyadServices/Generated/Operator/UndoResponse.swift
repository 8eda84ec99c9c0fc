package import ProtobufWire

/// A message.
package struct UndoResponse: WireMessage {
  package static let wireName = "dyad.v1.UndoResponse"

  /// How many samples were saved again, or deleted.
  package var count: UInt64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: count = try field.uint64("count")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(count, field: 1)
  }
}
