package import ProtobufWire

/// What samples come to.
///
/// An answer that does not fit into one message takes several.
package struct StatisticsResponse: WireMessage {
  package static let wireName = "dyad.v1.StatisticsResponse"

  /// With the first message of an answer, and of what is told later.
  package var coverage: CoverageMessage?
  /// Of the buckets that have something, in order.
  package var statistics: [StatisticsMessage] = []
  /// Where those begin that have nothing any more; only FollowStatistics tells it.
  package var emptied: [Double] = []
  /// Whether another message belongs to this one.
  package var hasMore = false
  /// Whether an answer begins: what was told before it is void.
  package var isWhole = false
  /// Of all values: the type's canonical unit.
  package var unit = ""

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &coverage, "coverage")
    case 2: statistics.append(try field.message("statistics"))
    case 3: emptied += try field.fixed64s("emptied").map { Double(bitPattern: $0) }
    case 4: hasMore = try field.bool("has_more")
    case 5: isWhole = try field.bool("is_whole")
    case 6: unit = try field.string("unit")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(coverage, field: 1)
    writer.write(statistics, field: 2)
    writer.writePacked(emptied, field: 3)
    writer.write(hasMore, field: 4)
    writer.write(isWhole, field: 5)
    writer.write(unit, field: 6)
  }
}
