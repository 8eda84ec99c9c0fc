internal import Foundation
internal import HealthKit
internal import Testing

/// Samples that are saved are found as they were saved, by whatever is asked for.
@Suite(.timeLimit(.minutes(5))) struct SampleQueryTests {
  private static let temperature = HKQuantityType(.bodyTemperature)
  private static let steps = HKQuantityType(.stepCount)

  @Test(arguments: StoreKind.allCases)
  func `a body temperature is found with its metadata and device`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: [Self.temperature], read: [Self.temperature]) {
      store in
      let saved = Samples.quantity(
        .bodyTemperature, 98.6, .degreeFahrenheit(),
        device: HKDevice(
          name: "Thermometer", manufacturer: nil, model: "T1", hardwareVersion: nil,
          firmwareVersion: nil, softwareVersion: nil, localIdentifier: nil,
          udiDeviceIdentifier: nil),
        metadata: [
          HKMetadataKeyBodyTemperatureSensorLocation:
            HKBodyTemperatureSensorLocation.ear.rawValue, "note": "after tea",
        ])
      try await store.save(saved)
      let found = try await store.samples(Self.temperature)
      #expect(found == [saved])
      let sample = try #require(found.first as? HKQuantitySample)
      #expect(sample.quantity.doubleValue(for: .degreeFahrenheit()) == 98.6)
      #expect(sample.startDate == saved.startDate && sample.endDate == saved.endDate)
      #expect(sample.device == saved.device)
      #expect(sample.metadata?["note"] as? String == "after tea")
      let location = sample.metadata?[HKMetadataKeyBodyTemperatureSensorLocation] as? Int
      #expect(location == HKBodyTemperatureSensorLocation.ear.rawValue)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the latest of many is found by order and limit`(kind: StoreKind) async throws {
    let glucose = HKQuantityType(.bloodGlucose)
    let unit = HKUnit(from: "mg/dL")
    try await StoreUnderTest.run(kind, share: [glucose], read: [glucose]) { store in
      let readings = (0..<50).map { number in
        Samples.quantity(
          .bloodGlucose, 90 + Double(number), unit,
          at: StoreUnderTest.start + Double((number * 37) % 50) * 60)
      }
      try await store.save(readings)
      let latest = try await store.samples(
        glucose, limit: 1,
        sort: [NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)])
      #expect(latest == [try #require(readings.max { $0.endDate < $1.endDate })])
      let descriptor = HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: glucose)],
        sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: 3)
      let three = try await descriptor.result(for: store)
      #expect(three == Array(readings.sorted { $0.startDate > $1.startDate }.prefix(3)))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what the engine cannot tell is told by objects, within order and limit`(
    kind: StoreKind
  ) async throws {
    try await StoreUnderTest.run(kind, share: [Self.steps], read: [Self.steps]) { store in
      let samples = Samples.steps((0..<40).map(Double.init))
      try await store.save(samples)
      let even = NSPredicate { object, _ in
        let count = (object as? HKQuantitySample)?.quantity.doubleValue(for: .count())
        return count?.truncatingRemainder(dividingBy: 2) == 0
      }
      let late = HKQuery.predicateForSamples(withStart: samples[20].startDate, end: nil)
      let both = NSCompoundPredicate(andPredicateWithSubpredicates: [late, even])
      let order = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
      let found = try await store.samples(Self.steps, both, limit: 4, sort: order)
      #expect(found == [samples[38], samples[36], samples[34], samples[32]])
      // An order that only objects have.
      let byCount = NSSortDescriptor(keyPath: \HKObject.uuid.uuidString, ascending: false)
      let first = try await store.samples(Self.steps, even, limit: 2, sort: [byCount])
      let expected = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        .sorted { $0.uuid.uuidString > $1.uuid.uuidString }
      #expect(first == Array(expected.prefix(2)))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `several types are found together`(kind: StoreKind) async throws {
    let heart = HKQuantityType(.heartRate)
    try await StoreUnderTest.run(kind, share: [Self.steps, heart], read: [Self.steps, heart]) {
      store in
      let steps = Samples.steps([1, 2, 3])
      let beats = Samples.quantity(
        .heartRate, 60, HKUnit(from: "count/min"), at: StoreUnderTest.start + 1_800)
      try await store.save(steps + [beats])
      let found = try await HKSampleQueryDescriptor(
        predicates: [.sample(type: Self.steps), .sample(type: heart), .sample(type: Self.steps)],
        sortDescriptors: [SortDescriptor(\.startDate)]
      ).result(for: store)
      #expect(found == [steps[0], beats, steps[1], steps[2]])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a blood pressure comes with what it holds, and by it`(kind: StoreKind) async throws {
    let types: [HKQuantityType] = [
      HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic),
    ]
    try await StoreUnderTest.run(kind, share: Set(types), read: Set(types)) { store in
      let pressure = HKCorrelationType(.bloodPressure)
      func reading(_ high: Double, _ low: Double) -> HKCorrelation {
        let unit = HKUnit.millimeterOfMercury()
        return HKCorrelation(
          type: pressure, start: StoreUnderTest.start, end: StoreUnderTest.start,
          objects: [
            Samples.quantity(.bloodPressureSystolic, high, unit, lasting: 0),
            Samples.quantity(.bloodPressureDiastolic, low, unit, lasting: 0),
          ])
      }
      let (calm, high) = (reading(118, 76), reading(151, 95))
      try await store.save([calm, high])
      let found = try await store.samples(pressure)
      #expect(Set(found) == [calm, high])
      for correlation in found {
        let members = try #require(correlation as? HKCorrelation)
        #expect(members.objects == (correlation == calm ? calm : high).objects)
      }
      #expect(try await store.samples(types[0]).count == 2)
      let above = HKQuery.predicateForQuantitySamples(
        with: .greaterThanOrEqualTo,
        quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 140))
      let chosen = try await withCheckedThrowingContinuation { continuation in
        store.execute(
          HKCorrelationQuery(
            type: pressure, predicate: nil, samplePredicates: [types[0]: above]
          ) { _, found, error in
            continuation.resume(with: error.map { .failure($0) } ?? .success(found ?? []))
          })
      }
      #expect(chosen == [high])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `samples of a workout are found by it, also beside a block`(kind: StoreKind) async throws {
    let types: Set<HKSampleType> = [.workoutType(), Self.steps]
    try await StoreUnderTest.run(kind, share: types, read: types) { store in
      let workout = HKWorkout(
        activityType: .running, start: StoreUnderTest.start, end: StoreUnderTest.start + 7_200)
      let samples = Samples.steps([10, 20, 30])
      try await store.save([workout, samples[2]])
      try await store.addSamples(Array(samples.prefix(2)), to: workout)
      let belongs = HKQuery.predicateForObjects(from: workout)
      #expect(Set(try await store.samples(Self.steps, belongs)) == Set(samples.prefix(2)))
      let block = NSPredicate { object, _ in
        (object as? HKQuantitySample)?.quantity.doubleValue(for: .count()) != 10
      }
      let both = NSCompoundPredicate(andPredicateWithSubpredicates: [belongs, block])
      #expect(try await store.samples(Self.steps, both) == [samples[1]])
      let either = NSCompoundPredicate(orPredicateWithSubpredicates: [belongs, block])
      #expect(Set(try await store.samples(Self.steps, either)) == Set(samples))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `sources are those that saved`(kind: StoreKind) async throws {
    try await StoreUnderTest.run(kind, share: [Self.steps], read: [Self.steps]) { store in
      try await store.save(Samples.steps([1, 2]))
      let sample = try #require(try await store.samples(Self.steps).first)
      let sources = try await HKSourceQueryDescriptor(
        predicate: .quantitySample(type: Self.steps)
      ).result(for: store)
      #expect(sources == [sample.sourceRevision.source])
      let found = try await withCheckedThrowingContinuation { continuation in
        store.execute(
          HKSourceQuery(
            sampleType: Self.steps, samplePredicate: NSPredicate { _, _ in false }
          ) { _, found, error in
            continuation.resume(with: error.map { .failure($0) } ?? .success(found))
          })
      }
      #expect(found == [])
    }
  }
}
