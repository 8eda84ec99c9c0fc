internal import Foundation
internal import HealthKit
internal import Testing

/// What quantities come to, all together and by day.
@Suite(.timeLimit(.minutes(5))) struct StatisticsQueryTests {
  private static let steps = HKQuantityType(.stepCount)
  private static let heart = HKQuantityType(.heartRate)
  private static let types: Set<HKSampleType> = [steps, heart]

  private static func calendar() -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  @Test(arguments: StoreKind.allCases)
  func `the day's steps are a sum, the heart an average`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let beat = HKUnit(from: "count/min")
      try await store.save(
        Samples.steps([100, 20, 3]) + [
          Samples.quantity(.heartRate, 60, beat),
          Samples.quantity(.heartRate, 90, beat, at: StoreUnderTest.start + 60),
        ])
      let sum = try await withCheckedThrowingContinuation { continuation in
        store.execute(
          HKStatisticsQuery(
            quantityType: Self.steps, quantitySamplePredicate: nil, options: .cumulativeSum
          ) { _, statistics, error in
            continuation.resume(with: error.map { .failure($0) } ?? .success(statistics))
          })
      }
      #expect(sum?.sumQuantity()?.doubleValue(for: .count()) == 123)
      #expect(sum?.startDate == StoreUnderTest.start && sum?.sources == nil)
      let heart = try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: Self.heart),
        options: [.discreteAverage, .discreteMax, .mostRecent]
      ).result(for: store)
      #expect(heart?.averageQuantity()?.doubleValue(for: beat) == 75)
      #expect(heart?.maximumQuantity()?.doubleValue(for: beat) == 90)
      #expect(heart?.mostRecentQuantity()?.doubleValue(for: beat) == 90)
      #expect(heart?.minimumQuantity() == nil)
      // A block and no options at all: what there is has dates, and no values.
      let block = NSPredicate { object, _ in
        (object as? HKQuantitySample)?.quantity.doubleValue(for: .count()) ?? 0 < 50
      }
      let few = try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: Self.steps, predicate: block), options: .cumulativeSum
      ).result(for: store)
      #expect(few?.sumQuantity()?.doubleValue(for: .count()) == 23)
      let bare = try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: Self.steps), options: .separateBySource
      ).result(for: store)
      #expect(bare?.sources?.count == 1)
      #expect(bare?.sumQuantity() == nil && bare?.mostRecentQuantity() == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what samples cover counts once, by day and by source`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let midnight = Date(timeIntervalSinceReferenceDate: 785_030_400)
      func steps(_ start: Double, _ seconds: Double) -> HKSample {
        Samples.quantity(.stepCount, 1, .count(), at: midnight + start, lasting: seconds)
      }
      // Two that overlap before midnight, one across it, a moment, and one in the day after the next.
      try await store.save([
        steps(-900, 300), steps(-800, 400), steps(-60, 180), steps(500, 0), steps(180_000, 60),
      ])
      let all = try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: Self.steps), options: [.duration, .separateBySource]
      ).result(for: store)
      #expect(all?.duration()?.doubleValue(for: .second()) == 740.0)
      let source = try #require(all?.sources?.first)
      #expect(all?.duration(for: source)?.doubleValue(for: .minute()) == 740 / 60.0)
      #expect(all?.sumQuantity() == nil && all?.mostRecentQuantity() == nil)
      let days = try await HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: Self.steps), options: [.duration, .cumulativeSum],
        anchorDate: midnight, intervalComponents: DateComponents(hour: 24)
      ).result(for: store)
      let told = days.statistics().map { $0.duration()?.doubleValue(for: .second()) }
      #expect(told == [560, 120, 60])
      #expect(days.statistics(for: midnight + 86_400 * 5)?.duration() == nil)
      let sum = try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: Self.steps), options: .cumulativeSum
      ).result(for: store)
      #expect(sum?.duration() == nil && sum?.duration(for: source) == nil)
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: try #require(all), requiringSecureCoding: true)
      let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKStatistics.self, from: data)
      #expect(back == all && back?.duration(for: source) == all?.duration(for: source))
      #expect(back != sum)
    }
  }

  @Test func `without any data there is an error, without any in the window no value`()
    async throws
  {
    let store = HKHealthStore(.inMemory)
    try await store.requestAuthorization(toShare: [Self.steps], read: [Self.steps])
    func statistics() async throws -> HKStatistics? {
      let later = HKQuery.predicateForSamples(
        withStart: StoreUnderTest.start + 86_400 * 30, end: nil)
      return try await withCheckedThrowingContinuation { continuation in
        store.execute(
          HKStatisticsQuery(
            quantityType: Self.steps, quantitySamplePredicate: later, options: .cumulativeSum
          ) { _, statistics, error in
            continuation.resume(with: error.map { .failure($0) } ?? .success(statistics))
          })
      }
    }
    do {
      _ = try await statistics()
      Issue.record("there is no data")
    } catch HKError.errorNoData {
      // As it should be.
    }
    let none = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: Self.steps), options: .cumulativeSum
    ).result(for: store)
    #expect(none == nil)
    try await store.save(Samples.steps([1]))
    let empty = try #require(try await statistics())
    #expect(empty.sumQuantity() == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a week is told by day, and goes on`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: Self.types, read: Self.types) { store in
      let calendar = Self.calendar()
      let monday = calendar.startOfDay(for: StoreUnderTest.start)
      let days = (0..<7).map { monday + Double($0) * 86_400 }
      let samples = days.enumerated().map { number, day in
        Samples.quantity(.stepCount, Double(number + 1), .count(), at: day + 43_200)
      }
      try await store.save(samples)
      var components = DateComponents(day: 1)
      components.calendar = calendar
      let descriptor = HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: Self.steps), options: .cumulativeSum,
        anchorDate: monday - 86_400 * 700, intervalComponents: components)
      func sums(_ collection: HKStatisticsCollection) -> [Double] {
        collection.statistics().compactMap { $0.sumQuantity()?.doubleValue(for: .count()) }
      }
      let once = try await descriptor.result(for: store)
      #expect(sums(once) == [1, 2, 3, 4, 5, 6, 7])
      #expect(once.statistics().map(\.startDate) == days)
      let results: HKStatisticsCollectionQueryDescriptor.Results = descriptor.results(for: store)
      var iterator: HKStatisticsCollectionQueryDescriptor.Results.AsyncIterator =
        results.makeAsyncIterator()
      let first: HKStatisticsCollectionQueryDescriptor.Result = try #require(
        try await iterator.next())
      #expect(sums(first.statisticsCollection) == [1, 2, 3, 4, 5, 6, 7])
      #expect(first.updatedStatistics == nil)
      // One more week on.
      let later = days[6] + 86_400 * 7
      try await store.save(Samples.quantity(.stepCount, 50, .count(), at: later + 60))
      let second = try #require(try await iterator.next())
      #expect(sums(second.statisticsCollection) == [1, 2, 3, 4, 5, 6, 7, 50])
      #expect(second.updatedStatistics?.map(\.startDate) == [later])
      try await store.delete(samples[0])
      let third = try #require(try await iterator.next())
      #expect(sums(third.statisticsCollection) == [2, 3, 4, 5, 6, 7, 50])
      #expect(third.updatedStatistics?.map(\.startDate) == [days[0]])
      #expect(third.updatedStatistics?.first?.sumQuantity() == nil)
    }
  }

  @Test func `a collection goes on by its handlers`() async throws {
    let store = HKHealthStore(.inMemory)
    try await store.requestAuthorization(toShare: [Self.steps], read: [Self.steps])
    let query = HKStatisticsCollectionQuery(
      quantityType: Self.steps, quantitySamplePredicate: nil, options: .cumulativeSum,
      anchorDate: StoreUnderTest.start, intervalComponents: DateComponents(minute: 30))
    let (sums, sum) = AsyncStream.makeStream(of: Double?.self)
    query.initialResultsHandler = { _, all, _ in sum.yield(Double(all?.statistics().count ?? -1)) }
    query.statisticsUpdateHandler = { _, changed, all, _ in
      sum.yield(changed?.sumQuantity()?.doubleValue(for: .count()))
    }
    store.execute(query)
    var iterator = sums.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    try await store.save(Samples.steps([7]))
    #expect(await iterator.next() == 7)
    store.stop(query)
  }

  @Test func `intervals of a collection that has nothing are empty`() async throws {
    let store = HKHealthStore(.inMemory)
    try await store.requestAuthorization(toShare: [], read: [Self.steps])
    let query = HKStatisticsCollectionQuery(
      quantityType: Self.steps, quantitySamplePredicate: nil, options: .cumulativeSum,
      anchorDate: StoreUnderTest.start, intervalComponents: DateComponents(hour: 1))
    #expect(query.anchorDate == StoreUnderTest.start && query.options == .cumulativeSum)
    #expect(query.intervalComponents == DateComponents(hour: 1))
    let collection = await withCheckedContinuation { continuation in
      query.initialResultsHandler = { _, collection, _ in
        continuation.resume(returning: collection)
      }
      store.execute(query)
    }
    #expect(collection?.statistics() == [])
    var count = 0
    unsafe collection?.enumerateStatistics(
      from: StoreUnderTest.start, to: StoreUnderTest.start + 3 * 3_600
    ) { statistics, _ in
      count += 1
      #expect(statistics.sumQuantity() == nil)
    }
    #expect(count == 4)
  }
}
