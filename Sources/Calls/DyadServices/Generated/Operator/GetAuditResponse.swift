package import ProtobufWire

/// What was decided and happened.
package struct GetAuditResponse: WireMessage {
  package static let wireName = "dyad.v1.GetAuditResponse"

  /// Events.
  package var events: [AuditEventMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: events.append(try field.message("events"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(events, field: 1)
  }
}
