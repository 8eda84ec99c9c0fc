package import ProtobufWire

/// Compares a category's value.
package struct CategoryTestMessage: WireMessage {
  package static let wireName = "dyad.v1.CategoryTest"

  /// Comparison.
  package var comparison = ComparisonMessage.unspecified
  /// Value.
  package var value: Int64 = 0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: comparison = ComparisonMessage(rawValue: try field.int32("comparison")) ?? .unspecified
    case 2: value = try field.int64("value")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(comparison.rawValue, field: 1)
    writer.write(value, field: 2)
  }
}
