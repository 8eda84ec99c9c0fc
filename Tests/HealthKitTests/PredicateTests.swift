internal import HealthModel
internal import Testing

@testable internal import HealthKit  // A store asks for the plan of a predicate.

@Suite struct PredicateTests {
  private let day = Date(timeIntervalSinceReferenceDate: 1_000)

  private func heartRate(
    _ value: Double, from start: Double = 0, to end: Double = 0, device: HKDevice? = nil,
    _ metadata: [String: Any]? = nil
  ) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.heartRate),
      quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: value),
      start: day + start, end: day + end, device: device, metadata: metadata)
  }

  /// Whether the predicate and the engine's own form of it both say so.
  private func matches(_ predicate: NSPredicate, _ object: HKObject) -> Bool {
    let said = predicate.evaluate(with: object)
    let plan = PredicatePlan(predicate)
    let planned = plan.engine.matches(object) && plan.rest?.evaluate(with: object) ?? true
    #expect(said == planned)
    return said
  }

  private func isExact(_ predicate: NSPredicate) -> Bool { PredicatePlan(predicate).rest == nil }

  @Test func `a window takes what overlaps it, or what starts or ends in it`() {
    let sample = heartRate(60, from: 10, to: 20)
    func window(
      _ start: Double?, _ end: Double?, _ options: HKQueryOptions = []
    ) -> Bool {
      matches(
        HKQuery.predicateForSamples(
          withStart: start.map { day + $0 }, end: end.map { day + $0 }, options: options), sample)
    }
    #expect(window(15, 30) && window(0, 15) && window(nil, nil) && window(20, nil))
    #expect(!window(21, 30) && !window(0, 10))
    #expect(!window(15, 30, .strictStartDate) && window(10, 30, .strictStartDate))
    #expect(!window(0, 15, .strictEndDate) && window(0, 21, .strictEndDate))
    #expect(!window(0, 20, .strictEndDate) && window(10, 21, [.strictStartDate, .strictEndDate]))
    #expect(isExact(HKQuery.predicateForSamples(withStart: day, end: nil)))
  }

  @Test func `quantities compare in any unit`() {
    let perSecond = HKQuantity(unit: HKUnit(from: "count/s"), doubleValue: 1)
    let greater = HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: perSecond)
    #expect(matches(greater, heartRate(61)) && !matches(greater, heartRate(60)))
    let other = HKQuery.predicateForQuantitySamples(
      with: .lessThan, quantity: HKQuantity(unit: .gram(), doubleValue: 1e9))
    #expect(!matches(other, heartRate(60)))
  }

  @Test func `metadata is there, equal, one of some, or stands so`() {
    let sample = heartRate(60, ["a": 1, "b": "text", "c": true])
    #expect(matches(HKQuery.predicateForObjects(withMetadataKey: "a"), sample))
    #expect(!matches(HKQuery.predicateForObjects(withMetadataKey: "z"), sample))
    #expect(
      matches(HKQuery.predicateForObjects(withMetadataKey: "a", allowedValues: [2, 1.0]), sample))
    #expect(!matches(HKQuery.predicateForObjects(withMetadataKey: "a", allowedValues: []), sample))
    let cases: [(String, NSComparisonPredicate.Operator, Any, Bool)] = [
      ("a", .lessThan, 2, true), ("a", .greaterThanOrEqualTo, 1, true),
      ("a", .notEqualTo, 1, false),
      ("z", .notEqualTo, 1, false), ("c", .equalTo, true, true), ("b", .contains, "ex", true),
      ("b", .beginsWith, "te", true), ("b", .endsWith, "te", false), ("b", .like, "t?x*", true),
      ("b", .matches, "[a-z]+", true), ("b", .in, ["text", "other"], true),
      ("a", .between, [0, 2], true),
    ]
    for (key, type, value, expected) in cases {
      let predicate = HKQuery.predicateForObjects(
        withMetadataKey: key, operatorType: type, value: value)
      #expect(matches(predicate, sample) == expected, "\(key) \(type)")
    }
  }

  @Test func `objects are told by source, revision, device and UUID`() {
    let device = HKDevice(
      name: "strap", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: "2",
      softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
    let sample = heartRate(60, device: device)
    let other = heartRate(60)
    #expect(matches(HKQuery.predicateForObjects(from: HKSource.default()), sample))
    #expect(!matches(HKQuery.predicateForObjects(from: Set<HKSource>()), sample))
    #expect(matches(HKQuery.predicateForObjects(from: [sample.sourceRevision]), sample))
    let any = HKSourceRevision(source: .default(), version: HKSourceRevisionAnyVersion)
    #expect(matches(HKQuery.predicateForObjects(from: [any]), sample))
    let old = HKSourceRevision(source: .default(), version: "0.0")
    #expect(!matches(HKQuery.predicateForObjects(from: [old]), sample))
    #expect(matches(HKQuery.predicateForObjects(from: [device]), sample))
    #expect(!matches(HKQuery.predicateForObjects(from: [device]), other))
    func property(_ key: String, _ values: Set<String>) -> Bool {
      matches(
        HKQuery.predicateForObjects(withDeviceProperty: key, allowedValues: values), sample)
    }
    #expect(property(HKDevicePropertyKeyFirmwareVersion, ["1", "2"]))
    #expect(property(HKDevicePropertyKeyModel, []) && !property(HKDevicePropertyKeyName, []))
    #expect(matches(HKQuery.predicateForObject(with: sample.uuid), sample))
    #expect(!matches(HKQuery.predicateForObjects(with: [other.uuid]), sample))
    #expect(isExact(HKQuery.predicateForObjectsWithNoCorrelation()))
  }

  @Test func `categories are equal or one of some`() {
    func values<Value: HKCategoryValuePredicateProviding>(_ values: Value...) -> [Int] {
      values.map(\.rawValue)
    }
    #expect(values(HKCategoryValueSeverity.mild, .severe) == [2, 4])
    let asleep = HKCategorySample(
      type: HKCategoryType(.sleepAnalysis), value: HKCategoryValueSleepAnalysis.asleepREM.rawValue,
      start: day, end: day)
    #expect(matches(HKQuery.predicateForCategorySamples(with: .equalTo, value: 5), asleep))
    typealias Sleep = HKCategoryValueSleepAnalysis
    #expect(matches(Sleep.predicateForSamples(equalTo: Sleep.allAsleepValues), asleep))
    #expect(!matches(Sleep.predicateForSamples(equalTo: []), asleep))
    #expect(!matches(Sleep.predicateForSamples(.equalTo, value: .inBed), asleep))
  }

  @Test func `workouts are told by activity, duration and totals`() {
    let workout = HKWorkout(
      activityType: .running, start: day, end: day + 600, workoutEvents: nil,
      totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 100),
      totalDistance: HKQuantity(unit: .mile(), doubleValue: 1), metadata: nil)
    #expect(matches(HKQuery.predicateForWorkouts(with: .running), workout))
    #expect(!matches(HKQuery.predicateForWorkouts(with: .walking), workout))
    #expect(matches(HKQuery.predicateForWorkouts(with: .greaterThan, duration: 599), workout))
    let kilometers = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1.6)
    #expect(
      matches(HKQuery.predicateForWorkouts(with: .greaterThan, totalDistance: kilometers), workout))
    let joules = HKQuantity(unit: .joule(), doubleValue: 418_400)
    #expect(
      matches(HKQuery.predicateForWorkouts(with: .equalTo, totalEnergyBurned: joules), workout))
    let strokes = HKQuantity(unit: .count(), doubleValue: 1)
    #expect(
      !matches(
        HKQuery.predicateForWorkouts(with: .greaterThan, totalSwimmingStrokeCount: strokes), workout
      ))
    let association = PredicatePlan(HKQuery.predicateForObjects(from: workout))
    #expect(association.engine == .memberOf(workout: SampleUUID(workout.uuid)))
  }

  @Test func `an operator that is no order stops, and so does a wrong unit`() async {
    await #expect(processExitsWith: .failure) {
      _ = HKQuery.predicateForWorkouts(with: .contains, duration: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = HKQuery.predicateForWorkouts(
        with: .equalTo, totalDistance: HKQuantity(unit: .gram(), doubleValue: 1))
    }
  }

  @Test func `compound predicates keep what the engine can tell`() {
    let window = HKQuery.predicateForSamples(withStart: day, end: nil)
    let block = NSPredicate { object, _ in (object as? HKSample)?.metadata?["a"] != nil }
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [window, block])
    #expect(PredicatePlan(both).engine == PredicatePlan(window).engine && !isExact(both))
    #expect(matches(both, heartRate(60, ["a": 1])) && !matches(both, heartRate(60)))
    #expect(!matches(both, heartRate(60, from: -9, to: -9, ["a": 1])))
    let either = NSCompoundPredicate(orPredicateWithSubpredicates: [window, block])
    #expect(PredicatePlan(either).engine == .constant(true))
    #expect(matches(either, heartRate(60, from: -9, to: -9, ["a": 1])))
    let not = NSCompoundPredicate(notPredicateWithSubpredicate: window)
    #expect(isExact(not) && !matches(not, heartRate(60)))
    #expect(matches(not, heartRate(60, from: -9, to: -9)))
    let notBlock = NSCompoundPredicate(notPredicateWithSubpredicate: block)
    #expect(!isExact(notBlock) && matches(notBlock, heartRate(60)))
    #expect(matches(NSCompoundPredicate(andPredicateWithSubpredicates: []), heartRate(60)))
    #expect(PredicatePlan(nil).engine == .constant(true) && PredicatePlan(nil).rest == nil)
    #expect((window.copy() as? NSPredicate) === window)
  }

  @Test func `a query knows what it asks for`() {
    let window = HKQuery.predicateForSamples(withStart: day, end: nil)
    let query = HKQuery(objectType: HKQuantityType(.stepCount), predicate: window)
    #expect(query.objectType == HKQuantityType(.stepCount) && query.predicate === window)
    #expect(query.sampleType == HKQuantityType(.stepCount))
    #expect(HKQuery(objectType: .activitySummaryType(), predicate: nil).sampleType == nil)
    // Initialisers that give back another object than a new one say so by a protocol.
    func isMade(_ object: Any) -> Bool { object is any InitializedByFactory }
    #expect(isMade(window) && isMade(HKUnit.gram()) && !isMade(query))
  }

  @Test func `a predicate of a sample knows its type`() {
    let window = HKQuery.predicateForSamples(withStart: day, end: nil)
    let steps = HKSamplePredicate.quantitySample(
      type: HKQuantityType(.stepCount), predicate: window)
    #expect(steps.sampleType == HKQuantityType(.stepCount) && steps.nsPredicate === window)
    #expect(steps == .quantitySample(type: HKQuantityType(.stepCount), predicate: window))
    #expect(steps != .quantitySample(type: HKQuantityType(.stepCount)))
    let all: [HKSampleType] = [
      HKSamplePredicate.workout().sampleType,
      HKSamplePredicate.sample(type: HKCategoryType(.acne)).sampleType,
      HKSamplePredicate.categorySample(type: HKCategoryType(.acne)).sampleType,
      HKSamplePredicate.correlation(type: HKCorrelationType(.food)).sampleType,
    ]
    #expect(
      all == [
        .workoutType(), HKCategoryType(.acne), HKCategoryType(.acne), HKCorrelationType(.food),
      ])
    let descriptor = HKQueryDescriptor(sampleType: HKQuantityType(.stepCount), predicate: window)
    #expect(descriptor.sampleType == HKQuantityType(.stepCount))
    #expect(
      descriptor.predicate === window && (descriptor.copy() as? HKQueryDescriptor) === descriptor)
  }
}
