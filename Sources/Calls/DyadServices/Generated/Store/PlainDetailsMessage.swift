package import ProtobufWire

/// What an object such as a route or an electrocardiogram carries: values and series of numbers by
/// their names.
package struct PlainDetailsMessage: WireMessage {
  package static let wireName = "dyad.v1.PlainDetails"

  /// Values.
  package var values: [PlainMetadataMessage] = []
  /// Series.
  package var series: [PlainSeriesMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: values.append(try field.message("values"))
    case 2: series.append(try field.message("series"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(values, field: 1)
    writer.write(series, field: 2)
  }
}
