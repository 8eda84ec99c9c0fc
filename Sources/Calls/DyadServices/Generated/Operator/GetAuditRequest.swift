package import ProtobufWire

/// Asks for what was decided and happened, newest first.
package struct GetAuditRequest: WireMessage {
  package static let wireName = "dyad.v1.GetAuditRequest"

  /// 0 for 100.
  package var limit: UInt32 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: limit = try field.uint32("limit")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(limit, field: 1)
  }
}
