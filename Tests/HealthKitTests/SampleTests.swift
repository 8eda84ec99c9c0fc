internal import HealthModel
internal import Testing

@testable internal import HealthKit  // A query's objects come from runs.

@Suite struct SampleTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 86_400 * 9_000)

  private func steps(_ count: Double, metadata: [String: Any]? = nil) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: count),
      start: Self.day, end: Self.day + 60, metadata: metadata)
  }

  @Test func `a quantity sample has what it was made with`() {
    let sample = steps(118)
    #expect(sample.quantityType == HKQuantityType(.stepCount))
    #expect(sample.sampleType == HKQuantityType(.stepCount))
    #expect(sample.quantity.doubleValue(for: .count()) == 118)
    #expect(sample.startDate == Self.day && sample.endDate == Self.day + 60)
    #expect(sample.metadata == nil && sample.device == nil && sample.count == 1)
    #expect(sample.source == .default() && sample.sourceRevision.source == .default())
    #expect(sample.description.hasPrefix("118.0 count \(sample.uuid.uuidString)"))
    #expect(!sample.hasUndeterminedDuration)
  }

  @Test func `a quantity sample is of the class that its type asks for`() throws {
    let sum = try #require(steps(1) as? HKCumulativeQuantitySample)
    #expect(sum.sumQuantity == sum.quantity)
    let mass = HKQuantitySample(
      type: HKQuantityType(.bodyMass), quantity: HKQuantity(unit: .pound(), doubleValue: 150),
      start: Self.day, end: Self.day)
    let discrete = try #require(mass as? HKDiscreteQuantitySample)
    #expect(discrete.minimumQuantity == mass.quantity && discrete.maximumQuantity == mass.quantity)
    #expect(discrete.averageQuantity == mass.quantity)
    #expect(discrete.mostRecentQuantity == mass.quantity)
    #expect(discrete.mostRecentQuantityDateInterval.start == Self.day)
  }

  @Test func `UUIDs of new objects count up, so that a store keeps them in a few bytes`() throws {
    let (one, two) = (SampleUUID(steps(1).uuid), SampleUUID(steps(1).uuid))
    #expect(one.isNumbered && two.isNumbered && one.base == two.base)
    #expect(one.counter < two.counter)
    #expect(UUID(one).uuidString == one.description)
  }

  @Test func `objects are equal by UUID`() {
    let sample = steps(1)
    #expect(sample == sample && sample != steps(1))
    #expect(Set<HKSample>([sample, sample, steps(1)]).count == 2)
    #expect(HKSample.views(of: SampleRun(sample.rows.sample(0))) == [sample])
  }

  @Test func `metadata comes back as it went in`() throws {
    let quantity = HKQuantity(unit: .degreeCelsius(), doubleValue: 21)
    let metadata = try #require(
      steps(
        1,
        metadata: [
          "text": "a", "whole": 7, "number": 1.5, "flag": true, "NSNumber": NSNumber(value: 3),
          "NSNumber flag": NSNumber(value: false), "date": Self.day, "quantity": quantity,
          HKMetadataKeyWasUserEntered: true, HKMetadataKeyTimeZone: "Europe/Zurich",
        ]
      ).metadata)
    #expect(metadata["text"] as? String == "a")
    #expect(metadata["whole"] as? Int == 7)
    #expect(metadata["number"] as? Double == 1.5)
    #expect(metadata["flag"] as? Bool == true)
    #expect(metadata["flag"] as? NSNumber === NSNumber(value: true))
    #expect(metadata["NSNumber"] as? Int == 3)
    #expect((metadata["NSNumber flag"] as? NSNumber)?.boolValue == false)
    #expect(metadata["date"] as? Date == Self.day)
    #expect(metadata["quantity"] as? HKQuantity == quantity)
    #expect(metadata[HKMetadataKeyWasUserEntered] as? Bool == true)
    #expect(metadata[HKMetadataKeyTimeZone] as? String == "Europe/Zurich")
  }

  @Test func `data from outside that is no sample is an error`() {
    let type = HKQuantityType(.stepCount)
    let count = HKQuantity(unit: .count(), doubleValue: 1)
    let day = Self.day
    #expect(throws: HKError.self) {
      try HKQuantitySample.checked(
        type: type, quantity: HKQuantity(unit: .gram(), doubleValue: 1), start: day, end: day)
    }
    #expect(throws: HKError.self) {
      try HKQuantitySample.checked(type: type, quantity: count, start: day + 1, end: day)
    }
    for metadata in [
      ["a": [1]], [HKMetadataKeyFoodType: 1], [HKMetadataKeyWeatherCondition: 99],
    ] as [[String: Any]] {
      #expect(throws: HKError.self) {
        try HKQuantitySample.checked(
          type: type, quantity: count, start: day, end: day, metadata: metadata)
      }
    }
    #expect(throws: HKError.self) {
      try HKCategorySample.checked(
        type: HKCategoryType(.sleepAnalysis), value: 99, start: day, end: day)
    }
    #expect(throws: HKError.self) {
      try HKCategorySample.checked(
        type: HKCategoryType(.menstrualFlow), value: 1, start: day, end: day)
    }
    #expect(throws: HKError.self) {
      try HKQuantitySample.checked(
        type: HKQuantityType(.insulinDelivery),
        quantity: HKQuantity(unit: .internationalUnit(), doubleValue: 1), start: day, end: day)
    }
    #expect(throws: HKError.self) {
      try HKWorkout.checked(
        activityType: .running, start: day, end: day,
        totalDistance: HKQuantity(unit: .gram(), doubleValue: 1))
    }
  }

  @Test func `a sample that the program makes wrong stops it`() async {
    await #expect(processExitsWith: .failure) {
      _ = HKQuantitySample(
        type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .gram(), doubleValue: 1),
        start: Date(), end: Date())
    }
    await #expect(processExitsWith: .failure) {
      _ = HKCategorySample(
        type: HKCategoryType(.sleepAnalysis), value: -1, start: Date(), end: Date())
    }
  }

  @Test func `a category sample has what it was made with`() {
    let sample = HKCategorySample(
      type: HKCategoryType(.menstrualFlow), value: HKCategoryValueVaginalBleeding.light.rawValue,
      start: Self.day, end: Self.day, device: .local(),
      metadata: [HKMetadataKeyMenstrualCycleStart: true])
    #expect(sample.categoryType == HKCategoryType(.menstrualFlow) && sample.value == 2)
    #expect(sample.device == .local())
    let open = HKCategorySample(
      type: HKCategoryType(.pregnancy), value: HKCategoryValue.notApplicable.rawValue,
      start: Self.day, end: .distantFuture)
    #expect(open.hasUndeterminedDuration)
  }

  @Test func `a correlation holds its objects`() {
    let pressures = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic].map {
      HKQuantitySample(
        type: HKQuantityType($0),
        quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 100), start: Self.day,
        end: Self.day)
    }
    let pressure = HKCorrelation(
      type: HKCorrelationType(.bloodPressure), start: Self.day, end: Self.day,
      objects: Set(pressures), metadata: ["a": "b"])
    #expect(pressure.objects == Set(pressures))
    #expect(pressure.objects(for: HKQuantityType(.bloodPressureSystolic)) == [pressures[0]])
    #expect(pressure.correlationType == HKCorrelationType(.bloodPressure))
    #expect(throws: HKError.self) {
      try HKCorrelation.checked(
        type: HKCorrelationType(.food), start: Self.day, end: Self.day, objects: [pressure])
    }
  }

  @Test func `a client's subclass is of its class`() {
    final class Marked: HKQuantitySample, @unchecked Sendable {}
    let sample = Marked(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
      start: Self.day, end: Self.day)
    #expect(type(of: sample) == Marked.self && sample.quantity.doubleValue(for: .count()) == 1)
  }

  @Test func `a document says what its store knows of it`() throws {
    let document = Document(
      title: "Summary", patientName: "P", authorName: "A", custodianName: "C", byteCount: 9)
    let sample = Sample(
      uuid: SampleUUID(high: 1, low: 2), type: .cda, start: 0, end: 1,
      value: .object(.document(document)), source: .unsaid)
    let view = try #require(HKSample.views(of: SampleRun(sample)).first as? HKCDADocumentSample)
    #expect((view as HKDocumentSample).documentType === HKDocumentType(.CDA))
    let facts: HKCDADocument = try #require(view.document)
    #expect(facts.title == "Summary")
    #expect(view.document?.title == "Summary" && view.document?.patientName == "P")
    #expect(view.document?.authorName == "A" && view.document?.custodianName == "C")
    #expect(view.document?.documentData == nil)
  }
}
