internal import CalendarEdges
internal import TestSupport
internal import Testing
internal import TextFormats

struct BucketEdgesTests {
  private static let bound = 4_000_000

  private func edges(
    _ interval: CalendarInterval, from: Double, to: Double, anchor: Double? = nil,
    in zone: TimeZoneRules
  ) throws -> [Double] {
    try BucketEdges(every: interval, from: anchor ?? from, in: zone)
      .edges(from: from, to: to, atMost: Self.bound)
  }

  private static let weeks: [(String, CivilDate, [Double])] = [
    ("Europe/Berlin", CivilDate(2026, 3, 26), [24, 24, 24, 23, 24, 24, 24]),
    ("Europe/Berlin", CivilDate(2026, 10, 22), [24, 24, 24, 25, 24, 24, 24]),
    ("America/New_York", CivilDate(2026, 3, 5), [24, 24, 24, 23, 24, 24, 24]),
    ("America/New_York", CivilDate(2026, 10, 29), [24, 24, 24, 25, 24, 24, 24]),
    ("Australia/Lord_Howe", CivilDate(2026, 4, 2), [24, 24, 24, 24.5, 24, 24, 24]),
    ("Australia/Lord_Howe", CivilDate(2026, 10, 1), [24, 24, 24, 23.5, 24, 24, 24]),
    ("Australia/Lord_Howe", CivilDate(2096, 10, 4), [24, 24, 24, 23.5, 24, 24, 24]),
    ("Asia/Kolkata", CivilDate(2026, 3, 26), [24, 24, 24, 24, 24, 24, 24]),
    ("Africa/Casablanca", CivilDate(2026, 2, 12), [24, 24, 24, 25, 24, 24, 24]),
    ("Africa/Casablanca", CivilDate(2026, 3, 19), [24, 24, 24, 23, 24, 24, 24]),
    ("America/Sao_Paulo", CivilDate(2018, 11, 1), [24, 24, 24, 23, 24, 24, 24]),
    ("America/Sao_Paulo", CivilDate(2018, 2, 14), [24, 24, 24, 25, 24, 24, 24]),
  ]

  @Test(arguments: weeks.indices)
  func `days are as long as clocks make them`(index: Int) throws {
    let (name, date, hours) = Self.weeks[index]
    let zone = try TimeZoneRules.named(name)
    let from = zone.instant(of: LocalTime(date))
    let to = zone.instant(of: LocalTime(CivilDate(dayNumber: date.dayNumber + 7)))
    let days = try edges(.init(.day), from: from, to: to, in: zone)
    #expect(zip(days, days.dropFirst()).map { ($1 - $0) / 3_600 } == hours)
    #expect(try edges(.init(.week), from: from, to: to, in: zone) == [from, to])
    #expect(try edges(.init(7, .day), from: from, to: to, in: zone) == [from, to])
    let hourEdges = try edges(.init(.hour), from: from, to: to, in: zone)
    #expect(Set(zip(hourEdges, hourEdges.dropFirst()).map { $1 - $0 }) == [3_600])
    #expect(hourEdges.count == Int(hours.reduce(0, +).rounded(.up)) + 1)
  }

  @Test func `months from the 31st come back to it`() throws {
    let zone = try TimeZoneRules.named("Europe/Berlin")
    let months = try edges(
      .init(.month), from: Clock.instant(2025, 11, 30, 8, in: zone),
      to: Clock.instant(2026, 6, 30, 8, in: zone), anchor: Clock.instant(2026, 1, 31, 8, in: zone),
      in: zone)
    #expect(
      months.map { Clock.text($0, in: zone) } == [
        "2025-11-30 08:00", "2025-12-31 08:00", "2026-01-31 08:00", "2026-02-28 08:00",
        "2026-03-31 08:00", "2026-04-30 08:00", "2026-05-31 08:00", "2026-06-30 08:00",
      ])
  }

  @Test func `years from February 29 come back to it`() throws {
    let years = try edges(
      .init(.year), from: Clock.instant(2019, 2, 28), to: Clock.instant(2028, 2, 29),
      anchor: Clock.instant(2024, 2, 29), in: .utc)
    #expect(
      years.map { Clock.text($0, in: .utc).prefix(10) } == [
        "2019-02-28", "2020-02-29", "2021-02-28", "2022-02-28", "2023-02-28", "2024-02-29",
        "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29",
      ])
  }

  @Test func `there is no bucket for Samoa's lost day`() throws {
    let zone = try TimeZoneRules.named("Pacific/Apia")
    let days = try edges(
      .init(.day), from: Clock.instant(2011, 12, 28, in: zone),
      to: Clock.instant(2012, 1, 2, in: zone), in: zone)
    #expect(
      days.map { Clock.text($0, in: zone).prefix(10) }
        == ["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01", "2012-01-02"])
    #expect(Set(zip(days, days.dropFirst()).map { $1 - $0 }) == [86_400])
    #expect(
      Clock.instant(2011, 12, 30, 12, in: zone) == Clock.instant(2011, 12, 31, 12, in: zone))
  }

  @Test func `the anchor is an edge, wherever clocks are`() throws {
    let zone = try TimeZoneRules.named("Europe/Berlin")
    // The second time that clocks show 02:30.
    let anchor = Clock.instant(2026, 10, 25, 1, 30) + 0.25
    let days = try edges(
      .init(.day), from: anchor - 86_400, to: anchor + 86_400, anchor: anchor, in: zone)
    #expect(days.contains(anchor))
    #expect(
      days.map { Clock.text($0, in: zone) } == [
        "2026-10-24 02:30", "2026-10-25 02:30", "2026-10-26 02:30",
      ])
    #expect(days.allSatisfy { $0 - $0.rounded(.down) == 0.25 })
  }

  @Test func `an empty range gives the bucket it lies in`() throws {
    let noon = Clock.instant(2026, 11, 21, 12)
    let day = try edges(
      .init(.day), from: noon, to: noon, anchor: Clock.instant(2026, 1, 1), in: .utc)
    #expect(day == [Clock.instant(2026, 11, 21), Clock.instant(2026, 11, 22)])
    let next = try edges(.init(.day), from: day[1], to: day[1], anchor: day[0], in: .utc)
    #expect(next.first == day[1])
  }

  @Test func `a range does not decide where edges are`() throws {
    let zones = try [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia",
      "Africa/Casablanca", "Pacific/Kwajalein", "America/Havana", "+05:45",
    ].map { name in try TimeZoneRules.named(name) }
    let span = Clock.instant(1890, 1, 1)..<Clock.instant(2090, 1, 1)
    for seed in 0..<600 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let unit = try #require(CalendarInterval.Unit.allCases.randomElement(using: &generator))
      let interval = CalendarInterval(Int.random(in: 1...9, using: &generator), unit)
      let zone = try #require(zones.randomElement(using: &generator))
      let anchor = Double.random(in: span, using: &generator)
      let from = Double.random(in: span, using: &generator)
      let length = unit.averageSeconds * Double(interval.count)
      let to = from + length * Double.random(in: 0...60, using: &generator)
      let buckets = try BucketEdges(every: interval, from: anchor, in: zone)
      let some = try buckets.edges(from: from, to: to, atMost: 100)
      let message = "seed \(seed), \(interval), \(zone.name)"
      #expect(zip(some, some.dropFirst()).allSatisfy { $0 < $1 }, "\(message)")
      #expect(some[0] <= from && from < some[1], "\(message)")
      #expect(some[some.count - 1] >= to, "\(message)")
      #expect(some.count == 2 || some[some.count - 2] < to, "\(message)")
      let more = try buckets.edges(from: from - 9 * length, to: to + 9 * length, atMost: 200)
      #expect(more.filter { $0 >= some[0] && $0 <= some[some.count - 1] } == some, "\(message)")
      let around = try buckets.edges(from: anchor, to: anchor, atMost: 2)
      #expect(around[0] == anchor, "\(message)")
    }
  }

  @Test func `more buckets than anybody wants are refused`() throws {
    let buckets = try BucketEdges(every: .init(.minute), from: 0, in: .utc)
    #expect(try buckets.edges(from: 0, to: 60 * 9, atMost: 10).count == 10)
    let error = #expect(throws: CalendarError.self) {
      _ = try buckets.edges(from: 0, to: 60 * 10, atMost: 10)
    }
    #expect(error?.code == .tooManyEdges)
    #expect(error?.description == "cannot make the buckets: there would be more than 9")
    // Nothing is counted before it is refused.
    #expect(throws: CalendarError.self) {
      _ = try buckets.edges(from: -6e10, to: 2.5e11, atMost: Self.bound)
    }
  }

  @Test func `what is no interval and what is no date is refused`() throws {
    for count in [0, -1, .min, .max, CalendarInterval.mostCount + 1] {
      let error = #expect(throws: CalendarError.self) {
        _ = try BucketEdges(every: .init(count, .day), from: 0, in: .utc)
      }
      #expect(error?.code == .interval)
    }
    for date in [.nan, .infinity, -.infinity, 1e300, 2.6e11, -6.4e10] {
      #expect(throws: CalendarError.self) {
        _ = try BucketEdges(every: .init(.day), from: date, in: .utc)
      }
      let buckets = try BucketEdges(every: .init(.day), from: 0, in: .utc)
      #expect(throws: CalendarError.self) { _ = try buckets.edges(from: date, to: 0, atMost: 9) }
      #expect(throws: CalendarError.self) { _ = try buckets.edges(from: 0, to: date, atMost: 9) }
    }
    let long = try BucketEdges(every: .init(1_000_000, .year), from: 0, in: .utc)
    #expect(throws: CalendarError.self) { _ = try long.edges(from: 0, to: 1, atMost: 9) }
  }

  @Test func `all years of the calendar have edges`() throws {
    let zone = try TimeZoneRules.named("Europe/Berlin")
    let (from, to) = (Clock.instant(1, 1, 2), Clock.instant(9999, 12, 30))
    let years = try edges(
      .init(.year), from: from, to: to, anchor: Clock.instant(2026, 1, 1, in: zone), in: zone)
    #expect(years.count == 10_000)
    #expect(years.allSatisfy { Clock.text($0, in: zone).hasSuffix("-01-01 00:00") })
  }
}
