package import ProtobufWire

/// How the session stands.
///
/// A node has one at a time: one that starts ends the one before.
package struct WorkoutStateMessage: WireMessage {
  package static let wireName = "dyad.v1.WorkoutState"

  /// What it can be.
  package enum Phase: Int32, Hashable, Sendable {
    /// Not permitted.
    case unspecified = 0
    case running = 1
    case paused = 2
    /// The last one.
    case ended = 3
  }

  /// Phase.
  package var phase = Phase.unspecified
  /// When that began, in seconds since 2001-01-01 UTC.
  package var since = 0.0
  /// With ENDED: whether another session took its place.
  package var wasReplaced = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: phase = Phase(rawValue: try field.int32("phase")) ?? .unspecified
    case 2: since = try field.double("since")
    case 3: wasReplaced = try field.bool("was_replaced")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(phase.rawValue, field: 1)
    writer.write(since, field: 2)
    writer.write(wasReplaced, field: 3)
  }
}
