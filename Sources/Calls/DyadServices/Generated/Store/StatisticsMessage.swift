package import ProtobufWire

/// What the quantities of one bucket come to, or all of them, in the type's canonical unit.
package struct StatisticsMessage: WireMessage {
  package static let wireName = "dyad.v1.Statistics"

  /// The bucket's, or the earliest start and the latest end of what there is.
  package var start = 0.0
  /// End.
  package var end = 0.0
  /// Of all sources together.
  package var values: StatisticsValuesMessage?
  /// Sorted; empty unless asked for.
  package var sources: [SourceStatisticsMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: start = try field.double("start")
    case 2: end = try field.double("end")
    case 3: try field.merge(into: &values, "values")
    case 4: sources.append(try field.message("sources"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(start, field: 1)
    writer.write(end, field: 2)
    writer.write(values, field: 3)
    writer.write(sources, field: 4)
  }
}
