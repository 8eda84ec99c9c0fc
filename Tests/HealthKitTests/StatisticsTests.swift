internal import HealthModel
internal import Testing

@testable internal import HealthKit  // Statistics come from a store.

@Suite struct StatisticsTests {
  private let phone = EngineSource(bundleIdentifier: "phone", name: "Phone")
  private let watch = EngineSource(bundleIdentifier: "watch", name: "Watch")

  private func sum(_ value: Double) -> EngineStatistics.Values {
    var values = EngineStatistics.Values()
    values.sum = value
    return values
  }

  @Test func `a sum is told as the type's quantity, also by source`() {
    let statistics = HKStatistics(
      EngineStatistics(
        start: 0, end: 60, values: sum(41),
        sources: [
          EngineStatistics.OfSource(phone, sum(22)), EngineStatistics.OfSource(watch, sum(19)),
        ]),
      of: HKQuantityType(.stepCount), [.cumulativeSum, .separateBySource])
    #expect(statistics.sumQuantity()?.doubleValue(for: .count()) == 41)
    #expect(statistics.sumQuantity(for: HKSource(watch))?.doubleValue(for: .count()) == 19)
    #expect(statistics.sources?.map(\.name) == ["Phone", "Watch"])
    #expect(statistics.averageQuantity() == nil && statistics.mostRecentQuantity() == nil)
    #expect(statistics.startDate == Date(timeIntervalSinceReferenceDate: 0))
    #expect(statistics.endDate == Date(timeIntervalSinceReferenceDate: 60))
    #expect(statistics.description.contains("sum: 41.0 count"))
  }

  @Test func `without separation nothing is told by source`() {
    let statistics = HKStatistics(
      EngineStatistics(start: 0, end: 60, values: sum(41)), of: HKQuantityType(.stepCount),
      .cumulativeSum)
    #expect(statistics.sources == nil && statistics.sumQuantity(for: HKSource(watch)) == nil)
  }

  @Test func `discrete values are told`() {
    var values = EngineStatistics.Values()
    values.average = 1
    values.minimum = 0.5
    values.maximum = 2
    values.mostRecent = EngineStatistics.MostRecent(value: 1.5, start: 3, end: 4)
    let all = HKStatistics(
      EngineStatistics(
        start: 0, end: 60, values: values, sources: [EngineStatistics.OfSource(watch, values)]),
      of: HKQuantityType(.heartRate),
      [.discreteAverage, .discreteMin, .discreteMax, .mostRecent, .separateBySource])
    let perMinute = HKUnit(from: "count/min")
    let source = HKSource(watch)
    #expect(all.averageQuantity()?.doubleValue(for: perMinute) == 60)
    #expect(all.minimumQuantity()?.doubleValue(for: perMinute) == 30)
    #expect(all.maximumQuantity()?.doubleValue(for: perMinute) == 120)
    #expect(all.mostRecentQuantity()?.doubleValue(for: perMinute) == 90)
    #expect(all.mostRecentQuantityDateInterval()?.duration == 1)
    #expect(all.averageQuantity(for: source) == all.averageQuantity())
    #expect(all.minimumQuantity(for: source) == all.minimumQuantity())
    #expect(all.maximumQuantity(for: source) == all.maximumQuantity())
    #expect(all.mostRecentQuantity(for: source) == all.mostRecentQuantity())
    #expect(all.mostRecentQuantityDateInterval(for: source)?.duration == 1)
    #expect(all.copy() as? HKStatistics == all)
  }

  private func days(_ zone: String, _ anchor: Date) throws -> StatisticsIntervals {
    var components = DateComponents()
    components.day = 1
    components.calendar = Calendar(identifier: .gregorian)
    components.timeZone = TimeZone(identifier: zone)
    return try StatisticsIntervals(anchor: anchor, components: components)
  }

  @Test func `a collection has each bucket, the empty ones too`() throws {
    let anchor = Date(timeIntervalSince1970: 1_780_000_000)
    let intervals = try days("UTC", anchor)
    let filled = [-2, 3].map { number in
      EngineStatistics(
        start: intervals.start(number).timeIntervalSinceReferenceDate,
        end: intervals.start(number + 1).timeIntervalSinceReferenceDate, values: sum(7))
    }
    let collection = HKStatisticsCollection(
      filled, of: HKQuantityType(.stepCount), .cumulativeSum, in: intervals)
    #expect(collection.statistics().count == 2 && collection.sources().isEmpty)
    let inside = collection.statistics(for: anchor + 3.5 * 86_400)
    #expect(inside?.sumQuantity()?.doubleValue(for: .count()) == 7)
    #expect(collection.statistics(for: anchor)?.sumQuantity() == nil)
    #expect(collection.statistics(for: anchor)?.startDate == anchor)
    var seen: [Bool] = []
    unsafe collection.enumerateStatistics(from: anchor - 2 * 86_400, to: anchor + 3 * 86_400) {
      bucket, _ in
      seen.append(bucket.sumQuantity() != nil)
    }
    #expect(seen == [true, false, false, false, false, true])
    var count = 0
    unsafe collection.enumerateStatistics(from: anchor, to: anchor + 86_400 * 30) { _, stop in
      count += 1
      unsafe stop.pointee = ObjCBool(count == 2)
    }
    #expect(count == 2)
  }

  @Test
  func `buckets follow the calendar through a change of the clock, both ways from the anchor`()
    throws
  {
    // Noon of 2026-03-29 in Zurich, the day on which the clock went forward.
    let anchor = Date(timeIntervalSince1970: 1_774_778_400)
    let intervals = try days("Europe/Zurich", anchor)
    #expect(intervals.start(-1) == anchor - 23 * 3_600)
    #expect(intervals.start(1) == anchor + 24 * 3_600)
    for number in [-4_000, -366, -1, 0, 1, 365, 4_000] {
      let start = intervals.start(number)
      #expect(intervals.number(of: start) == number)
      #expect(intervals.number(of: start - 0.5) == number - 1)
      #expect(intervals.interval(containing: start + 1).start == start)
    }
  }

  @Test func `months have their own lengths`() throws {
    var components = DateComponents()
    components.month = 1
    components.calendar = Calendar(identifier: .gregorian)
    components.timeZone = TimeZone(identifier: "UTC")
    // 2024-01-31: a month later is the last of February, and two months later the 31st again.
    let intervals = try StatisticsIntervals(
      anchor: Date(timeIntervalSince1970: 1_706_659_200), components: components)
    #expect(intervals.start(1) == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(intervals.start(2) == Date(timeIntervalSince1970: 1_711_843_200))
    for number in -500...500 { #expect(intervals.number(of: intervals.start(number)) == number) }
  }

  @Test func `an interval of no length is refused`() {
    #expect(throws: HKError.self) {
      try StatisticsIntervals(anchor: Date(), components: DateComponents())
    }
  }
}
