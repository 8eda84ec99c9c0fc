package import ProtobufWire

/// What was asked for, as far as there is something to work it out of.
package struct StatisticsValuesMessage: WireMessage {
  package static let wireName = "dyad.v1.StatisticsValues"

  /// Average.
  package var average: Double?
  /// Minimum.
  package var minimum: Double?
  /// Maximum.
  package var maximum: Double?
  /// Most recent.
  package var mostRecent: MostRecentQuantityMessage?
  /// Sum.
  package var sum: Double?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: average = try field.double("average")
    case 2: minimum = try field.double("minimum")
    case 3: maximum = try field.double("maximum")
    case 4: try field.merge(into: &mostRecent, "most_recent")
    case 5: sum = try field.double("sum")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    if let average { writer.write(average, field: 1, always: true) }
    if let minimum { writer.write(minimum, field: 2, always: true) }
    if let maximum { writer.write(maximum, field: 3, always: true) }
    writer.write(mostRecent, field: 4)
    if let sum { writer.write(sum, field: 5, always: true) }
  }
}
