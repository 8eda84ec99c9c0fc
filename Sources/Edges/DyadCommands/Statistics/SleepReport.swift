internal import CalendarEdges
internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess
internal import TextFormats

/// How long somebody slept, in one answer or in one for each bucket.
///
/// A day has the night that ends on it: from 18:00 on the evening before to 18:00, by the clocks of the zone.
/// Weeks, months and years have the nights of their days.
struct SleepReport {
  /// One bucket: its days as they are called, and what lies in it.
  struct Bucket {
    var start: Double
    var end: Double
    var times: SleepTimes
    var sources: [(source: Source, times: SleepTimes)]
  }

  private static let evening = 18 * 3_600

  private let choice: BucketChoice
  private let isBySource: Bool
  private(set) var buckets: [Bucket] = []
  /// Where buckets begin and end as they are called.
  private var edges: [Double] = []

  /// Adds up all sleep of the time that was asked for.
  ///
  /// - Parameters:
  ///   - data: Where the samples are.
  ///   - choice: Which time, and how it is cut.
  ///   - saved: Which sources are meant.
  ///   - isBySource: Whether each source is told by itself, too.
  /// - Throws: What reading them throws, and where there would be too many buckets.
  init(
    _ data: any OwnerAccess, _ choice: BucketChoice, where saved: Predicate, isBySource: Bool
  ) async throws {
    self.choice = choice
    self.isBySource = isBySource
    let held = try await held(data, where: saved)
    if choice.interval != nil {
      edges = try choice.edges(around: held.map { isInDays ? days(of: $0) : $0 })
    } else if let held {
      edges = [choice.from ?? held.start, choice.to ?? held.end]
    }
    guard let first = edges.first, let last = edges.last, first < last else { return }
    let counted = isInDays ? edges.map(evening) : edges
    var order = try await data.sourceOrder(of: .sleepAnalysis)
    var ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    var sources: [Int: Source] = [:]
    var merge = SleepMerge(edges: counted, isBySource: isBySource)
    let query = SampleQuery(
      .sleepAnalysis, where: .and([.window(from: counted.first, to: counted.last), saved]),
      order: [SortDescriptor(.start)])
    for try await run in try await data.samples(query) {
      guard case .category(let values) = run.payload else { continue }
      for (row, value) in values.enumerated() {
        let source = run.sources[row].source
        let rank = ranks[source.bundleIdentifier] ?? order.count
        if rank == order.count {
          ranks[source.bundleIdentifier] = rank
          order.append(source.bundleIdentifier)
        }
        sources[rank] = source
        merge.add(start: run.starts[row], end: run.ends[row], value: value, rank: rank)
      }
    }
    merge.finish()
    list(
      merge.totals,
      merge.bySource.enumerated().compactMap { rank, times in
        sources[rank].map { ($0, times) }
      })
  }

  /// Whether there is no sleep at all.
  var isEmpty: Bool { buckets.allSatisfy { $0.times == SleepTimes() } }

  private var isInDays: Bool {
    guard let unit = choice.interval?.unit else { return false }
    return unit != .minute && unit != .hour
  }

  private mutating func list(
    _ totals: [Int: SleepTimes], _ sources: [(source: Source, times: [Int: SleepTimes])]
  ) {
    let last = choice.to == nil ? totals.keys.max() ?? -1 : edges.count - 2
    for bucket in 0..<max(0, min(edges.count - 1, last + 1))
    where totals[bucket] != nil || choice.isWholeRange && choice.interval != nil {
      buckets.append(
        Bucket(
          start: edges[bucket], end: edges[bucket + 1], times: totals[bucket] ?? SleepTimes(),
          sources: sources.compactMap { each in each.times[bucket].map { (each.source, $0) } }))
    }
  }

  /// The time of what there is; `nil` where there is nothing.
  private func held(_ data: any OwnerAccess, where saved: Predicate) async throws -> Statistics? {
    let (from, to) = (choice.from, choice.to)
    let window = Predicate.window(
      from: isInDays ? from.map(evening) : from, to: isInDays ? to.map(evening) : to)
    let query = { (order: SortDescriptor) in
      SampleQuery(.sleepAnalysis, where: .and([window, saved]), order: [order], limit: 1)
    }
    guard let start = try await data.samples(query(.init(.start))).all().first?.starts.first,
      let end = try await data.samples(query(.init(.end, ascending: false))).all().first?.ends.first
    else { return nil }
    return Statistics(start: start, end: end)
  }

  /// When the days begin that have the first and the last moment of a time.
  private func days(of held: Statistics) -> Statistics {
    let zone = choice.zone
    func day(of instant: Double, isEnd: Bool) -> Double {
      let time = zone.localTime(at: instant)
      let isLate = time.secondOfDay > Self.evening || !isEnd && time.secondOfDay == Self.evening
      let number = time.date.dayNumber + (isLate ? 1 : 0)
      return zone.instant(of: LocalTime(CivilDate(dayNumber: number)))
    }
    return Statistics(
      start: day(of: held.start, isEnd: false), end: day(of: held.end, isEnd: true))
  }

  /// The evening before a day that begins there; an instant within a day is what it is.
  private func evening(before edge: Double) -> Double {
    let zone = choice.zone
    let day = zone.localTime(at: edge).date
    guard zone.start(of: .day, at: edge) == edge else { return edge }
    return zone.instant(
      of: LocalTime(CivilDate(dayNumber: day.dayNumber - 1), secondOfDay: Self.evening))
  }
}

extension SleepReport {
  /// A line of JSON for each bucket, in seconds.
  func lines() -> [JSONValue] {
    let dates = LocalDateText(zone: choice.zone)
    func values(_ times: SleepTimes) -> [JSONValue.Member] {
      [("asleep", times.asleep), ("inBed", times.inBed), ("awake", times.awake)].map {
        .init($0, $1.map(JSONValue.number) ?? .null)
      }
    }
    return buckets.map { bucket in
      var members: [JSONValue.Member] = [
        .init("start", .string(dates.text(of: bucket.start))),
        .init("end", .string(dates.text(of: bucket.end))),
      ]
      members += values(bucket.times) + [.init("unit", .string("s"))]
      if isBySource {
        members.append(
          .init(
            "sources",
            .array(
              bucket.sources.map { each in
                .object(
                  [
                    .init("bundle", .string(each.source.bundleIdentifier)),
                    .init("name", .string(each.source.name)),
                  ] + values(each.times))
              })))
      }
      return .object(members)
    }
  }

  /// A row for each bucket: hours and minutes for people, hours alone for anything else.
  func table(isForPeople: Bool) -> Table {
    func text(_ seconds: Double?) -> String {
      guard let seconds else { return "" }
      if !isForPeople { return NumberText.short(seconds / 3_600) }
      return seconds == 0 ? "0 min" : SpanText.short(of: seconds)
    }
    func cells(_ times: SleepTimes) -> [String] {
      [times.asleep, times.inBed, times.awake].map(text) + (isForPeople ? [] : ["hr"])
    }
    var table = Table(
      [
        .init("START", isWhole: true), .init("END", isWhole: true), .init("ASLEEP", .right),
        .init("IN BED", .right),
        .init("AWAKE", .right),
      ] + (isForPeople ? [] : [.init("UNIT")]) + (isBySource ? [.init("SOURCE")] : []))
    let labels = LocalDateText(zone: choice.zone).labels(
      of: buckets.flatMap { [$0.start, $0.end] }, isForPeople: isForPeople)
    for (index, bucket) in buckets.enumerated() {
      let times = [labels[index * 2], labels[index * 2 + 1]]
      table.append(times + cells(bucket.times) + (isBySource ? ["(all)"] : []))
      guard isBySource else { continue }
      for each in bucket.sources {
        table.append(times + cells(each.times) + [each.source.bundleIdentifier])
      }
    }
    return table
  }

  /// What charts draw: the hours asleep.
  var hoursAsleep: StatisticsReport {
    let statistics = buckets.compactMap { bucket -> Statistics? in
      guard let asleep = bucket.times.asleep else { return nil }
      var statistics = Statistics(start: bucket.start, end: bucket.end)
      statistics.values.sum = asleep / 3_600
      return statistics
    }
    return StatisticsReport(
      of: .sleepAnalysis, statistics, in: .hour, by: choice.zone, interval: choice.interval,
      edges: choice.trimmed(edges, to: statistics),
      isWholeRange: choice.isWholeRange && choice.interval != nil)
  }
}
