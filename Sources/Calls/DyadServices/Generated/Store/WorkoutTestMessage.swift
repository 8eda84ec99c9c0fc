package import ProtobufWire

/// Compares a number of a workout.
package struct WorkoutTestMessage: WireMessage {
  package static let wireName = "dyad.v1.WorkoutTest"

  /// The duration in seconds instead of the activity.
  package var isDuration = false
  /// Comparison.
  package var comparison = ComparisonMessage.unspecified
  /// Value.
  package var value = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: isDuration = try field.bool("is_duration")
    case 2: comparison = ComparisonMessage(rawValue: try field.int32("comparison")) ?? .unspecified
    case 3: value = try field.double("value")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(isDuration, field: 1)
    writer.write(comparison.rawValue, field: 2)
    writer.write(value, field: 3)
  }
}
