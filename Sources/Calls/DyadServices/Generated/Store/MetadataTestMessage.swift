package import ProtobufWire

/// Compares what is under a key with a value, or looks for it among several with EQUAL_TO.
package struct MetadataTestMessage: WireMessage {
  package static let wireName = "dyad.v1.MetadataTest"

  /// Key.
  package var key = ""
  /// Comparison.
  package var comparison = ComparisonMessage.unspecified
  /// Values.
  package var values: [MetadataEntryMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: key = try field.string("key")
    case 2: comparison = ComparisonMessage(rawValue: try field.int32("comparison")) ?? .unspecified
    case 3: values.append(try field.message("values"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(key, field: 1)
    writer.write(comparison.rawValue, field: 2)
    writer.write(values, field: 3)
  }
}
