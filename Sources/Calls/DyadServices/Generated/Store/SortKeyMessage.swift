package import ProtobufWire

/// What comes first.
package struct SortKeyMessage: WireMessage {
  package static let wireName = "dyad.v1.SortKey"

  /// What it can be.
  package enum Key: Int32, Hashable, Sendable {
    /// Not permitted.
    case unspecified = 0
    case start = 1
    case end = 2
    case workoutDuration = 3
    case workoutEnergyBurned = 4
    case workoutDistance = 5
    case workoutSwimmingStrokes = 6
  }

  /// Key.
  package var key = Key.unspecified
  /// Descending.
  package var descending = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: key = Key(rawValue: try field.int32("key")) ?? .unspecified
    case 2: descending = try field.bool("descending")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(key.rawValue, field: 1)
    writer.write(descending, field: 2)
  }
}
