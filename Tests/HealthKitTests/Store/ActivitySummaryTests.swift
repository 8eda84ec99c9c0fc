internal import Foundation
internal import HealthKit
internal import Testing

/// What was reached on days, and the rings of it.
@Suite(.timeLimit(.minutes(5))) struct ActivitySummaryTests {
  private static let energy = HKQuantityType(.activeEnergyBurned)

  private static func components(_ date: Date) -> DateComponents {
    var components = Calendar.current.dateComponents([.era, .year, .month, .day], from: date)
    components.calendar = Calendar.current
    return components
  }

  private static func energy(_ kilocalories: Double, daysAgo days: Int) throws -> HKSample {
    let noon = try #require(
      Calendar.current.date(
        byAdding: DateComponents(day: -days, hour: 12),
        to: Calendar.current.startOfDay(for: Date() - 86_400)))
    return Samples.quantity(.activeEnergyBurned, kilocalories, .kilocalorie(), at: noon)
  }

  @Test(arguments: StoreKind.allCases)
  func `a summary is told of each day on which anything was measured`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(
      kind, share: [Self.energy], read: [.activitySummaryType()]
    ) { store in
      let samples = try [
        Self.energy(120, daysAgo: 0), Self.energy(90, daysAgo: 2), Self.energy(60, daysAgo: 2),
      ]
      try await store.save(samples)
      let all = try await HKActivitySummaryQueryDescriptor(predicate: nil).result(for: store)
      #expect(all.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) } == [150, 120])
      #expect(all[0].activeEnergyBurnedGoal.doubleValue(for: .kilocalorie()) == 500)
      #expect(all[0].exerciseTimeGoal?.doubleValue(for: .minute()) == 30)
      #expect(all[0].appleStandHoursGoal.doubleValue(for: .count()) == 12)
      #expect(all[0].activityMoveMode == HKActivityMoveMode.activeEnergy && !all[0].isPaused)
      #expect(
        all[1].dateComponents(for: .current) == Self.components(samples[0].startDate))

      // By days, in every way to say so.
      let day = Self.components(samples[1].startDate)
      let last = Self.components(samples[0].startDate)
      let distant = DateComponents(
        calendar: .current, era: 1, year: .max, month: 1, day: 1)
      for (predicate, count) in [
        (HKQuery.predicateForActivitySummary(with: day), 1),
        (HKQuery.predicate(forActivitySummariesBetweenStart: day, end: last), 2),
        (HKQuery.predicate(forActivitySummariesBetweenStart: last, end: day), 0),
        (
          HKQuery.predicateForActivitySummary(
            with: DateComponents(calendar: .current, year: 2_026)), 0
        ),
        (HKQuery.predicateForActivitySummary(with: distant), 0),
        (
          NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicate(forActivitySummariesBetweenStart: day, end: last),
            HKQuery.predicateForActivitySummary(with: last),
          ]), 1
        ),
        (
          NSPredicate(format: "%K = %@", HKPredicateKeyPathDateComponents, day as NSDateComponents),
          1
        ),
      ] {
        let found = try await HKActivitySummaryQueryDescriptor(predicate: predicate)
          .result(for: store)
        #expect(found.count == count, "\(predicate)")
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a query with an update handler tells all of them again`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(
      kind, share: [Self.energy], read: [.activitySummaryType()]
    ) { store in
      var results = HKActivitySummaryQueryDescriptor(predicate: nil).results(for: store)
        .makeAsyncIterator()
      #expect(try await results.next() == [])
      try await store.save(try Self.energy(70, daysAgo: 1))
      #expect(try await results.next()?.count == 1)
      try await store.save(try Self.energy(20, daysAgo: 0))
      let both = try await results.next()
      #expect(both?.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) } == [70, 20])
    }
  }

  @Test func `an app that was never asked gets an error, and one that was denied nothing`()
    async throws
  {
    let store = HKHealthStore(.inMemory, permissions: .denying)
    let all = HKActivitySummaryQueryDescriptor(predicate: nil)
    await #expect(throws: HKError.self) { try await all.result(for: store) }
    try await store.requestAuthorization(toShare: [], read: [.activitySummaryType()])
    #expect(try await all.result(for: store).isEmpty)
    let told = await withCheckedContinuation { continuation in
      store.execute(
        HKActivitySummaryQuery(predicate: nil) { query, summaries, error in
          continuation.resume(returning: summaries?.isEmpty == true && error == nil)
        })
    }
    #expect(told)
  }

  @Test func `a summary can be made, changed, copied and archived`() throws {
    let summary = HKActivitySummary()
    let kilocalories = HKQuantity(unit: .kilocalorie(), doubleValue: 300)
    summary.activeEnergyBurned = kilocalories
    summary.activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 200)
    summary.appleExerciseTime = HKQuantity(unit: .minute(), doubleValue: 15)
    summary.appleExerciseTimeGoal = HKQuantity(unit: .minute(), doubleValue: 30)
    summary.appleStandHours = HKQuantity(unit: .count(), doubleValue: 3)
    summary.standHoursGoal = HKQuantity(unit: .count(), doubleValue: 12)
    summary.appleMoveTime = HKQuantity(unit: .minute(), doubleValue: 1)
    summary.appleMoveTimeGoal = HKQuantity(unit: .minute(), doubleValue: 2)
    summary.activityMoveMode = .appleMoveTime
    summary.isPaused = true
    #expect(summary.dateComponents(for: .current).day == nil)
    let copy = try #require(summary.copy() as? HKActivitySummary)
    #expect(copy == summary)
    copy.isPaused = false
    #expect(copy != summary)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: summary, requiringSecureCoding: true)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKActivitySummary.self, from: data)
    #expect(read == summary)

    let view = HKActivityRingView()
    let empty = view.svg(side: 100)
    view.setActivitySummary(summary, animated: false)
    #expect(view.activitySummary == summary)
    let drawn = view.svg(side: 100)
    #expect(drawn != empty && drawn.hasPrefix("<svg") && !drawn.contains("script"))
    #expect(try view.pngData(side: 64).prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    #expect(throws: HKError.self) { try view.pngData(side: 1_000_000) }
  }

  @Test func `days of no calendar stop the program, as on a phone`() async {
    await #expect(processExitsWith: .failure) {
      _ = HKQuery.predicateForActivitySummary(with: DateComponents(year: 2_026, month: 5, day: 1))
    }
  }
}
