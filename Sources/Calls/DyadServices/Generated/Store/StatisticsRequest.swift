package import ProtobufWire

/// Asks what the quantities of one type come to: in each bucket that has any, or all together.
package struct StatisticsRequest: WireMessage {
  package static let wireName = "dyad.v1.StatisticsRequest"

  /// What it can be.
  package enum Buckets: Hashable, Sendable {
    case edges(BucketEdgesMessage)
    case calendar(CalendarBucketsMessage)
  }

  /// What it is; nothing for what a newer version means.
  package var buckets: Buckets?
  /// Type.
  package var type = ""
  /// Predicate.
  package var predicate: PredicateMessage?
  /// Also for each source by itself.
  package var separateBySource = false
  /// For discrete types.
  package var discreteAverage = false
  /// For discrete types.
  package var discreteMin = false
  /// For discrete types.
  package var discreteMax = false
  /// For cumulative types.
  ///
  /// Time that several sources cover counts once.
  package var cumulativeSum = false
  /// The quantity that ended last.
  package var mostRecent = false
  /// First asks the peers for what is newer, where what is here may be older than so many seconds.
  package var maxAge: Double?

  /// Makes one in which nothing is said.
  package init() {}

  /// Makes one.
  package init(_ buckets: Buckets) {
    self.buckets = buckets
  }

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: try field.merge(into: &predicate, "predicate")
    case 3: separateBySource = try field.bool("separate_by_source")
    case 4: discreteAverage = try field.bool("discrete_average")
    case 5: discreteMin = try field.bool("discrete_min")
    case 6: discreteMax = try field.bool("discrete_max")
    case 7: cumulativeSum = try field.bool("cumulative_sum")
    case 8: mostRecent = try field.bool("most_recent")
    case 9:
      try field.merge(into: &buckets, "edges", as: Buckets.edges) {
        if case .edges(let former) = $0 { former } else { nil }
      }
    case 10:
      try field.merge(into: &buckets, "calendar", as: Buckets.calendar) {
        if case .calendar(let former) = $0 { former } else { nil }
      }
    case 11: maxAge = try field.double("max_age")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(predicate, field: 2)
    writer.write(separateBySource, field: 3)
    writer.write(discreteAverage, field: 4)
    writer.write(discreteMin, field: 5)
    writer.write(discreteMax, field: 6)
    writer.write(cumulativeSum, field: 7)
    writer.write(mostRecent, field: 8)
    switch buckets {
    case nil: break
    case .edges(let value): writer.write(value, field: 9)
    case .calendar(let value): writer.write(value, field: 10)
    }
    if let maxAge { writer.write(maxAge, field: 11, always: true) }
  }
}
