package import ProtobufWire

/// Asks a watch to begin a workout.
package struct StartWatchWorkoutRequest: WireMessage {
  package static let wireName = "dyad.v1.StartWatchWorkoutRequest"

  /// Plan.
  package var plan: [UInt8]?
  /// What the watch is called; empty for the only one, or the one that was heard of last.
  package var watch = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: plan = try field.bytes("plan")
    case 2: watch = try field.string("watch")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    if let plan { writer.write(plan, field: 1, always: true) }
    writer.write(watch, field: 2)
  }
}
