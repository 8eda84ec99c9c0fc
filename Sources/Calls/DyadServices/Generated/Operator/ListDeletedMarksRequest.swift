package import ProtobufWire

/// Asks for marks of samples that came from imports and were deleted, so that an import leaves them
/// out.
package struct ListDeletedMarksRequest: WireMessage {
  package static let wireName = "dyad.v1.ListDeletedMarksRequest"

  /// Where the page before ended; 0 for the first.
  package var after: UInt64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: after = try field.uint64("after")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(after, field: 1)
  }
}
