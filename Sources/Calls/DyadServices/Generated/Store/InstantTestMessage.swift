package import ProtobufWire

/// Compares an instant.
package struct InstantTestMessage: WireMessage {
  package static let wireName = "dyad.v1.InstantTest"

  /// Comparison.
  package var comparison = ComparisonMessage.unspecified
  /// Seconds since 2001-01-01 UTC.
  package var seconds = 0.0

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: comparison = ComparisonMessage(rawValue: try field.int32("comparison")) ?? .unspecified
    case 2: seconds = try field.double("seconds")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(comparison.rawValue, field: 1)
    writer.write(seconds, field: 2)
  }
}
