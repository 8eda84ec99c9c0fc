internal import HealthModel
internal import Testing

@testable internal import HealthKit  // A store asks for the plan of an order.

@Suite struct SortTests {
  private let samples = [3.0, 1, 2].map { start in
    HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: start),
      start: Date(timeIntervalSinceReferenceDate: start),
      end: Date(timeIntervalSinceReferenceDate: 10 - start))
  }

  @Test(arguments: [
    (HKSampleSortIdentifierStartDate, EngineSortDescriptor.Key.start),
    ("HKSampleSortIdentifierStartDate", .start), (HKSampleSortIdentifierEndDate, .end),
    (HKWorkoutSortIdentifierDuration, .workoutDuration),
    (HKWorkoutSortIdentifierTotalDistance, .workoutTotal(.distance)),
    (HKWorkoutSortIdentifierTotalEnergyBurned, .workoutTotal(.energyBurned)),
    (HKWorkoutSortIdentifierTotalSwimmingStrokeCount, .workoutTotal(.swimmingStrokeCount)),
  ])
  func `a key is a column`(key: String, column: EngineSortDescriptor.Key) {
    let descriptors = [NSSortDescriptor(key: key, ascending: false)]
    #expect(SortPlan(descriptors).engine == [EngineSortDescriptor(column, ascending: false)])
  }

  @Test func `a key path is a column, whatever the class`() {
    #expect(
      SortPlan([NSSortDescriptor(keyPath: \HKSample.startDate, ascending: true)]).engine
        == [EngineSortDescriptor(.start)])
    #expect(
      SortPlan([NSSortDescriptor(keyPath: \HKQuantitySample.endDate, ascending: true)]).engine
        == [EngineSortDescriptor(.end)])
    let forward = Foundation.SortDescriptor(\HKSample.endDate)
    #expect(SortPlan([forward]).engine == [EngineSortDescriptor(.end)])
    let reverse = Foundation.SortDescriptor(\HKQuantitySample.startDate, order: .reverse)
    #expect(SortPlan([reverse]).engine == [EngineSortDescriptor(.start, ascending: false)])
  }

  @Test func `a key that is no column is left to objects`() {
    let byValue = NSSortDescriptor(key: HKPredicateKeyPathQuantity, ascending: true)
    #expect(SortPlan([byValue]).engine == nil)
    #expect(SortPlan([Foundation.SortDescriptor(\HKQuantitySample.count)]).engine == nil)
    let sorted = (samples as NSArray).sortedArray(using: [byValue])
    #expect(sorted as? [HKQuantitySample] == [samples[1], samples[2], samples[0]])
  }

  @Test func `objects sort by key, both ways`() throws {
    let byStart = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
    #expect(
      (samples as NSArray).sortedArray(using: [byStart]) as? [HKQuantitySample]
        == [samples[1], samples[2], samples[0]])
    let back = try #require(byStart.reversedSortDescriptor as? NSSortDescriptor)
    #expect(
      (samples as NSArray).sortedArray(using: [back]) as? [HKQuantitySample]
        == [samples[0], samples[2], samples[1]])
  }
}
