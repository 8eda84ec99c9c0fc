internal import CalendarEdges
internal import CommandLineCore
internal import HealthModel
internal import SystemCore

/// Which time is asked for, and how it is cut into buckets.
struct BucketChoice: Sendable {
  static let options: [Option] = [.per, .every, .statisticsFrom, .statisticsTo, .timeZone]

  let zone: TimeZoneRules
  /// `nil` asks for one answer over all.
  let interval: CalendarInterval?
  private let from: Double?
  private let to: Double?

  /// Reads the options.
  init(_ arguments: ParsedArguments, clock: WallClock = .system) throws {
    zone = try ZoneChoice.zone(arguments)
    let now = clock.now
    from = try Self.date(.statisticsFrom, arguments, now, zone)
    to = try Self.date(.statisticsTo, arguments, now, zone)
    if let from, let to, to <= from {
      throw arguments.unusable(.statisticsTo, "it does not lie after --from")
    }
    let count = try arguments.integer(.every, in: 1...CalendarInterval.mostCount)
    guard let word = arguments.value(.per) else {
      guard count == nil else {
        throw arguments.unusable(.every, "--per must say what is counted")
      }
      interval = nil
      return
    }
    guard let unit = CalendarInterval.Unit(rawValue: word) else {
      throw arguments.unusable(.per, "expected \(Self.unitNames.joined(separator: ", "))")
    }
    interval = CalendarInterval(count ?? 1, unit)
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
  func edges(around held: Statistics?) throws(CommandFailure) -> [Double] {
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
      throw CommandFailure(.usage, error.description, advice: error.advice)
    }
  }

  /// The edges without buckets at the end that nobody asked for.
  func trimmed(_ edges: [Double], to statistics: [Statistics]) -> [Double] {
    guard to == nil, let end = statistics.last?.end else { return edges }
    return edges.filter { $0 <= end }
  }

  // Days alone are the zone's, because buckets are.
  private static func date(
    _ option: Option, _ arguments: ParsedArguments, _ now: Double, _ zone: TimeZoneRules
  ) throws(CommandLineError) -> Double? {
    guard let text = arguments.value(option), let instant = try arguments.instant(option, at: now)
    else { return nil }
    switch text {
    case "today": return zone.start(of: .day, at: now)
    case "yesterday":
      let today = zone.localTime(at: now).date
      return zone.instant(of: LocalTime(CivilDate(dayNumber: today.dayNumber - 1)))
    default:
      let isDayAlone = !text.hasPrefix("-") && text != "now" && !text.contains("T")
      return isDayAlone ? zone.instant(of: TimeZoneRules.utc.localTime(at: instant)) : instant
    }
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
