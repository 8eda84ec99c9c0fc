package import ProtobufWire

/// A session of a watch, as its phone heard of it last.
package struct WatchWorkoutMessage: WireMessage {
  package static let wireName = "dyad.v1.WatchWorkout"

  /// What the watch is called.
  package var watch = ""
  /// Session.
  package var session: [UInt8]?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: watch = try field.string("watch")
    case 2: session = try field.bytes("session")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(watch, field: 1)
    if let session { writer.write(session, field: 2, always: true) }
  }
}
