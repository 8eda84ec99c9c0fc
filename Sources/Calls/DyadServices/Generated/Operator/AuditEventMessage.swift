package import ProtobufWire

/// One thing.
package struct AuditEventMessage: WireMessage {
  package static let wireName = "dyad.v1.AuditEvent"

  /// At.
  package var at = 0.0
  /// Event.
  package var event = ""
  /// Subject.
  package var subject = ""
  /// Detail.
  package var detail = ""
  /// What its owner calls the device that the subject is, where it is known.
  package var name = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: at = try field.double("at")
    case 2: event = try field.string("event")
    case 3: subject = try field.string("subject")
    case 4: detail = try field.string("detail")
    case 5: name = try field.string("name")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(at, field: 1)
    writer.write(event, field: 2)
    writer.write(subject, field: 3)
    writer.write(detail, field: 4)
    writer.write(name, field: 5)
  }
}
