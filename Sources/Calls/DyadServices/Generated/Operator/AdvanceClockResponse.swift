package import ProtobufWire

/// From now on the node behaves as if that time had passed: what was waited for is due.
///
/// Connections, and the programs that it has started, go by the machine's time all the same.
package struct AdvanceClockResponse: WireMessage {
  package static let wireName = "dyad.v1.AdvanceClockResponse"

  /// What the node's clock shows now, in seconds since 2001-01-01 UTC.
  package var now = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: now = try field.double("now")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(now, field: 1)
  }
}
