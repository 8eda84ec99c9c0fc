package import ProtobufWire

/// Compares a quantity, whatever unit it is in.
package struct QuantityTestMessage: WireMessage {
  package static let wireName = "dyad.v1.QuantityTest"

  /// Comparison.
  package var comparison = ComparisonMessage.unspecified
  /// Value.
  package var value = 0.0
  /// Unit.
  package var unit = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: comparison = ComparisonMessage(rawValue: try field.int32("comparison")) ?? .unspecified
    case 2: value = try field.double("value")
    case 3: unit = try field.string("unit")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(comparison.rawValue, field: 1)
    writer.write(value, field: 2)
    writer.write(unit, field: 3)
  }
}
