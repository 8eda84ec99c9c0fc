package import ProtobufWire

/// Compares a total of a workout.
package struct WorkoutTotalTestMessage: WireMessage {
  package static let wireName = "dyad.v1.WorkoutTotalTest"

  /// 1 energy burned, 2 distance, 3 swimming strokes.
  package var total: UInt32 = 0
  /// Comparison.
  package var comparison = ComparisonMessage.unspecified
  /// Value.
  package var value: UnitValueMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: total = try field.uint32("total")
    case 2: comparison = ComparisonMessage(rawValue: try field.int32("comparison")) ?? .unspecified
    case 3: try field.merge(into: &value, "value")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(total, field: 1)
    writer.write(comparison.rawValue, field: 2)
    writer.write(value, field: 3)
  }
}
