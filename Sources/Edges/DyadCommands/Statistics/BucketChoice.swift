internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import SystemCore

/// Which time is asked for, and how it is cut into buckets.
struct BucketChoice: Sendable {
  static let options: [Option] = [.per, .every, .statisticsFrom, .statisticsTo, .timeZone]

  let zone: TimeZoneRules
  /// `nil` asks for one answer over all.
  let interval: CalendarInterval?
  let from: Double?
  let to: Double?

  /// Reads the options.
  init(_ arguments: ParsedArguments, clock: WallClock = .system) throws {
    zone = try ZoneChoice.zone(arguments)
    let now = clock.now
    let start = try arguments.date(.statisticsFrom, at: now, in: zone)
    to = try arguments.date(.statisticsTo, at: now, in: zone)?.seconds
    let count = try arguments.integer(.every, in: 1...CalendarInterval.mostCount)
    guard let word = arguments.value(.per) else {
      guard count == nil else {
        throw arguments.unusable(.every, "--per must say what is counted")
      }
      interval = nil
      from = start?.seconds
      try checkOrder(arguments)
      return
    }
    guard let unit = CalendarInterval.Unit(rawValue: word) else {
      throw arguments.unusable(.per, "expected \(Self.unitNames.joined(separator: ", "))")
    }
    interval = CalendarInterval(count ?? 1, unit)
    // Whoever asks for the days of a week means whole ones.
    let isInDays = start?.countsDays == true && unit != .minute && unit != .hour
    from =
      if let start, isInDays { zone.start(of: .day, at: start.seconds) } else { start?.seconds }
    try checkOrder(arguments)
  }

  private func checkOrder(_ arguments: ParsedArguments) throws(CommandLineError) {
    if let from, let to, to <= from {
      throw arguments.unusable(.statisticsTo, "it does not lie after --from")
    }
  }

  fileprivate static let unitNames = CalendarInterval.Unit.allCases.map(\.rawValue)

  /// What overlaps the time.
  var predicate: Predicate { .window(from: from, to: to) }

  /// Whether both ends were given, so that every bucket between was asked for.
  var isWholeRange: Bool { from != nil && to != nil }

  /// Where buckets begin and end, the first and the last of them no further than was asked for.
  ///
  /// - Parameter held: The time of what there is, for the ends that were not given; `nil` where there is
  ///   nothing.
  /// - Returns: No edges where there is neither.
  /// - Throws: Where there would be too many.
  func edges(around held: Statistics?) throws(ProgramFailure) -> [Double] {
    // What begins at an edge needs the bucket after it.
    guard let interval, let start = from ?? held?.start, let end = to ?? held?.end.nextUp,
      start < end
    else { return [] }
    do throws(CalendarError) {
      let anchor = zone.start(of: interval.unit, at: start)
      var edges = try BucketEdges(every: interval, from: anchor, in: zone)
        .edges(from: start, to: end, atMost: StatisticsQuery.mostEdges)
      if from != nil { edges[0] = start }
      if to != nil { edges[edges.count - 1] = end }
      return edges
    } catch {
      throw ProgramFailure(.usage, error.description, advice: error.advice)
    }
  }

  /// The edges without buckets at the end that nobody asked for.
  func trimmed(_ edges: [Double], to statistics: [Statistics]) -> [Double] {
    guard to == nil, let end = statistics.last?.end else { return edges }
    return edges.filter { $0 <= end }
  }
}

extension Option {
  static let per = Option(
    "per", value: "UNIT", help: "One answer for each minute, hour, day, week, month or year",
    completion: .words(BucketChoice.unitNames))
  static let every = Option("every", value: "N", help: "With --per: N of them together")
  static let statisticsFrom = Option(
    "from", value: "DATE", help: "Only the time from DATE on, such as -7d or today")
  static let statisticsTo = Option("to", value: "DATE", help: "Only the time before DATE")
}
