package import ProtobufWire

/// What the quantities of one source come to by themselves.
package struct SourceStatisticsMessage: WireMessage {
  package static let wireName = "dyad.v1.SourceStatistics"

  /// Source.
  package var source: [UInt8]?
  /// Values.
  package var values: StatisticsValuesMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: source = try field.bytes("source")
    case 2: try field.merge(into: &values, "values")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    if let source { writer.write(source, field: 1, always: true) }
    writer.write(values, field: 2)
  }
}
