package import ProtobufWire

/// The session with what happened to it.
package struct FollowWorkoutResponse: WireMessage {
  package static let wireName = "dyad.v1.FollowWorkoutResponse"

  /// Session.
  package var session: [UInt8]?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: session = try field.bytes("session")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    if let session { writer.write(session, field: 1, always: true) }
  }
}
