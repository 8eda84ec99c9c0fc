package import ProtobufWire

/// Those that the caller sees.
package struct ListWorkoutSessionsResponse: WireMessage {
  package static let wireName = "dyad.v1.ListWorkoutSessionsResponse"

  /// Sessions.
  package var sessions: [UInt8]?
  /// The last of each watch that told of one; on a phone.
  package var watches: [WatchWorkoutMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: sessions = try field.bytes("sessions")
    case 2: watches.append(try field.message("watches"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    if let sessions { writer.write(sessions, field: 1, always: true) }
    writer.write(watches, field: 2)
  }
}
