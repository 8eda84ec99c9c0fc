private import TextFormats

/// Where buckets begin and end: a calendar interval, counted from one date in both directions.
///
/// Every edge is counted from the anchor itself, so that months from the 31st end on the last day of
/// shorter months and come back to the 31st. Days and longer are counted by the clocks of the zone; hours
/// and minutes are time that passes. Where clocks skip a whole day there is no bucket for it.
package struct BucketEdges: Hashable, Sendable {
  private let interval: CalendarInterval
  private let anchor: Double
  private let zone: TimeZoneRules

  private let anchorSecond: Int
  private let anchorTime: LocalTime

  /// Dates lie in the years 1 to 9999; edges around them may lie outside, but not further.
  private static let dates = -63_113_904_000.0..<252_423_993_600.0
  private static let furthest = 1e12

  /// Counts from a date.
  ///
  /// - Parameters:
  ///   - interval: How long each bucket is.
  ///   - anchor: Where one begins, in seconds since 2001 in UTC.
  ///   - zone: Whose clocks say what a day is.
  /// - Throws: `interval` where it is not 1 to ``CalendarInterval/mostCount`` units, and `outOfRange`.
  package init(
    every interval: CalendarInterval, from anchor: Double, in zone: TimeZoneRules
  ) throws(CalendarError) {
    guard (1...CalendarInterval.mostCount).contains(interval.count) else {
      throw CalendarError(
        .interval, cannot: Self.operation,
        "an interval has 1 to \(CalendarInterval.mostCount) \(interval.unit.rawValue)s")
    }
    guard Self.dates.contains(anchor) else { throw Self.outOfRange }
    self.interval = interval
    self.anchor = anchor
    self.zone = zone
    anchorSecond = TimeZoneRules.second(of: anchor)
    anchorTime = zone.localTime(at: anchor)
  }

  /// The edges of all buckets that have any part of a range, strictly ascending.
  ///
  /// - Parameters:
  ///   - from: The first instant; the first edge is not after it.
  ///   - to: The end; the last edge is not before it. Where it is not after `from`, the one bucket is given
  ///     in which that lies.
  ///   - bound: How many edges there may be.
  /// - Returns: Two edges or more.
  /// - Throws: `outOfRange`, and `tooManyEdges`.
  package func edges(
    from: Double, to: Double, atMost bound: Int
  ) throws(CalendarError) -> [Double] {
    var walk = try walk(from: from, to: to, atMost: bound)
    var edges: [Double] = []
    while try walk.advance(by: bound, into: &edges) {}
    return edges
  }

  /// The same edges, to be made some at a time.
  package func walk(
    from: Double, to: Double, atMost bound: Int
  ) throws(CalendarError) -> Walk {
    guard Self.dates.contains(from), Self.dates.contains(to) else { throw Self.outOfRange }
    guard (to - from) / interval.averageSeconds < Double(bound) else { throw Self.tooMany(bound) }
    var index = Int(((from - anchor) / interval.averageSeconds).rounded(.down))
    while try edge(index) > from { index -= 1 }
    while try edge(index + 1) <= from { index += 1 }
    return Walk(buckets: self, index: index, to: to, bound: bound)
  }

  /// Makes edges one after the other.
  package struct Walk: Sendable {
    let buckets: BucketEdges
    var index: Int
    let to: Double
    let bound: Int

    /// Makes some more edges.
    ///
    /// - Parameters:
    ///   - count: How many, or a few more at the beginning.
    ///   - edges: Where they go, and where all those before them are.
    /// - Returns: Whether there are more to make.
    /// - Throws: `outOfRange`, and `tooManyEdges`.
    package mutating func advance(
      by count: Int, into edges: inout [Double]
    ) throws(CalendarError) -> Bool {
      if edges.isEmpty { edges.append(try buckets.edge(index)) }
      for _ in 0..<count {
        guard edges.count < 2 || edges[edges.count - 1] < to else { return false }
        index += 1
        let next = try buckets.edge(index)
        // A day that clocks skip would begin with the next one.
        guard next > edges[edges.count - 1] else { continue }
        guard edges.count < bound else { throw BucketEdges.tooMany(bound) }
        edges.append(next)
      }
      return true
    }
  }

  /// The edge so many intervals from the anchor, which is the edge 0.
  private func edge(_ index: Int) throws(CalendarError) -> Double {
    // The clocks may have shown the anchor's time before.
    if index == 0 { return anchor }
    // Compared as doubles first, which cannot overflow.
    guard abs(anchor + Double(index) * interval.averageSeconds) < Self.furthest else {
      throw Self.outOfRange
    }
    let count = index * interval.count
    var time = anchorTime
    switch interval.unit {
    case .minute: return Double(anchorSecond + count * 60) + fraction
    case .hour: return Double(anchorSecond + count * 3_600) + fraction
    case .day: time.date = CivilDate(dayNumber: time.date.dayNumber + count)
    case .week: time.date = CivilDate(dayNumber: time.date.dayNumber + count * 7)
    case .month: time.date = time.date.adding(months: count)
    case .year: time.date = time.date.adding(months: count * 12)
    }
    return zone.instant(of: time) + fraction
  }

  private var fraction: Double { anchor - Double(anchorSecond) }

  private static let operation = "make the buckets"

  private static var outOfRange: CalendarError {
    CalendarError(.outOfRange, cannot: operation, "they would leave the years 1 to 9999")
  }

  private static func tooMany(_ bound: Int) -> CalendarError {
    CalendarError(
      .tooManyEdges, cannot: operation, "there would be more than \(bound - 1)",
      advice: "Choose a longer interval or a shorter time.")
  }
}
